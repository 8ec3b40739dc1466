/** Who leads over 24 h? Plain functions over the catalogue and the newest tickers. */

import type { Listed } from "../feeds/catalogue.ts"
import type { Board } from "../market.api.ts"
import type { TickerFigures } from "./ticker-cells.ts"

type FiguresOf = (id: string) => TickerFigures

interface Candidate {
  id: string
  /** Per cent, as it is shown: to two places. */
  change: number
  /** In the quote that most markets have, so that turnovers can be compared; to sort by, never money. */
  turnover: number
}

const ORDERS: Record<Board, (one: Candidate, other: Candidate) => number> = {
  gainers: (one, other) => other.change - one.change,
  losers: (one, other) => one.change - other.change,
  turnover: (one, other) => other.turnover - one.turnover,
}

/**
 * The first `rows` ids of each board. Only markets in which something was traded within 24 h count, and gainers and
 * losers are those whose shown change isn't 0.00 %. Equals: the greater turnover, then the name, so that no order is
 * up to chance.
 */
export function boardOrders(
  markets: readonly Listed[],
  figuresOf: FiguresOf,
  boards: readonly Board[],
  rows: number,
): Partial<Record<Board, string[]>> {
  const candidates = traded(markets, figuresOf)
  return Object.fromEntries(
    boards.map((board) => {
      const sign = board === "gainers" ? 1 : board === "losers" ? -1 : 0
      const chosen = sign === 0 ? candidates : candidates.filter(({ change }) => change * sign > 0)
      const order = ORDERS[board]
      chosen.sort((one, other) => order(one, other) || other.turnover - one.turnover || byId(one, other))
      return [board, chosen.slice(0, rows).map(({ id }) => id)]
    }),
  )
}

const byId = (one: Candidate, other: Candidate) => (one.id < other.id ? -1 : 1)

function traded(markets: readonly Listed[], figuresOf: FiguresOf): Candidate[] {
  const rates = quoteRates(markets, figuresOf)
  return markets.flatMap(({ market: { id, quote } }) => {
    const { change, turnover } = figuresOf(id)
    if (!turnover) return []
    return [{ id, change: Number((change ?? 0).toFixed(2)), turnover: turnover * (rates.get(quote) ?? 0) }]
  })
}

/** What one unit of each quote is worth in the commonest of them, by the markets themselves; unknown ones are left out. */
function quoteRates(markets: readonly Listed[], figuresOf: FiguresOf): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { market } of markets) counts.set(market.quote, (counts.get(market.quote) ?? 0) + 1)
  const [common] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? []
  const rates = new Map<string, number>()
  for (const { market } of markets) {
    if (market.quote !== common || !counts.has(market.base)) continue
    const { last } = figuresOf(market.id)
    if (last !== null) rates.set(market.base, last)
  }
  if (common !== undefined) rates.set(common, 1)
  return rates
}
