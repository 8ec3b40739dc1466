/** The rows of the commit figure: 500 markets, 30 in view, all 30 changed by each step. */

import type { SpotMarket } from "#core/wire/market.ts"
import type { TickerCells } from "#workers/market/market.api.ts"
import { planMarkets, spotMarket } from "../../load/workload.ts"

export const ROWS = 30
const ROW_PX = 28
/** Height of the place for the rows: exactly thirty. */
export const ROWS_PX = ROWS * ROW_PX

export const markets: readonly SpotMarket[] = planMarkets().map(spotMarket)
export const IDS: readonly string[] = markets.map(({ id }) => id)

/** Texts are made beforehand by the worker in the product, so the step doesn't count them. */
export const lastAt = (step: number): string =>
  `${1000 + (step % 900)}.${String(step % 100).padStart(2, "0")}`

export function cellsAt(step: number): TickerCells[] {
  const moved = step % 2 === 0 ? 1 : -1
  return IDS.slice(0, ROWS).map((id) => ({
    id,
    last: lastAt(step),
    lastValue: lastAt(step),
    openValue: "1000.00",
    moved,
    sign: moved,
    change: `+${step % 50}.10`,
    changePercent: `+${step % 9}.${String(step % 100).padStart(2, "0")}\u2009%`,
    high: "1,100.00",
    low: "900.00",
    volume: `${step % 90}.1M`,
    turnover: `${step % 80}.2B`,
    turnoverWorth: `${step % 80}.2B`,
    bid: "1,000.00",
    ask: "1,000.10",
    spreadPercent: "0.01\u2009%",
    range: (step % 10) / 10,
    mark: null,
    indexPrice: null,
    fundingRate: null,
    nextFunding: null,
    openInterest: null,
  }))
}
