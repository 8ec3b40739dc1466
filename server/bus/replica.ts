/**
 * The exchange as a gateway has it: the same engine, which does the commands of the log again in the order in which they were kept.
 * Each batch names the hash of all before it, so what is shown is what the log says, or nothing is.
 */

import type { TimeMs } from "#core/money/units.ts"
import type { Answer, Outcome } from "#server/engine/answer.ts"
import type { Command, Stamped } from "#server/engine/command.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import type { Batch } from "#server/exchange/exchange.ts"
import type { JournalHead } from "#server/journal/journal.ts"
import { type Restorable, replayBatch } from "#server/journal/restore.ts"
import type { JournalRow } from "#server/storage/state-archive.ts"
import type { SaidBatch } from "./bus-messages.ts"

/** Batches read from the database at a time. */
const PAGE = 500
/** Said batches that wait for the ones before them; more are read from the database again. */
const AHEAD_MAX = 2000
const AGAIN_MS = 250
/** Without what the exchange has kept for so long, what is shown here is old. */
const BEHIND_MS_MAX = 3000

export interface ReplicaParts {
  engine: Restorable
  /** Where the log ended in what was restored. */
  head: JournalHead
  /** The next batches behind a sequence, in order. */
  readLog(after: number, limit: number): Promise<JournalRow[]>
  /** Hears of a batch; `revision`: its number, where it was said. */
  onBatch(batch: Batch, revision: number | undefined): void
  /** Hears of each command, before the batch that it belongs to. */
  onDone?(command: Command, answer: Answer): void
  log: { error(values: object, text: string): void }
}

export class Replica {
  readonly #parts: ReplicaParts
  readonly #ahead = new Map<number, SaidBatch>()
  readonly #waiting = new Set<{ seq: number; reached(): void }>()
  #seq: number
  #time: TimeMs
  #chain: Uint8Array
  #term: number
  #reading: Promise<void> | undefined
  #failure: string | undefined
  /** A sequence that the log has and this hasn't, and since when that is known. */
  #missing: { seq: number; since: number } | undefined
  #isStopped = false

  constructor(parts: ReplicaParts) {
    this.#parts = parts
    const { seq, time, chain, term } = parts.head
    this.#seq = seq
    this.#time = time
    this.#chain = chain
    this.#term = term
  }

  get seq(): number {
    return this.#seq
  }
  get time(): TimeMs {
    return this.#time
  }
  /** Of the last batch that was said and done here. */
  get term(): number {
    return this.#term
  }

  /** Why it can't follow any more; undefined while it can. */
  failure(): string | undefined {
    return this.#failure
  }

  /** From now on nothing is followed, for this reason. */
  giveUp(reason: string): void {
    if (this.#failure !== undefined) return
    this.#failure = reason
    this.#parts.log.error({ reason }, "this gateway can't follow the exchange any more")
  }

  /** The log was heard to reach to `seq`: what of it isn't here by itself is read from the database. */
  heardEnd(seq: number): void {
    if (seq <= this.#seq) return
    // Said while it wasn't heard: a next batch would tell, but none may come for a second.
    void this.catchUp()
    if (this.#missing && this.#missing.seq > this.#seq) return
    this.#missing = { seq, since: performance.now() }
  }

  /** Whether what is shown is old: the database doesn't let it catch up, or it is too slow. */
  isBehind(): boolean {
    if (!this.#missing || this.#missing.seq <= this.#seq) return false
    return performance.now() - this.#missing.since > BEHIND_MS_MAX
  }

  /** A batch that was said. */
  take(said: SaidBatch): void {
    if (said.batch.last_seq <= this.#seq || this.#failure !== undefined) return
    if (this.#ahead.size < AHEAD_MAX) this.#ahead.set(said.batch.first_seq, said)
    this.#doAhead()
    if (this.#ahead.size > 0) void this.catchUp()
  }

  /** Reads from the database what wasn't heard. */
  catchUp(): Promise<void> {
    this.#reading ??= this.#catchUp().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  /** True once it stands there; false when that took longer than `ms`. */
  reached(seq: number, ms: number): Promise<boolean> {
    if (this.#seq >= seq) return Promise.resolve(true)
    return new Promise((resolve) => {
      const end = (isThere: boolean) => {
        clearTimeout(timer)
        this.#waiting.delete(waiting)
        resolve(isThere)
      }
      const waiting = { seq, reached: () => end(true) }
      const timer = setTimeout(() => end(false), ms)
      this.#waiting.add(waiting)
    })
  }

  stop(): void {
    this.#isStopped = true
  }

  async #catchUp(): Promise<void> {
    while (!this.#isStopped && this.#failure === undefined) {
      try {
        const rows = await this.#parts.readLog(this.#seq, PAGE)
        for (const row of rows) {
          if (row.first_seq > this.#seq) this.#do(row, undefined)
          if (this.#failure !== undefined) return
        }
        this.#doAhead()
        if (rows.length < PAGE && this.#ahead.size === 0) return
        if (rows.length > 0) continue
      } catch (error) {
        // A database that is away is asked again.
        if (this.#failure !== undefined) return
        this.#parts.log.error({ err: error }, "the command log can't be read; it is tried again")
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref())
    }
  }

  #doAhead(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#ahead.delete(next.batch.first_seq)
      this.#do(next.batch, next.revision)
      this.#term = Math.max(this.#term, next.batch.term)
    }
  }

  #next(): SaidBatch | undefined {
    for (const first of this.#ahead.keys()) if (first <= this.#seq) this.#ahead.delete(first)
    return this.#failure === undefined ? this.#ahead.get(this.#seq + 1) : undefined
  }

  /** All of it or, when it doesn't follow from what is here, nothing ever again. */
  #do(row: JournalRow, revision: number | undefined): void {
    const { engine, onBatch, onDone } = this.#parts
    const events: EngineEvent[] = []
    const take = ({ command }: Stamped, outcome: Outcome) => {
      events.push(...outcome.events)
      onDone?.(command, outcome.answer)
    }
    try {
      this.#chain = replayBatch(row, { seq: this.#seq, chain: this.#chain }, engine, take)
      this.#seq = row.last_seq
      this.#time = row.time
      onBatch({ time: row.time, events }, revision)
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error)
      this.#parts.log.error({ err: error }, "this gateway can't follow the exchange any more")
      return
    }
    for (const waiting of [...this.#waiting]) if (waiting.seq <= this.#seq) waiting.reached()
  }
}
