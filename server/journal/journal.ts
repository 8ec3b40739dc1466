/** Keeps each batch of commands in the database before anybody hears of it, trying again while the database is away (R1). */

import { createHash } from "node:crypto"
import { RULES_VERSION } from "#server/engine/versions.ts"
import type { AppliedBatch, Clock, KeepsBatches } from "#server/exchange/exchange.ts"
import { type BatchToCommit, commitBatch } from "#server/journal/commit-batch.ts"
import type { JournalRow } from "#server/storage/state-archive.ts"
import type { Storage } from "#server/storage/storage.ts"
import { rowsOf } from "./batch-rows.ts"
import { packCommands } from "./command-codec.ts"

/** A database that doesn't answer is tried again after so long, then twice as long, up to a second. */
const RETRY_MS_FIRST = 25
const RETRY_MS_MAX = 1_000
/** A database that hasn't answered for so long takes nothing, though it hasn't said so. */
const SILENT_MS = 5_000
/** How often the disk's room and the lock are looked at while all is well. */
const PREPARE_EVERY_MS = 1_000
/** Classes of PostgreSQL's states that no repeating can mend: data, integrity, syntax, a limit of the program. */
const FOR_GOOD = /^(22|23|42|54|0A)/

/** Where the command log ends, and who writes it. */
export interface JournalHead {
  /** Grows with each start. */
  term: number
  /** Of the last command that was kept, and its time; 0 before the first. */
  seq: number
  time: number
  /** Hash over all that was kept. */
  chain: Uint8Array
}

/** Hears of each batch at the moment at which the engine stands exactly behind it, before it is kept, and after. */
export interface FollowsBatches {
  applied(at: JournalHead): void
  kept(at: JournalHead): void
}

/** A batch that is kept, as whoever follows the command log reads it. */
export interface KeptBatch extends JournalRow {
  term: number
}

interface JournalLog {
  error(values: object, text: string): void
  info(values: object, text: string): void
}

export interface JournalParts {
  storage: Storage
  clock: Clock
  log: JournalLog
  head: JournalHead
  follower?: FollowsBatches
}

/** Nothing was kept before it. */
export const FIRST_CHAIN: Uint8Array = new Uint8Array(32)

/** Names a batch and, through the one before, all before it. */
export const nextChain = (before: Uint8Array, commands: Uint8Array): Uint8Array =>
  createHash("sha256").update(before).update(commands).digest()

/** The batch can't be kept, now or ever: the books don't allow it, or somebody else writes. */
class JournalRefused extends Error {
  override readonly name = "JournalRefused"
}

/**
 * Takes over as the one writer: from now on no writer of an earlier term can commit. Answers where the command log ends.
 */
export async function takeTerm({ database }: Storage): Promise<JournalHead> {
  const taken = await database
    .updateTable("engine_head")
    .set((row) => ({ term: row("term", "+", 1) }))
    .returningAll()
    .executeTakeFirst()
  if (taken) {
    const { term, seq, time, chain } = taken
    return { term, seq, time, chain: new Uint8Array(chain) }
  }
  const first = { term: 1, seq: 0, time: 0, chain: FIRST_CHAIN }
  await database
    .insertInto("engine_head")
    .values({ id: 1, ...first })
    .execute()
  return first
}

/** How it is said that another server writes now: this one can't any more. */
export const TAKEN_OVER = "another server has taken over"

export class Journal implements KeepsBatches {
  readonly #parts: JournalParts
  #head: JournalHead
  #failure: string | undefined
  /** Since when a try waits for its answer, by {@link Clock.elapsed}; undefined: none does. */
  #askedSince: number | undefined
  readonly #listeners = new Set<(batch: KeptBatch) => void>()
  #prepared = 0
  #isStopped = false
  #wake: () => void = () => undefined

  constructor(parts: JournalParts) {
    this.#parts = parts
    this.#head = parts.head
  }

  /** Where the command log ends, as far as is known here. */
  get head(): JournalHead {
    return this.#head
  }

  /** Why the database takes nothing at the moment; undefined while it does. */
  failure(): string | undefined {
    if (this.#failure !== undefined || this.#askedSince === undefined) return this.#failure
    const silentMs = this.#parts.clock.elapsed() - this.#askedSince
    if (silentMs < SILENT_MS) return undefined
    return `the database takes no commands: it hasn't answered for ${Math.floor(silentMs / 1000)} s`
  }

  async keep(applied: AppliedBatch): Promise<void> {
    const { term, seq: before, chain: chainBefore } = this.#head
    const [first, last] = [applied.stamped[0], applied.stamped.at(-1)]
    if (!first || !last) return
    const commands = packCommands(applied.stamped)
    const head = { term, seq: last.seq, time: last.time, chain: nextChain(chainBefore, commands) }
    this.#parts.follower?.applied(head)
    const { chain, time } = head
    const rows = rowsOf(applied)
    await this.#commit({ term, before, firstSeq: first.seq, lastSeq: last.seq, time, commands, chain, rows })
    this.#head = head
    this.#parts.follower?.kept(head)
    if (this.#listeners.size === 0) return
    const kept = {
      term,
      first_seq: first.seq,
      last_seq: last.seq,
      time,
      rules: RULES_VERSION,
      commands,
      chain,
    }
    for (const listener of this.#listeners) listener(kept)
  }

  /** Called with each batch once it is kept, before the exchange tells anybody. It must not throw. */
  listen(listener: (batch: KeptBatch) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Gives up what is still being tried. */
  stop(): void {
    this.#isStopped = true
    this.#wake()
  }

  async #commit(batch: BatchToCommit): Promise<void> {
    let retryMs = RETRY_MS_FIRST
    for (let isFirst = true; ; isFirst = false) {
      this.#askedSince = this.#parts.clock.elapsed()
      try {
        await this.#prepare(isFirst)
        if (await commitBatch(this.#parts.storage.commits, batch)) break
        // Nothing was written: somebody was there before, perhaps this very batch by a try whose answer was lost.
        await this.#mustBeThere(batch)
        break
      } catch (error) {
        if (error instanceof JournalRefused) throw error
        if (FOR_GOOD.test(stateOf(error))) throw new JournalRefused(textOf(error))
        this.#noteFailure(error)
      } finally {
        this.#askedSince = undefined
      }
      await this.#pause(retryMs)
      if (this.#isStopped) throw new JournalRefused("stopped before the last commands could be kept")
      retryMs = Math.min(RETRY_MS_MAX, retryMs * 2)
    }
    if (this.#failure !== undefined) this.#parts.log.info({}, "the database takes commands again")
    this.#failure = undefined
  }

  async #prepare(isFirst: boolean): Promise<void> {
    const now = this.#parts.clock.now()
    if (isFirst && now - this.#prepared < PREPARE_EVERY_MS && now >= this.#prepared) return
    await this.#parts.storage.prepare()
    this.#prepared = now
  }

  async #mustBeThere({ term, lastSeq, chain }: BatchToCommit): Promise<void> {
    const head = await this.#parts.storage.database
      .selectFrom("engine_head")
      .selectAll()
      .executeTakeFirstOrThrow()
    if (head.term !== term)
      throw new JournalRefused(`${TAKEN_OVER} (term ${head.term}, this one has ${term})`)
    if (head.seq !== lastSeq || Buffer.compare(head.chain, chain) !== 0)
      throw new JournalRefused(`the command log ends at ${head.seq}, which is not what was written`)
  }

  #noteFailure(error: unknown): void {
    if (this.#failure === undefined) {
      this.#parts.log.error(
        { err: error },
        "the database takes no commands; nothing is answered until it does, and it is tried again",
      )
    }
    this.#failure = `the database takes no commands: ${textOf(error)}`
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const callOff = this.#parts.clock.after(ms, resolve)
      this.#wake = () => {
        callOff()
        resolve()
      }
      if (this.#isStopped) this.#wake()
    })
  }
}

const textOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? ""

/** PostgreSQL's five characters, as either driver gives them. */
export function stateOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return ""
  if ("sqlState" in error && typeof error.sqlState === "string") return error.sqlState
  return "code" in error && typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : ""
}
