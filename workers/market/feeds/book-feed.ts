/**
 * The order book of one market. Each delta is judged by its sequence and applied as it comes; the newest checksum is
 * compared only when somebody reads the book. Whatever doesn't fit is undone, the panel is marked as catching up, and a
 * snapshot is asked for.
 */

import { bookChecksum } from "#core/book/checksum.ts"
import { type BookSide, LevelBook } from "#core/book/level-book.ts"
import { judgeDelta } from "#core/book/sequence.ts"
import type { CompactDepth } from "#core/wire/compact-reader.ts"
import { CompactHead, type DepthHead, type Levels, RowLevels } from "./book-levels.ts"
import type { Listed } from "./catalogue.ts"
import { UndoLog } from "./undo-log.ts"
import { isCount } from "./wire-rows.ts"

/** A snapshot that was asked for and didn't come is asked for again. */
export const RESYNC_AGAIN_MS = 2000
/**
 * The checksum covers 25 levels a side: what is wrong below them is found by a whole snapshot, which is asked for this
 * often (some 10 KB).
 */
export const WHOLE_EVERY_MS = 5 * 60_000
/** Levels a side of a snapshot; with fewer it is the whole side. */
const SNAPSHOT_LEVELS = 200
/** A side longer than this is no book but an attack on memory. */
const BOOK_LEVELS_MAX = 5000
/** Levels in one message; a snapshot has 200 a side. */
const MESSAGE_LEVELS_MAX = 4000
/** So many changes may wait for a reader until they are proven anyway: what is taken back must have an end. */
const UNPROVEN_MAX = 1000

/** `waiting`: subscribed, nothing came yet. `good`: proven. `gap`: something is missing or wrong. */
export type BookState = "waiting" | "good" | "gap"

/** The best price of each side, in ticks, and what stands there, in lots. */
export interface BookTop {
  bid: number | undefined
  bidTotal: number
  ask: number | undefined
  askTotal: number
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
  /** Rises with each change of the book. */
  version = 0
  /** A proven book is held, of now or of the past. */
  hasBook = false
  readonly #book = new LevelBook()
  readonly #undo = new UndoLog()
  readonly #compactHead: CompactHead
  #state: BookState = "waiting"
  #seq = 0
  /** Sequence and checksum of the last proof, and the checksum that the newest delta claims. */
  #provenSeq = 0
  #claimed = 0
  #heardAt = 0
  #resyncAt = 0
  /** Since when the first snapshot is waited for, by the looks of {@link watch}. */
  #waitingSince: number | undefined
  /** When the whole book came, or was asked for, last. */
  #wholeAt = 0
  #resyncs = 0
  #events: BookFeedEvents

  constructor(listed: Listed, events: BookFeedEvents) {
    this.listed = listed
    this.#compactHead = new CompactHead(listed)
    this.#events = events
  }

  /**
   * Compares what was applied since the last proof with the newest checksum. What doesn't fit is undone, and a snapshot
   * is asked for: the book is then the last proven one, and the state `gap`.
   */
  prove(): BookState {
    this.#proveOrUndo()
    return this.#state
  }

  /** The book, proven first; while the state isn't `good` it is of the past. Empty until the first snapshot. */
  proveBook(): LevelBook {
    this.#proveOrUndo()
    return this.#book
  }

  /**
   * Whether another price, or another size, stands best than `top` says; looked at with each message, so before any
   * proof: whoever shows it reads {@link proveBook}.
   */
  isTopOther({ bid, bidTotal, ask, askTotal }: BookTop): boolean {
    const book = this.#book
    return (
      book.best("bid") !== bid ||
      book.best("ask") !== ask ||
      book.totalAt("bid", 0) !== bidTotal ||
      book.totalAt("ask", 0) !== askTotal
    )
  }

  /** Sequence at which the proven book stands. */
  proveSequence(): number {
    this.#proveOrUndo()
    return this.#seq
  }

  /** Subscribed anew: a snapshot is on its way, and its sequence may be any. */
  restart(): void {
    if (!this.#isProven()) this.#undoUnproven()
    this.#undo.clear()
    this.#state = "waiting"
    this.#waitingSince = undefined
    this.#seq = 0
    this.#resyncs = 0
    this.#events.changed()
  }

  /** A `depth` message for this market. Returns the server's time of what was applied, 0 if nothing was. */
  apply(data: Readonly<Record<string, unknown>>, now: number): number {
    this.#heardAt = now
    const isSnapshot = data.snapshot === true
    if (!isSnapshot && this.#state === "waiting") return 0
    if (!isSnapshot && isCount(data.prev) && isCount(data.seq) && !this.#follows(data.prev, data.seq))
      return 0
    const head = readHead(data, this.listed)
    if (!head || (!isSnapshot && !isCount(data.prev))) return this.#proveAndFail("depth message")
    return isSnapshot ? this.#replace(head) : this.#advance(head)
  }

  /** As {@link apply}, of a message in compact form. */
  applyCompact(depth: CompactDepth, now: number): number {
    this.#heardAt = now
    const { isSnapshot, prev, seq, bids, asks } = depth
    if (!isSnapshot && (this.#state === "waiting" || !this.#follows(prev, seq))) return 0
    if (bids + asks > MESSAGE_LEVELS_MAX) return this.#proveAndFail("depth message")
    const head = this.#compactHead.of(depth)
    return isSnapshot ? this.#replace(head) : this.#advance(head)
  }

  /** Whether a delta can be applied to what is held; what comes of it where it can't is done here. */
  #follows(prev: number, seq: number): boolean {
    const verdict = judgeDelta(this.#seq, { prev, seq })
    if (verdict === "gap") this.#proveAndFail(`sequence ${prev} after ${this.#seq}`)
    // In a gap the sequence may fit by chance, but a delta on a book that failed proves nothing.
    return verdict === "next" && this.#state !== "gap"
  }

  /**
   * Once a second: asks again for a snapshot that doesn't come, proves what nobody has looked at, and now and then asks
   * for the whole book, to compare what no checksum covers.
   */
  watch(now: number): void {
    this.#heardAt = now
    this.#proveOrUndo()
    // A clock that was set back would hide for how long it has been asked for.
    this.#resyncAt = Math.min(this.#resyncAt, now)
    this.#wholeAt = Math.min(this.#wholeAt, now)
    // A first snapshot comes by itself; one that is lost on its way doesn't.
    if (this.#state === "waiting") this.#waitingSince = Math.min(this.#waitingSince ?? now, now)
    const askedAt = this.#state === "waiting" ? this.#waitingSince : this.#resyncAt
    const isMissing = this.#state !== "good" && now - (askedAt ?? now) >= RESYNC_AGAIN_MS
    if (isMissing) {
      this.#waitingSince = now
      this.#askForSnapshot()
    }
    if (this.#state !== "good" || now - this.#wholeAt < WHOLE_EVERY_MS) return
    this.#wholeAt = now
    this.#events.resync()
  }

  #replace(head: DepthHead): number {
    this.#proveOrUndo()
    // One from before what is held, late on its way: the book would step back in time.
    const isOld = head.seq < this.#seq && this.#state !== "waiting" && this.#resyncs < 2
    if (isOld) return 0
    this.#wholeAt = this.#heardAt
    if (this.#state === "good" && head.seq === this.#seq && this.hasBook) {
      if (this.#isWhole("bid", head.bids) && this.#isWhole("ask", head.asks)) return head.time
      // Whoever looks deeper than the checksum saw something wrong until now.
      this.#events.gap("levels below the checksum")
    }
    const before = this.hasBook ? copyOf(this.#book) : []
    this.#book.clear()
    const isRead = this.#applySide("bid", head.bids) && this.#applySide("ask", head.asks)
    this.#undo.clear()
    if (!isRead || !this.#fits(head.checksum)) {
      this.#book.clear()
      for (const { side, price, total } of before) this.#book.set(side, price, total)
      return this.#fail(isRead ? "checksum of snapshot" : "depth message")
    }
    this.#seq = head.seq
    this.#provenSeq = head.seq
    this.#resyncs = 0
    this.#state = "good"
    this.hasBook = true
    this.version += 1
    this.#events.changed()
    return head.time
  }

  /** The side holds just what a snapshot of the same sequence says, as deep as that goes. */
  #isWhole(side: BookSide, levels: Levels): boolean {
    const { count } = levels
    const own = this.#book.levels(side, count)
    const isWholeSide = count < SNAPSHOT_LEVELS
    if (own.length !== count || (isWholeSide && this.#book.size(side) !== count)) return false
    const totals = new Map(own.map(({ price, total }) => [price, total]))
    for (let at = 0; at < count; at += 1) {
      const held = totals.get(levels.price(at))
      if (held === undefined || held !== levels.total(at)) return false
    }
    return true
  }

  #advance(head: DepthHead): number {
    const mark = this.#undo.length
    if (!this.#applySide("bid", head.bids) || !this.#applySide("ask", head.asks)) {
      this.#undo.undo(this.#book, mark)
      return this.#proveAndFail("depth message")
    }
    this.#seq = head.seq
    this.#claimed = head.checksum
    this.version += 1
    if (this.#undo.length > UNPROVEN_MAX) this.#proveOrUndo()
    this.#events.changed()
    return head.time
  }

  /** False at the first row that isn't one; what was set before it stands in the undo log. */
  #applySide(side: BookSide, levels: Levels): boolean {
    for (let at = 0; at < levels.count; at += 1) {
      const price = levels.price(at)
      if (!(price >= 1)) return false
      const total = levels.total(at)
      if (!(total >= 0)) return false
      this.#undo.note(side, price, this.#book.set(side, price, total))
    }
    return true
  }

  /** What was applied since the last proof holds, or is taken back. */
  #proveOrUndo(): void {
    if (this.#undo.length === 0 && this.#seq === this.#provenSeq) return
    if (this.#state !== "good") return
    if (this.#isProven()) {
      this.#undo.clear()
      this.#provenSeq = this.#seq
      return
    }
    this.#undoUnproven()
    this.#fail("checksum")
  }

  #isProven(): boolean {
    const isPending = this.#seq !== this.#provenSeq && this.#state === "good"
    return !isPending || this.#fits(this.#claimed)
  }

  #undoUnproven(): void {
    this.#undo.undo(this.#book, 0)
    this.#seq = this.#provenSeq
  }

  #fits(checksum: number): boolean {
    const book = this.#book
    if (book.isCrossed()) return false
    if (book.size("bid") > BOOK_LEVELS_MAX || book.size("ask") > BOOK_LEVELS_MAX) return false
    return bookChecksum(book, this.listed.tick.write, this.listed.lot.write) === checksum
  }

  /** A delta that can't follow: what came before it is proven first, then there is a gap. */
  #proveAndFail(reason: string): number {
    this.#proveOrUndo()
    return this.#fail(reason)
  }

  #fail(reason: string): number {
    if (this.#state === "gap") return 0
    // Waiting for a first snapshot that came broken: ask at once as well.
    this.#state = "gap"
    this.#events.gap(reason)
    this.#askForSnapshot()
    this.#events.changed()
    return 0
  }

  #askForSnapshot(): void {
    this.#resyncAt = this.#heardAt
    this.#resyncs += 1
    this.#events.resync()
  }
}

function readHead(data: Readonly<Record<string, unknown>>, listed: Listed): DepthHead | undefined {
  const { seq, time, checksum, bids, asks } = data
  if (!isCount(seq) || !isCount(time) || !isCount(checksum)) return undefined
  if (!Array.isArray(bids) || !Array.isArray(asks)) return undefined
  if (bids.length + asks.length > MESSAGE_LEVELS_MAX) return undefined
  return { seq, time, checksum, bids: new RowLevels(bids, listed), asks: new RowLevels(asks, listed) }
}

function copyOf(book: LevelBook) {
  const sides: readonly BookSide[] = ["bid", "ask"]
  return sides.flatMap((side) => book.levels(side, BOOK_LEVELS_MAX).map((level) => ({ side, ...level })))
}
