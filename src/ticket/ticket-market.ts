/** A listed market and its book as core reckons with them: steps and bounds as whole units, prices in ticks. */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import type { MarketPrices } from "#core/instrument/price-rule.ts"
import { parseAmount, parseSteps, unitsOf } from "#core/money/steps.ts"
import { type Lots, type Price8, UNITS_PER_COIN } from "#core/money/units.ts"
import type { Ladder } from "#core/order/walk-book.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import type { LadderFrame } from "#workers/market/market.api.ts"

/** Where the server names no own limit, core's widest. */
const NEVER = 100

/** What all instruments with a book have; the kind adds its own. Throws on steps that are no amounts: the worker lists no such market. */
export function bookTermsOf(market: TradedMarket): Omit<SpotInstrument, "kind" | "feeIn"> {
  const tick = amountIn(market.tick)
  const lot = amountIn(market.lot)
  return {
    id: market.id,
    base: market.base,
    quote: market.quote,
    tick,
    lot,
    notionalUnit: (tick * lot) / UNITS_PER_COIN,
    state: market.state,
    listedAt: market.listedAt,
    ...(market.openAt > 0 ? { openAt: market.openAt } : {}),
    ...(market.delistAt > 0 ? { delistAt: market.delistAt } : {}),
    minQuantity: lotsOf(market.minQuantity, lot),
    maxQuantity: lotsOf(market.maxQuantity, lot),
    maxMarketQuantity: lotsOf(market.maxMarketQuantity, lot),
    minNotional: amountIn(market.minNotional),
    // Counted by the server alone.
    maxOpenOrders: NEVER,
    maxStops: NEVER,
    priceRule: market.priceRule,
    band: amountIn(market.band),
    marketProtection: amountIn(market.marketProtection),
    stpDefault: "EXPIRE_MAKER",
  }
}

const EMPTY: Ladder = { bids: [], asks: [] }

/** The exact book of this market; empty until it came. */
export const ladderOf = (frame: LadderFrame | null, instrument: string): Ladder =>
  frame?.instrument === instrument ? frame : EMPTY

/** Best prices and last in ticks, a contract's mark exactly. */
export function pricesOf(
  frame: LadderFrame | null,
  { id, tick }: Pick<SpotInstrument, "id" | "tick">,
): MarketPrices {
  if (frame?.instrument !== id) return {}
  const last = parseSteps(frame.last, tick)
  const mark = parseAmount(frame.mark)
  return {
    bestBid: frame.bids[0],
    bestAsk: frame.asks[0],
    last: last.ok ? last.value : undefined,
    ...(mark.ok && { mark: mark.value as bigint as Price8 }),
  }
}

/** A signed rate on the wire, "-0.0001", in 1e-8. */
export const rateOf = (text: string): bigint =>
  text.startsWith("-") ? -unitsOf(text.slice(1)) : unitsOf(text)

function amountIn(text: string) {
  const parsed = parseAmount(text)
  if (!parsed.ok) throw new Error(`no amount: ${text}`)
  return parsed.value
}

function lotsOf(text: string, lot: bigint): Lots {
  const parsed = parseSteps(text, lot)
  if (!parsed.ok) throw new Error(`no quantity: ${text}`)
  return parsed.value as Lots
}
