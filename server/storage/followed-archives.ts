/**
 * Archives of a process that follows another one's exchange: it writes nothing, and what it has in memory counts as saved once the
 * writer's next snapshot is there, since the writer saves all of this before each snapshot.
 */

import type { Kysely } from "kysely"
import { HourArchive } from "./hour-archive.ts"
import { MarketArchive } from "./market-archive.ts"
import { PriceArchive } from "./price-archive.ts"
import type { Tables } from "./schema.ts"
import type { Storage } from "./storage.ts"

/** Resolves once everything that was known when it was called is stored by the writer; rejects when it can't be said. */
export type StoredByWriter = () => Promise<void>

const LOOK_EVERY_MS = 2000

/** Waits for a snapshot that stands no earlier than `seq()` at the call. `stopped`: nobody waits any more. */
export function storedByWriter(
  database: Kysely<Tables>,
  { seq, stopped }: { seq(): number; stopped: AbortSignal },
): StoredByWriter {
  return async () => {
    const least = seq()
    while (!stopped.aborted) {
      const newest = await database
        .selectFrom("snapshots")
        .select((select) => select.fn.max("seq").as("seq"))
        .executeTakeFirst()
        .catch(() => undefined)
      if ((newest?.seq ?? 0) >= least) return
      await pause(LOOK_EVERY_MS, stopped)
    }
    throw new Error("the writer's next snapshot wasn't waited for")
  }
}

const pause = (ms: number, stopped: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stopped.removeEventListener("abort", done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    stopped.addEventListener("abort", done)
  })

export class FollowedMarketArchive extends MarketArchive {
  readonly #stored: StoredByWriter

  constructor(storage: Storage, stored: StoredByWriter) {
    super(storage)
    this.#stored = stored
  }

  override async begin(): Promise<void> {}
  override async recover(): Promise<void> {}
  override async prune(): Promise<void> {}
  override save(): Promise<void> {
    return this.#stored()
  }
}

export class FollowedPriceArchive extends PriceArchive {
  readonly #stored: StoredByWriter

  constructor(storage: Storage, stored: StoredByWriter) {
    super(storage)
    this.#stored = stored
  }

  override save(): Promise<void> {
    return this.#stored()
  }
}

export class FollowedHourArchive extends HourArchive {
  readonly #stored: StoredByWriter

  constructor(storage: Storage, stored: StoredByWriter) {
    super(storage)
    this.#stored = stored
  }

  override save(): Promise<void> {
    return this.#stored()
  }
  /** The writer joins them. */
  override async unjoined(): ReturnType<HourArchive["unjoined"]> {
    return []
  }
  override async drop(): Promise<void> {}
  override async vacuum(): Promise<void> {}
}
