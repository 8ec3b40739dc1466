/** Filters out trades that were already delivered or that lie outside the accepted time. */

import type { TimeMs } from "#core/money/units.ts"
import type { CcxtTrade } from "./ccxt-exchange.ts"

/** A trade older than this on arrival is an exchange telling what was before; one so far ahead is nonsense. */
const TRADE_AGE_MS_MAX = 60_000
/** Trades that are remembered, a market. */
const IDS_MAX = 1000

export class SeenTrades {
  readonly #seen = new Map<string, Set<string>>()

  /** Of trades that a socket delivered: exchanges send the last ones again after a reconnect. */
  told(trades: readonly CcxtTrade[], now: TimeMs): CcxtTrade[] {
    return trades.filter((trade) => {
      if (!isOfNow(trade, now)) return false
      if (trade.id === undefined) return true
      const seen = this.#of(trade.symbol ?? "")
      if (seen.has(trade.id)) return false
      this.#remember(seen, trade.id)
      return true
    })
  }

  /** Of trades that were asked for, the last ones each time. The first answer tells only what was. */
  asked(symbol: string, trades: readonly CcxtTrade[], now: TimeMs): CcxtTrade[] {
    const isFirst = !this.#seen.has(symbol)
    const seen = this.#of(symbol)
    const fresh: CcxtTrade[] = []
    for (const trade of trades) {
      const id = trade.id ?? `${trade.timestamp}/${trade.price}/${trade.amount}`
      if (seen.has(id)) continue
      this.#remember(seen, id)
      if (!isFirst && isOfNow(trade, now)) fresh.push(trade)
    }
    return fresh
  }

  #of(symbol: string): Set<string> {
    const seen = this.#seen.get(symbol) ?? new Set()
    this.#seen.set(symbol, seen)
    return seen
  }

  #remember(seen: Set<string>, id: string): void {
    seen.add(id)
    if (seen.size <= IDS_MAX) return
    const [oldest] = seen
    if (oldest !== undefined) seen.delete(oldest)
  }
}

const isOfNow = ({ timestamp }: CcxtTrade, now: TimeMs): boolean =>
  timestamp === undefined || Math.abs(now - timestamp) <= TRADE_AGE_MS_MAX
