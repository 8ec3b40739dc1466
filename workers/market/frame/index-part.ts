/**
 * Newest ticks of the indexes on screen, and whether one is too old to open a contract on: that of the market on screen at
 * full rate, those of rows all together at the rate of rows.
 */

import { OPEN_TICK_AGE_MS } from "#core/second/second-contract.ts"
import type { IndexTick } from "../feeds/index-feed.ts"
import type { MarketFeeds } from "../feeds/market-feeds.ts"
import type { Frame, IndexCells } from "../frame.ts"
import type { FramePart } from "./frame-part.ts"
import type { MarketTexts } from "./market-texts.ts"
import { isTurn, ROWS_EVERY_MS } from "./rates.ts"

interface Sent {
  tick: IndexTick | undefined
  isStale: boolean
  textVersion: number
}

export class IndexPart implements FramePart {
  #feeds: MarketFeeds
  #texts: MarketTexts
  #sent = new Map<string, Sent>()
  /** What each price was before: the direction of a move. */
  #before = new Map<string, string>()
  /** When rows got ticks last. */
  #rowsSentAt = 0

  constructor(feeds: MarketFeeds, texts: MarketTexts) {
    this.#feeds = feeds
    this.#texts = texts
  }

  dueAt(now: number): number | undefined {
    let first: number | undefined
    for (const index of this.#shown()) {
      if (this.#isMissing(index, now)) {
        if (!this.#waitsForRows(index, now)) return now
        first = Math.min(first ?? this.#rowsDueAt, this.#rowsDueAt)
        continue
      }
      const tick = this.#feeds.indexes.get(index)
      if (!tick || this.#isStale(tick, now)) continue
      // Nothing else has to happen for a tick to get old.
      const oldAt = tick.time + OPEN_TICK_AGE_MS + 1 - this.#feeds.socket.heartbeat.clockOffset
      first = Math.min(first ?? oldAt, oldAt)
    }
    return first
  }

  put(frame: Frame, now: number): void {
    const shown = this.#shown()
    for (const index of this.#sent.keys()) if (!shown.includes(index)) this.#sent.delete(index)
    const due = shown.filter((index) => this.#isMissing(index, now) && !this.#waitsForRows(index, now))
    if (due.some((index) => !this.#isHead(index))) this.#rowsSentAt = now
    frame.indexes = due.map((index) => this.#cells(index, now))
  }

  #shown(): readonly string[] {
    const { indexes = [], rowIndexes = [] } = this.#feeds.view
    return [...new Set([...indexes, ...rowIndexes])]
  }

  #isHead(index: string): boolean {
    return this.#feeds.view.indexes?.includes(index) ?? false
  }

  get #rowsDueAt(): number {
    return this.#rowsSentAt + ROWS_EVERY_MS
  }

  /** Of a row that was told before: the next one comes with those of the other rows. */
  #waitsForRows(index: string, now: number): boolean {
    return !this.#isHead(index) && this.#sent.has(index) && !isTurn(this.#rowsSentAt, ROWS_EVERY_MS, now)
  }

  #isMissing(index: string, now: number): boolean {
    const sent = this.#sent.get(index)
    const tick = this.#feeds.indexes.get(index)
    return (
      sent === undefined ||
      sent.tick !== tick ||
      sent.isStale !== this.#isStale(tick, now) ||
      sent.textVersion !== this.#texts.version
    )
  }

  #isStale(tick: IndexTick | undefined, now: number): boolean {
    return tick === undefined || this.#feeds.serverNow(now) - tick.time > OPEN_TICK_AGE_MS
  }

  #cells(index: string, now: number): IndexCells {
    const tick = this.#feeds.indexes.get(index)
    const isStale = this.#isStale(tick, now)
    this.#sent.set(index, { tick, isStale, textVersion: this.#texts.version })
    const value = tick?.price ?? null
    const before = this.#before.get(index)
    const moved = value === null || before === undefined ? 0 : Math.sign(Number(value) - Number(before))
    if (value !== null) this.#before.set(index, value)
    const listed = this.#feeds.catalogue.ofIndex(index)
    const price = value === null || !listed ? null : this.#texts.of(listed).price(value)
    return {
      index,
      seq: tick?.seq ?? null,
      time: tick?.time ?? null,
      value,
      price,
      moved: moved as -1 | 0 | 1,
      isStale,
    }
  }
}
