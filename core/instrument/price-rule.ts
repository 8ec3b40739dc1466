/** The limit price rule: how far a price may be from the market (N2). */

import { divideUp } from "../money/rounding.ts"
import { formatSteps } from "../money/steps.ts"
import { type Price8, UNITS_PER_COIN } from "../money/units.ts"
import type { Problem } from "../wire/problem.ts"
import type { TradedInstrument } from "./instrument.ts"

export type OrderSide = "buy" | "sell"

/** The market as the caller sees it; what is unknown is left out. Best and last in ticks, index and mark in 1e-8. */
export interface MarketPrices {
  bestBid?: number | undefined
  bestAsk?: number | undefined
  last?: number | undefined
  index?: Price8 | undefined
  mark?: Price8 | undefined
}

type Limit = { side: OrderSide; price: number }

/** N2 `priceFar`: under all rules a price outside [ref × 0.2, ref × 5] is refused. */
const PRICE_FAR_FACTOR = 5n
/** A rate of 1, in 1e-8. */
const ONE = UNITS_PER_COIN

/**
 * N2's `ref` in 1e-8 of the quote: for a buy the best ask, for a sell the best bid; the last trade where that side is
 * empty; without a trade the index; undefined without that.
 */
export function referencePrice(
  instrument: TradedInstrument,
  side: OrderSide,
  market: MarketPrices,
): bigint | undefined {
  const ticks = (side === "buy" ? market.bestAsk : market.bestBid) ?? market.last
  return ticks === undefined ? market.index : BigInt(ticks) * instrument.tick
}

/** N2 for a limit order as it is placed or amended; equal to a bound is allowed, without a reference all is. */
export function checkLimitPrice(
  instrument: TradedInstrument,
  limit: Limit,
  market: MarketPrices,
): Problem<"PRICE_RANGE" | "PRICE_RULE" | "PRICE_BAND"> | undefined {
  if (instrument.priceRule === "band") return checkTriggeredPrice(instrument, limit, market)
  if (isWithin(instrument, limit, market)) return undefined
  const reference = referencePrice(instrument, limit.side, market)
  if (reference === undefined) return undefined
  const far = checkRange(instrument, limit, reference)
  if (far || instrument.priceRule === "off") return far
  if (limit.side === "buy") {
    const most = reference / instrument.tick
    return limit.price > most ? beyond("PRICE_RULE", instrument, limit.side, most) : undefined
  }
  const least = divideUp(reference, instrument.tick)
  return limit.price < least ? beyond("PRICE_RULE", instrument, limit.side, least) : undefined
}

/**
 * The quick yes, in plain numbers: within `off` and `strict` where the reference is a price of the book, which is whole
 * ticks below 2^40. Whatever it doesn't let pass is judged, and worded, below.
 */
function isWithin({ priceRule }: TradedInstrument, { side, price }: Limit, market: MarketPrices): boolean {
  const ticks = (side === "buy" ? market.bestAsk : market.bestBid) ?? market.last
  if (ticks === undefined || price * 5 < ticks || price > ticks * 5) return false
  return priceRule === "off" || (side === "buy" ? price <= ticks : price >= ticks)
}

/**
 * N2 for a stop-limit at its trigger: the range and, unless the rule is `off`, the band, never `strict`, since a stop
 * buys above the market by its nature. For perpetuals the reference of the band is the mark, where it is known.
 */
export function checkTriggeredPrice(
  instrument: TradedInstrument,
  limit: Limit,
  market: MarketPrices,
): Problem<"PRICE_RANGE" | "PRICE_BAND"> | undefined {
  const mark = instrument.kind === "perpetual" ? market.mark : undefined
  const reference = mark ?? referencePrice(instrument, limit.side, market)
  if (reference === undefined) return undefined
  const far = checkRange(instrument, limit, reference)
  if (far || instrument.priceRule === "off") return far
  if (limit.side === "buy") {
    const most = (reference * (ONE + instrument.band)) / (ONE * instrument.tick)
    return limit.price > most ? beyond("PRICE_BAND", instrument, limit.side, most) : undefined
  }
  const least = divideUp(reference * (ONE - instrument.band), ONE * instrument.tick)
  return limit.price < least ? beyond("PRICE_BAND", instrument, limit.side, least) : undefined
}

function checkRange(
  instrument: TradedInstrument,
  limit: Limit,
  reference: bigint,
): Problem<"PRICE_RANGE"> | undefined {
  const least = divideUp(reference, instrument.tick * PRICE_FAR_FACTOR)
  const most = (reference * PRICE_FAR_FACTOR) / instrument.tick
  if (limit.price >= least && limit.price <= most) return undefined
  return {
    name: "PRICE_RANGE",
    values: { least: ticksText(instrument, least), most: ticksText(instrument, most) },
  }
}

const beyond = <Name extends "PRICE_RULE" | "PRICE_BAND">(
  name: Name,
  instrument: TradedInstrument,
  side: OrderSide,
  bound: bigint,
): Problem<Name> => ({ name, values: { side, bound: ticksText(instrument, bound) } })

const ticksText = (instrument: TradedInstrument, ticks: bigint) => formatSteps(Number(ticks), instrument.tick)

/**
 * S4, in ticks: `best opposite price × (1 ± marketProtection)`, a buy down, a sell up to a tick, never below one tick.
 * @example protectionBound("buy", 101, 5_000_000n) // 106
 */
export function protectionBound(side: OrderSide, bestOpposite: number, marketProtection: bigint): number {
  const best = BigInt(bestOpposite)
  if (side === "buy") return Number((best * (ONE + marketProtection)) / ONE)
  return Math.max(1, Number(divideUp(best * (ONE - marketProtection), ONE)))
}
