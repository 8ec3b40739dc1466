/** Totals over all markets: counts by kind, and the 24 h turnover by quote. */

import type { InstrumentKind } from "#core/instrument/instrument.ts"
import { formatAmount, parseAmount } from "#core/money/steps.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"

/** How many markets of each kind are listed. */
export function marketCounts(reader: MarketReader): Record<InstrumentKind, number> {
  const counts = { spot: 0, perpetual: 0, second: 0 }
  for (const { kind } of reader.instruments()) counts[kind] += 1
  return counts
}

/**
 * Exact sums of what the tickers tell: spot and perpetual markets together, the quote of the most markets first.
 * Second contracts have no turnover.
 */
export function dayTurnover(reader: MarketReader): { quote: string; amount: string }[] {
  const sums = new Map<string, { markets: number; amount: bigint }>()
  for (const { id, kind, quote } of reader.instruments()) {
    if (kind === "second") continue
    const turnover = parseAmount(reader.ticker(id)?.[6] ?? "")
    const sum = sums.get(quote) ?? { markets: 0, amount: 0n }
    sums.set(quote, {
      markets: sum.markets + 1,
      amount: sum.amount + (turnover.ok ? turnover.value : 0n),
    })
  }
  return [...sums]
    .sort(([one, a], [other, b]) => b.markets - a.markets || (one < other ? -1 : 1))
    .map(([quote, { amount }]) => ({ quote, amount: formatAmount(amount) }))
}
