/** The trades of one market, by id without a gap; missing ones are read by HTTP. */

import type { CompactTrades } from "#core/wire/compact-reader.ts"
import type { TradePage } from "../calls/market-calls.ts"
import type { Listed } from "./catalogue.ts"
import { isTradeRow } from "./wire-rows.ts"

export interface Trade {
  id: number
  /** Ticks. */
  price: number
  /** Lots. */
  quantity: number
  side: 1 | -1
  /** Server's clock. */
  time: number
}

/** Trades held: enough for five busy minutes of sizes and for every tape. */
export const TRADES_KEPT_MAX = 3000
/** Trimming moves the whole list, so it is done rarely. */
const TRIM_SLACK = 500
/** Most that one call answers with, and so most that heal one gap; older ones than that have left every tape. */
const TRADES_LIMIT_MAX = 500
const HEAL_AGAIN_MS = 2000
const HEAL_TRIES_MAX = 3

export interface OlderTrades {
  trades: Trade[]
  /** The server keeps still older ones. */
  hasMore: boolean
}

export interface TradeFeedEvents {
  changed(): void
  gap(reason: string): void
  /** Trades below an id, newest first; undefined when the call failed. */
  fetchTrades(symbol: string, limit: number, before: number): Promise<TradePage | undefined>
}

export class TradeFeed {
  readonly listed: Listed
  /** Ascending by id. While {@link isHealing} there is a gap in it. */
  trades: Trade[] = []
  isHealing = false
  /** Trades taken so far, those included that have been trimmed since. */
  taken = 0
  /** Rises when trades were put in elsewhere than at the end: what was derived from the list is to be made anew. */
  revision = 0
  #events: TradeFeedEvents
  #isFetching = false
  #tries = 0
  #tryAgainAt = 0

  constructor(listed: Listed, events: TradeFeedEvents) {
    this.listed = listed
    this.#events = events
  }

  get newest(): Trade | undefined {
    return this.trades.at(-1)
  }

  /** Rows of a `trade` message, oldest first. Returns the newest time, and how many rows were none. */
  apply(rows: readonly unknown[], now: number): { newest: number; refused: number } {
    return this.#take(this.#read(rows), rows.length, now)
  }

  /** As {@link apply}, of trades in compact form. */
  applyCompact(message: CompactTrades, now: number): { newest: number; refused: number } {
    return this.#take(this.#readCompact(message), message.count, now)
  }

  #take(incoming: readonly Trade[], count: number, now: number): { newest: number; refused: number } {
    const before = this.newest?.id
    const refused = count - incoming.length
    if (incoming.length === 0) return { newest: 0, refused }
    const isWhole = this.#merge(incoming)
    if (!isWhole && !this.isHealing && this.#findGap() !== undefined) {
      this.isHealing = true
      this.#tries = 0
      this.#events.gap(`trade ${incoming[0]?.id} after ${before}`)
    }
    if (this.isHealing) this.#heal(now)
    this.#events.changed()
    return { newest: incoming.at(-1)?.time ?? 0, refused }
  }

  /** Reads the newest trades below an id, ascending; the feed keeps none of them. Undefined when the call failed. */
  readOlder(before: number, take: (page: OlderTrades | undefined) => void): void {
    void this.#events.fetchTrades(this.listed.market.id, TRADES_LIMIT_MAX, before).then((page) => {
      take(page && { trades: this.#read([...page.rows].reverse()), hasMore: page.next !== 0 })
      this.#events.changed()
    })
  }

  /** Once a second: another try where healing failed. */
  watch(now: number): void {
    // A clock that was set back must not hold it up for as long.
    this.#tryAgainAt = Math.min(this.#tryAgainAt, now + HEAL_AGAIN_MS * HEAL_TRIES_MAX)
    if (this.isHealing && now >= this.#tryAgainAt) this.#heal(now)
  }

  #read(rows: readonly unknown[]): Trade[] {
    const trades: Trade[] = []
    let last = 0
    let isSorted = true
    for (const row of rows) {
      if (!isTradeRow(row)) continue
      const price = this.listed.tick.read(row[1])
      const quantity = this.listed.lot.read(row[2])
      if (!(price >= 1) || !(quantity >= 1)) continue
      if (row[0] <= last) isSorted = false
      last = row[0]
      trades.push({ id: row[0], price, quantity, side: row[3], time: row[4] })
    }
    return isSorted ? trades : trades.sort((a, b) => a.id - b.id)
  }

  #readCompact({ rows, count, priceScale, quantityScale }: CompactTrades): Trade[] {
    const { tick, lot } = this.listed
    const trades: Trade[] = []
    let isSorted = true
    for (let at = 0; at < 5 * count; at += 5) {
      const id = rows[at] as number
      const price = tick.readDigits(rows[at + 3] as number, priceScale)
      const quantity = lot.readDigits(rows[at + 4] as number, quantityScale)
      if (!(price >= 1) || !(quantity >= 1)) continue
      if (id <= (trades.at(-1)?.id ?? 0)) isSorted = false
      trades.push({ id, price, quantity, side: rows[at + 2] as 1 | -1, time: rows[at + 1] as number })
    }
    return isSorted ? trades : trades.sort((a, b) => a.id - b.id)
  }

  /** Takes what is new. True when the list surely has no new gap: the usual case, seen without looking through it. */
  #merge(incoming: readonly Trade[]): boolean {
    const newest = this.newest?.id ?? Number.NEGATIVE_INFINITY
    const isTail = (incoming[0]?.id ?? 0) > newest
    let isWhole = isTail
    if (isTail) {
      let last = this.newest?.id
      for (const trade of incoming) {
        if (trade.id === last) continue
        if (last !== undefined && trade.id !== last + 1) isWhole = false
        this.trades.push(trade)
        this.taken += 1
        last = trade.id
      }
    } else {
      const known = new Map(this.trades.map((trade) => [trade.id, trade]))
      let added = 0
      for (const trade of incoming) {
        if (known.has(trade.id)) continue
        known.set(trade.id, trade)
        this.taken += 1
        added += trade.id < newest ? 1 : 0
      }
      this.trades = [...known.values()].sort((a, b) => a.id - b.id)
      if (added > 0) this.revision += 1
    }
    if (this.trades.length > TRADES_KEPT_MAX + TRIM_SLACK) this.trades = this.trades.slice(-TRADES_KEPT_MAX)
    return isWhole
  }

  /** Index of the newest trade whose predecessor is missing. */
  #findGap(): number | undefined {
    for (let at = this.trades.length - 1; at > 0; at -= 1) {
      if ((this.trades[at]?.id ?? 0) !== (this.trades[at - 1]?.id ?? 0) + 1) return at
    }
    return undefined
  }

  /** Reads what is missing, one call at a time. */
  #heal(now: number): void {
    const at = this.#findGap()
    if (at === undefined) {
      this.isHealing = false
      return
    }
    const after = this.trades[at]?.id ?? 0
    if (this.#isFetching || now < this.#tryAgainAt) return
    this.#isFetching = true
    const missing = after - (this.trades[at - 1]?.id ?? 0) - 1
    const limit = Math.min(missing, TRADES_LIMIT_MAX)
    void this.#events.fetchTrades(this.listed.market.id, limit, after).then((page) => {
      this.#isFetching = false
      this.#healed(after, page, now)
    })
  }

  #healed(after: number, page: TradePage | undefined, askedAt: number): void {
    if (page) {
      const found = this.#read([...page.rows].reverse())
      // The server knows no trade just below the one it sent: its word by HTTP counts, the odd one goes.
      if (found.length > 0 && found.at(-1)?.id !== after - 1) this.trades = []
      this.#merge(found)
      this.#tries = 0
    } else {
      this.#tries += 1
      this.#tryAgainAt = askedAt + HEAL_AGAIN_MS * this.#tries
    }
    const at = this.#findGap()
    // The rest of a gap longer than a page, or one that nobody can fill: older trades go, rather than a hole stays.
    if (at !== undefined && (page || this.#tries >= HEAL_TRIES_MAX)) this.trades = this.trades.slice(at)
    this.isHealing = this.#findGap() !== undefined
    this.revision += 1
    this.#events.changed()
  }
}
