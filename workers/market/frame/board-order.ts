/** Ranks the markets that lead over 24 h. Plain functions over the catalogue and the newest tickers. */

import type { Listed } from "../feeds/catalogue.ts"
import type { Board } from "../view.ts"
import type { TickerFigures } from "./ticker-cells.ts"

/** What is known of the markets. */
interface BoardSource {
  figuresOf(id: string): TickerFigures
  /** One unit of a quote in the currency that turnovers are compared in; null where unknown. */
  worthOf(quote: string): number | null
}

interface Candidate {
  id: string
  /** Per cent, as it is shown: to two places. */
  change: number
  /** In one currency, so that turnovers can be compared; to sort by, never money. */
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
  source: BoardSource,
  boards: readonly Board[],
  rows: number,
): Partial<Record<Board, string[]>> {
  const candidates = traded(markets, source)
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

function traded(markets: readonly Listed[], { figuresOf, worthOf }: BoardSource): Candidate[] {
  return markets.flatMap(({ market: { id, quote } }) => {
    const { change, turnover } = figuresOf(id)
    if (!turnover) return []
    return [{ id, change: Number((change ?? 0).toFixed(2)), turnover: turnover * (worthOf(quote) ?? 0) }]
  })
}
