/** The profit of an open position, by the mark as the worker joins it, or by the market's last price (P9). */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { divideDown, divideNearest } from "#core/money/rounding.ts"
import { fineUnitsOf, formatAmount, unitsOf } from "#core/money/steps.ts"
import { type Amount, type Price8, UNITS_PER_COIN } from "#core/money/units.ts"
import { returnOnEquity, unrealisedProfit } from "#core/position/profit.ts"
import type { Position } from "#core/wire/contract.ts"
import type { PositionCells } from "#workers/market/market.api.ts"
import { positionCellsOf } from "../stores/contracts-store.ts"
import { tickerOf } from "../stores/market-store.ts"
import { profitBasis } from "../stores/profit-basis.ts"
import { formatDecimal } from "../text/numbers.ts"

export type OpenProfit = Pick<PositionCells, "unrealised" | "sign" | "roe">

/** Unknown until a price is there. By the last price, whoever shows it also follows the market's ticker. */
export function useOpenProfit(position: Position): OpenProfit {
  const { i18n } = useTranslation()
  const { by } = useSnapshot(profitBasis)
  // One of both: a snapshot of which nothing is read wakes with every change.
  const source = useSnapshot(by === "last" ? tickerOf(position.instrument) : positionCellsOf(position.id))
  if ("lastValue" in source) return profitAt(position, source.lastValue, i18n.language)
  const { unrealised, sign, roe } = source
  return { unrealised, sign, roe }
}

/** Pure: at `price`, wire text; to the same figures and roundings as the worker's. */
export function profitAt(
  position: Pick<Position, "side" | "quantity" | "cost" | "leverage">,
  price: string | null,
  language: string,
): OpenProfit {
  const at = unitsOf(price ?? "") as bigint as Price8
  if (at === 0n) return { unrealised: null, sign: 0, roe: null }
  const size = (position.side === "long" ? 1n : -1n) * unitsOf(position.quantity)
  const held = { size: size as Amount, cost: fineUnitsOf(position.cost) }
  const profit = unrealisedProfit(held, at)
  const rate = returnOnEquity(held, at, position.leverage) ?? 0n
  // Hundredths of a percent: as an amount of four decimals less.
  const percent = divideNearest(rate, 10_000n)
  const text = `${formatDecimal(formatAmount(percent * 1_000_000n, 2), language)}\u202f%`
  return {
    unrealised: formatAmount(divideDown(profit, UNITS_PER_COIN)),
    sign: profit === 0n ? 0 : profit > 0n ? 1 : -1,
    roe: percent > 0n ? `+${text}` : text,
  }
}
