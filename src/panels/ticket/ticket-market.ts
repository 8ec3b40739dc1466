/** What does the ticket reckon with? The listed market as core knows it, and the market's prices in ticks. */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import type { MarketPrices } from "#core/instrument/price-rule.ts"
import { parseAmount, parseSteps } from "#core/money/steps.ts"
import type { Lots } from "#core/money/units.ts"
import type { Ladder } from "#core/order/walk-book.ts"
import type { SpotMarket } from "#core/wire/market.ts"
import type { LadderFrame } from "#workers/market/market.api.ts"

/** Where the server names no own limit, core's widest. */
const NEVER = 100

/** Throws on a market that lies about its steps: the worker lists none. */
export function instrumentOf(market: SpotMarket): SpotInstrument {
  const tick = unitsOf(market.tick)
  const lot = unitsOf(market.lot)
  return {
    kind: "spot",
    id: market.id,
    base: market.base,
    quote: market.quote,
    tick,
    lot,
    notionalUnit: (tick * lot) / 100_000_000n,
    state: market.state,
    listedAt: market.listedAt,
    minQuantity: lotsOf(market.minQuantity, lot),
    maxQuantity: lotsOf(market.maxQuantity, lot),
    maxMarketQuantity: lotsOf(market.maxMarketQuantity, lot),
    minNotional: unitsOf(market.minNotional),
    // Counted by the server alone.
    maxOpenOrders: NEVER,
    maxStops: NEVER,
    priceRule: market.priceRule,
    band: unitsOf(market.band),
    marketProtection: unitsOf(market.marketProtection),
    stpDefault: "EXPIRE_MAKER",
  }
}

const EMPTY: Ladder = { bids: [], asks: [] }

/** The exact book of this market; empty until it came. */
export const ladderOf = (frame: LadderFrame | null, instrument: string): Ladder =>
  frame?.instrument === instrument ? frame : EMPTY

/** Best prices and last in ticks. */
export function pricesOf(
  frame: LadderFrame | null,
  { id, tick }: Pick<SpotInstrument, "id" | "tick">,
): MarketPrices {
  if (frame?.instrument !== id) return {}
  const last = parseSteps(frame.last, tick)
  return { bestBid: frame.bids[0], bestAsk: frame.asks[0], last: last.ok ? last.value : undefined }
}

function unitsOf(text: string) {
  const parsed = parseAmount(text)
  if (!parsed.ok) throw new Error(`no amount: ${text}`)
  return parsed.value
}

function lotsOf(text: string, lot: bigint): Lots {
  const parsed = parseSteps(text, lot)
  if (!parsed.ok) throw new Error(`no quantity: ${text}`)
  return parsed.value as Lots
}
