/** Rebuilds every book of a recording and compares it with the best prices and checksums recorded beside it. */

import { crc32 } from "#core/book/checksum.ts"
import { type BookSide, LevelBook } from "#core/book/level-book.ts"
import type { RecordedChecksum, RecordedEvent, RecordedLevel, RecordedTicker } from "./recorded-event.ts"
import { measureSteps, type SeenSteps, unitsOf } from "./recorded-steps.ts"
import type { Recording } from "./recording.ts"

/** What is compared: all figures count what was compared, then how many were equal. */
type Check =
  | "checksum"
  | "best price and size, same update"
  | "best price, latest earlier update"
  | "not crossed"

export interface SymbolReport {
  symbol: string
  /** Snapshots and deltas that were applied. */
  updates: number
  deltas: number
  /** Deltas older than the book, passed over. */
  discarded: number
  gaps: number
  /** Updates that had no book to be compared: behind a gap, or before any snapshot. */
  lost: number
  /** Books that stood crossed after an update. */
  crossed: number
  checks: Map<Check, { compared: number; equal: number }>
  /** The first difference, in words. */
  firstDifference: string | undefined
}

/** Books that wait for the next best price; it comes within milliseconds. */
const WAITING_MAX = 100_000
const TICKERS_MAX = 20_000
const KRAKEN_LEVELS = 10
const INTERLEAVED_LEVELS = 25

/** Of the updates at most so many may have had no book; beyond that "equal" would say little of the recording. */
const LOST_SHARE_MAX = 0.1

export interface Judgement {
  compared: number
  equal: number
  /** Updates that had no book to be compared. */
  lost: number
  /** Why the recording is not proven, in words; empty when it is. */
  doubts: string[]
}

/** What the books of one recording come to. */
export function judgeReports(reports: readonly SymbolReport[]): Judgement {
  const judgement: Judgement = { compared: 0, equal: 0, lost: 0, doubts: [] }
  for (const { symbol, updates, lost, crossed, checks } of reports) {
    let compared = 0
    for (const count of checks.values()) {
      compared += count.compared
      judgement.equal += count.equal
    }
    judgement.compared += compared
    judgement.lost += lost
    if (crossed > 0) judgement.doubts.push(`${symbol}: ${crossed} books stood crossed`)
    if (lost > LOST_SHARE_MAX * (updates + lost))
      judgement.doubts.push(`${symbol}: ${lost} of ${updates + lost} updates had no book to be compared`)
  }
  if (judgement.compared === 0) judgement.doubts.push("nothing could be compared")
  else if (judgement.compared !== judgement.equal)
    judgement.doubts.push(`${judgement.compared - judgement.equal} differ`)
  return judgement
}

/** Rebuilds all books of a recording. Symbols in the order of their first event. */
export function verifyRecording(recording: Recording): SymbolReport[] {
  const steps = measureSteps(recording.events())
  const books = new Map<string, VerifiedBook>()
  for (const event of recording.events()) {
    if (event.kind === "trade" || event.kind === "index") continue
    let book = books.get(event.symbol)
    const seen = steps.get(event.symbol)
    if (!book && seen) {
      book = new VerifiedBook(event.symbol, seen)
      books.set(event.symbol, book)
    }
    book?.take(event)
  }
  return [...books.values()].map((book) => book.finish())
}

/** Best prices and sizes of a side, or of a ticker, in whole units. */
interface Best {
  id: number
  bid: number
  bidSize: number
  ask: number
  askSize: number
}

class VerifiedBook {
  readonly #report: SymbolReport
  readonly #steps: SeenSteps
  readonly #book = new LevelBook()
  /** The very texts of each level: checksums are made of them. */
  readonly #texts = { bid: new Map<number, RecordedLevel>(), ask: new Map<number, RecordedLevel>() }
  #isKnown = false
  /** Books that no ticker of a later update has judged yet. */
  #waiting: Best[] = []
  /** The newest best prices, by rising update. */
  readonly #tickers: Best[] = []

  constructor(symbol: string, steps: SeenSteps) {
    this.#steps = steps
    this.#report = {
      symbol,
      updates: 0,
      deltas: 0,
      discarded: 0,
      gaps: 0,
      lost: 0,
      crossed: 0,
      checks: new Map(),
      firstDifference: undefined,
    }
  }

  take(event: RecordedEvent): void {
    switch (event.kind) {
      case "gap":
        this.#isKnown = false
        this.#report.gaps += 1
        return
      case "lost":
        this.#report.lost += 1
        return
      case "old":
        this.#report.discarded += 1
        return
      case "ticker":
        this.#takeTicker(event)
        return
      case "snapshot":
      case "delta":
        this.#update(event)
    }
  }

  finish(): SymbolReport {
    this.#judgeWaiting(Number.POSITIVE_INFINITY)
    return this.#report
  }

  #update(event: Extract<RecordedEvent, { kind: "snapshot" | "delta" }>): void {
    if (event.kind === "snapshot") {
      this.#book.clear()
      this.#texts.bid.clear()
      this.#texts.ask.clear()
      this.#isKnown = true
    }
    if (!this.#isKnown) {
      this.#report.lost += 1
      return
    }
    this.#set("bid", event.bids)
    this.#set("ask", event.asks)
    if (event.depth !== undefined) this.#cut(event.depth)
    this.#report.updates += 1
    if (event.kind === "delta") this.#report.deltas += 1
    const isCrossed = this.#book.isCrossed()
    if (isCrossed) this.#report.crossed += 1
    if (event.checksum) this.#compareSum(event.checksum, event.time)
    else if (event.id === undefined && event.depth === undefined)
      this.#count("not crossed", !isCrossed, () => `crossed at ${event.time}`)
    if (event.id !== undefined && event.kind === "delta" && !event.isCatchingUp) this.#remember(event.id)
  }

  #set(side: BookSide, levels: readonly RecordedLevel[]): void {
    for (const level of levels) {
      const price = unitsOf(level[0], this.#steps.priceDecimals)
      const total = unitsOf(level[1], this.#steps.quantityDecimals)
      this.#book.set(side, price, total)
      if (total === 0) this.#texts[side].delete(price)
      else this.#texts[side].set(price, level)
    }
  }

  /** Some exchanges send only so many levels and no word of those that fall out below. */
  #cut(depth: number): void {
    for (const side of ["bid", "ask"] as const)
      while (this.#book.size(side) > depth) {
        const price = this.#book.priceAt(side, this.#book.size(side) - 1)
        if (price === undefined) break
        this.#book.set(side, price, 0)
        this.#texts[side].delete(price)
      }
  }

  #compareSum(checksum: RecordedChecksum, time: number): void {
    const own = crc32(checksum.style === "kraken" ? this.#krakenText() : this.#interleavedText())
    this.#count("checksum", own === checksum.value, () => `sum ${own}, not ${checksum.value}, at ${time}`)
  }

  #textAt(side: BookSide, rank: number): RecordedLevel | undefined {
    const price = this.#book.priceAt(side, rank)
    return price === undefined ? undefined : this.#texts[side].get(price)
  }

  /** Best 10 asks, then bids: price and quantity without point and leading zeros. */
  #krakenText(): string {
    const digits = (text: string) => text.replace(".", "").replace(/^0+/, "")
    let text = ""
    for (const side of ["ask", "bid"] as const)
      for (let rank = 0; rank < KRAKEN_LEVELS; rank += 1) {
        const level = this.#textAt(side, rank)
        if (level) text += digits(level[0]) + digits(level[1])
      }
    return text
  }

  /** Best 25, bid and ask in turn; a missing level is skipped. */
  #interleavedText(): string {
    const parts: string[] = []
    for (let rank = 0; rank < INTERLEAVED_LEVELS; rank += 1)
      for (const side of ["bid", "ask"] as const) {
        const level = this.#textAt(side, rank)
        if (level) parts.push(`${level[0]}:${level[1]}`)
      }
    return parts.join(":")
  }

  /** Keeps the best prices of this update until a ticker of a later one tells which was the latest before. */
  #remember(id: number): void {
    const bid = this.#book.best("bid") ?? 0
    const ask = this.#book.best("ask") ?? 0
    this.#waiting.push({
      id,
      bid,
      ask,
      bidSize: this.#book.total("bid", Math.max(1, bid)),
      askSize: this.#book.total("ask", Math.max(1, ask)),
    })
    if (this.#waiting.length > WAITING_MAX) this.#waiting.shift()
  }

  /** The two streams run beside each other: a ticker may come before the book that it judges, or after. */
  #takeTicker({ id, bid, ask }: RecordedTicker): void {
    const { priceDecimals, quantityDecimals } = this.#steps
    const told = {
      id,
      bid: unitsOf(bid[0], priceDecimals),
      bidSize: unitsOf(bid[1], quantityDecimals),
      ask: unitsOf(ask[0], priceDecimals),
      askSize: unitsOf(ask[1], quantityDecimals),
    }
    if (id < (this.#tickers.at(-1)?.id ?? 0)) return
    this.#tickers.push(told)
    if (this.#tickers.length > TICKERS_MAX) this.#tickers.splice(0, TICKERS_MAX / 2)
    this.#judgeWaiting(id)
  }

  /** Judges the books of updates before `id` by the ticker that was the latest then. */
  #judgeWaiting(id: number): void {
    let judged = 0
    for (const best of this.#waiting) {
      if (best.id >= id) break
      judged += 1
      const told = this.#latestTicker(best.id)
      if (told) this.#judge(best, told)
    }
    if (judged > 0) this.#waiting.splice(0, judged)
  }

  #latestTicker(id: number): Best | undefined {
    let low = 0
    let high = this.#tickers.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#tickers[middle]?.id ?? 0) <= id) low = middle + 1
      else high = middle
    }
    return this.#tickers[low - 1]
  }

  #judge(own: Best, told: Best): void {
    const isPriceEqual = own.bid === told.bid && own.ask === told.ask
    const words = () => `update ${own.id}: ${JSON.stringify(own)}, told ${JSON.stringify(told)}`
    this.#count("best price, latest earlier update", isPriceEqual, words)
    if (own.id !== told.id) return
    const isSizeEqual = own.bidSize === told.bidSize && own.askSize === told.askSize
    this.#count("best price and size, same update", isPriceEqual && isSizeEqual, words)
  }

  #count(check: Check, isEqual: boolean, difference: () => string): void {
    const { checks } = this.#report
    const counted = checks.get(check) ?? { compared: 0, equal: 0 }
    checks.set(check, { compared: counted.compared + 1, equal: counted.equal + (isEqual ? 1 : 0) })
    if (!isEqual) this.#report.firstDifference ??= difference()
  }
}
