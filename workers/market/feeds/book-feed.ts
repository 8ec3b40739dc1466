/**
 * What is the book of one market, and may it be shown? Every delta is judged, applied and proven by its checksum;
 * whatever doesn't fit takes the book off the screen's list of truths until a snapshot comes (product.md section 4).
 */

import { bookChecksum } from "#core/book/checksum.ts"
import { type BookSide, LevelBook } from "#core/book/level-book.ts"
import { judgeDelta } from "#core/book/sequence.ts"
import type { Listed } from "./catalogue.ts"
import { isCount, isLevelRow } from "./wire-rows.ts"

/** A snapshot that was asked for and didn't come is asked for again. */
export const RESYNC_AGAIN_MS = 2000
/** A side longer than this is no book but an attack on memory. */
const BOOK_LEVELS_MAX = 5000
/** Levels in one message; a snapshot has 200 a side. */
const MESSAGE_LEVELS_MAX = 4000

/** `waiting`: subscribed, nothing came yet. `good`: proven. `gap`: something is missing or wrong. */
export type BookState = "waiting" | "good" | "gap"

interface Change {
  side: BookSide
  price: number
  total: number
}

interface DepthData {
  seq: number
  time: number
  checksum: number
  changes: Change[]
}

export interface BookFeedEvents {
  /** The book that may be shown, or its state, is another one. */
  changed(): void
  /** Please send a snapshot. */
  resync(): void
  /** Something was missing or wrong. */
  gap(reason: string): void
}

export class BookFeed {
  readonly listed: Listed
  /** The last proven book; while the state isn't `good` it is of the past. Empty until the first snapshot. */
  readonly book = new LevelBook()
  state: BookState = "waiting"
  /** Rises with each change of the book. */
  version = 0
  /** A proven book is held, of now or of the past. */
  hasBook = false
  #seq = 0
  #resyncAt = 0
  #resyncs = 0
  #events: BookFeedEvents

  /** Sequence at which the book stands. */
  get sequence(): number {
    return this.#seq
  }

  constructor(listed: Listed, events: BookFeedEvents) {
    this.listed = listed
    this.#events = events
  }

  /** Subscribed anew: a snapshot is on its way, and its sequence may be any. */
  restart(): void {
    this.state = "waiting"
    this.#seq = 0
    this.#resyncs = 0
    this.#events.changed()
  }

  /** A `depth` message for this market. Returns the server's time of what was applied, 0 if nothing was. */
  apply(data: Readonly<Record<string, unknown>>, now: number): number {
    const isSnapshot = data.snapshot === true
    if (!isSnapshot && this.state === "waiting") return 0
    if (!isSnapshot && isCount(data.prev) && isCount(data.seq)) {
      const verdict = judgeDelta(this.#seq, { prev: data.prev, seq: data.seq })
      if (verdict === "stale") return 0
      if (verdict === "gap") return this.#fail(`sequence ${data.prev} after ${this.#seq}`, now)
      // In a gap the sequence may fit by chance, but a delta on a book that failed proves nothing.
      if (this.state === "gap") return 0
    }
    const depth = this.#read(data)
    if (!depth || (!isSnapshot && !isCount(data.prev))) return this.#fail("depth message", now)
    return isSnapshot ? this.#replace(depth, now) : this.#advance(depth, now)
  }

  /** Once a second: asks again for a snapshot that doesn't come. */
  watch(now: number): void {
    if (this.state === "gap" && now - this.#resyncAt >= RESYNC_AGAIN_MS) this.#ask(now)
  }

  #replace(depth: DepthData, now: number): number {
    // One from before what is held, late on its way: the book would step back in time.
    const isOld = depth.seq < this.#seq && this.state !== "waiting" && this.#resyncs < 2
    if (isOld) return 0
    const before = this.hasBook ? this.#copy() : null
    this.book.clear()
    for (const { side, price, total } of depth.changes) this.book.set(side, price, total)
    if (!this.#isProven(depth.checksum)) {
      this.book.clear()
      for (const { side, price, total } of before ?? []) this.book.set(side, price, total)
      return this.#fail("checksum of snapshot", now)
    }
    this.#seq = depth.seq
    this.#resyncs = 0
    this.state = "good"
    this.hasBook = true
    this.version += 1
    this.#events.changed()
    return depth.time
  }

  #advance(depth: DepthData, now: number): number {
    const undo: Change[] = []
    for (const { side, price, total } of depth.changes) {
      undo.push({ side, price, total: this.book.set(side, price, total) })
    }
    if (!this.#isProven(depth.checksum)) {
      for (let at = undo.length - 1; at >= 0; at -= 1) {
        const change = undo[at]
        if (change) this.book.set(change.side, change.price, change.total)
      }
      return this.#fail("checksum", now)
    }
    this.#seq = depth.seq
    this.version += 1
    this.#events.changed()
    return depth.time
  }

  #isProven(checksum: number): boolean {
    if (this.book.isCrossed()) return false
    if (this.book.size("bid") > BOOK_LEVELS_MAX || this.book.size("ask") > BOOK_LEVELS_MAX) return false
    return bookChecksum(this.book, this.listed.tick.write, this.listed.lot.write) === checksum
  }

  #fail(reason: string, now: number): number {
    if (this.state === "gap") return 0
    // Waiting for a first snapshot that came broken: ask at once as well.
    this.state = "gap"
    this.#events.gap(reason)
    this.#ask(now)
    this.#events.changed()
    return 0
  }

  #ask(now: number): void {
    this.#resyncAt = now
    this.#resyncs += 1
    this.#events.resync()
  }

  /** Whole levels in whole steps, or undefined when any of it isn't what it should be. */
  #read(data: Readonly<Record<string, unknown>>): DepthData | undefined {
    const { seq, time, checksum, bids, asks } = data
    if (!isCount(seq) || !isCount(time) || !isCount(checksum)) return undefined
    if (!Array.isArray(bids) || !Array.isArray(asks)) return undefined
    if (bids.length + asks.length > MESSAGE_LEVELS_MAX) return undefined
    const changes: Change[] = []
    if (!this.#readSide("bid", bids, changes) || !this.#readSide("ask", asks, changes)) return undefined
    return { seq, time, checksum, changes }
  }

  #readSide(side: BookSide, rows: readonly unknown[], into: Change[]): boolean {
    for (const row of rows) {
      if (!isLevelRow(row)) return false
      const price = this.listed.tick.read(row[0])
      const total = this.listed.lot.read(row[1])
      if (!(price >= 1) || !(total >= 0)) return false
      into.push({ side, price, total })
    }
    return true
  }

  #copy(): Change[] {
    const sides: readonly BookSide[] = ["bid", "ask"]
    return sides.flatMap((side) =>
      this.book.levels(side, BOOK_LEVELS_MAX).map((level) => ({ side, ...level })),
    )
  }
}
