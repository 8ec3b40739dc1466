/** A book that is either proven or stale: kept by sequence, and compared by checksum after every change. */

import { crc32 } from "node:zlib"
import type { Delta, Level, Snapshot } from "./messages.ts"

const CHECKSUM_LEVELS = 25

export class OrderBook {
  #seq = 0
  #isStale = true
  /** Price text → total text. A price is always written the same way, so its text is a safe key. */
  readonly #bids = new Map<string, string>()
  readonly #asks = new Map<string, string>()

  get seq(): number {
    return this.#seq
  }

  /** Nothing may be shown: a snapshot is awaited. */
  get isStale(): boolean {
    return this.#isStale
  }

  /** Takes a message. False: something is missing or wrong, and a `resync` must be sent now. */
  take(message: Snapshot | Delta): boolean {
    if ("snapshot" in message) {
      this.#bids.clear()
      this.#asks.clear()
      this.#isStale = false
    } else {
      // A resync is under way already, or the delta is older than what we hold.
      if (this.#isStale || message.seq <= this.#seq) return true
      if (message.prev !== this.#seq) return this.#goStale()
    }
    this.#seq = message.seq
    setLevels(this.#bids, message.bids)
    setLevels(this.#asks, message.asks)
    return this.checksum() === message.checksum || this.#goStale()
  }

  /** Whatever was known is no longer sure, for instance because the connection was lost. */
  forget(): void {
    this.#isStale = true
  }

  best(): { bid: Level | undefined; ask: Level | undefined } {
    return { bid: this.levels("bid", 1)[0], ask: this.levels("ask", 1)[0] }
  }

  /** Best first. */
  levels(side: "bid" | "ask", count: number): Level[] {
    const levels: Level[] = [...(side === "bid" ? this.#bids : this.#asks)]
    // For the order alone a number is exact enough: ticks are far coarser than its last digit.
    const way = side === "bid" ? -1 : 1
    return levels.sort(([one], [other]) => way * (Number(one) - Number(other))).slice(0, count)
  }

  /** CRC-32 over the best 25 levels, bid and ask in turn, each `price:total`, joined by `:`. */
  checksum(): number {
    const bids = this.levels("bid", CHECKSUM_LEVELS)
    const asks = this.levels("ask", CHECKSUM_LEVELS)
    const parts: string[] = []
    for (let rank = 0; rank < CHECKSUM_LEVELS; rank += 1)
      for (const level of [bids[rank], asks[rank]]) if (level) parts.push(level.join(":"))
    return crc32(parts.join(":"))
  }

  #goStale(): false {
    this.#isStale = true
    return false
  }
}

function setLevels(side: Map<string, string>, levels: readonly Level[]): void {
  for (const [price, total] of levels) {
    if (total === "0") side.delete(price)
    else side.set(price, total)
  }
}
