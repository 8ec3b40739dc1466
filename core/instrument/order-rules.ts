/** Checks the form and price of an order: the same function in the ticket and in the server (F2). */

import { formatAmount, formatSteps } from "../money/steps.ts"
import { STEP_COUNT_MAX, UNITS_PER_COIN } from "../money/units.ts"
import { isMarketType, type OrderType } from "../order/order-status.ts"
import type { Problem, ProblemName } from "../wire/problem.ts"
import type { TradedInstrument } from "./instrument.ts"
import { notional } from "./listing.ts"
import { checkLimitPrice, type MarketPrices, type OrderSide, referencePrice } from "./price-rule.ts"

/** What the rules look at. Ticks and lots are plain numbers here: the rules say whether they are whole. */
export interface OrderForm {
  side: OrderSide
  orderType: OrderType
  /** Limit price in ticks; not with `market`. */
  price?: number | undefined
  /** Base quantity in lots. */
  quantity?: number | undefined
  /** Quote amount in 1e-8; market or FOK orders only. */
  budget?: bigint | undefined
  /** In ticks; stops only. */
  stopPrice?: number | undefined
  /** House maker, liquidation, TP/SL and engine closes: no limit price rule (N2). */
  exempt?: boolean | undefined
  /** A close that ends the whole position, or a market sell of a whole balance: no minimum notional. */
  endsHolding?: boolean | undefined
}

/**
 * The first rule that an order of right form breaks, or undefined. Families 6 and 7 in their order: `TICK`, `LOT`,
 * `WRONG_SIZE`, `MIN_QUANTITY`, `MAX_QUANTITY`, `MIN_NOTIONAL`, then `PRICE_RANGE`, `PRICE_RULE`, `PRICE_BAND` (N2).
 * Whether the fields fit the type (`TYPE_COMBINATION`) is decided before; what needs the book of orders
 * (`LEVEL_LIMIT`, stops, post-only) by the engine, which calls {@link checkForm} and {@link checkPrice} around it.
 *
 * Values of the refusals, all decimal text: `TICK` tick · `LOT` lot · `MIN_QUANTITY` and `MAX_QUANTITY` limit,
 * currency (base) · `MIN_NOTIONAL` limit, currency (quote) · `PRICE_RANGE` least, most · `PRICE_RULE` and `PRICE_BAND`
 * side (`buy`, `sell`), bound.
 */
export function checkOrder(
  instrument: TradedInstrument,
  order: OrderForm,
  market: MarketPrices,
): Problem | undefined {
  return checkForm(instrument, order, market) ?? checkPrice(instrument, order, market)
}

/**
 * Family 6: steps and sizes. A market order is valued at the reference price of N2 (best opposite, last, index):
 * without any, its minimum notional isn't asked. A budget is its own notional, and the most it can buy at that price
 * counts against the largest market quantity.
 */
export function checkForm(
  instrument: TradedInstrument,
  order: OrderForm,
  market: MarketPrices,
): Problem<"TICK" | "LOT" | "WRONG_SIZE" | "MIN_QUANTITY" | "MAX_QUANTITY" | "MIN_NOTIONAL"> | undefined {
  const { price, stopPrice, quantity, budget } = order
  if ((price !== undefined && !isStepCount(price)) || (stopPrice !== undefined && !isStepCount(stopPrice)))
    return { name: "TICK", values: { tick: formatAmount(instrument.tick) } }
  if (quantity !== undefined) {
    if (!Number.isSafeInteger(quantity)) return { name: "LOT", values: { lot: formatAmount(instrument.lot) } }
    if (quantity <= 0) return { name: "WRONG_SIZE" }
  }
  if (budget !== undefined && budget <= 0n) return { name: "WRONG_SIZE" }
  return checkQuantity(instrument, order, market) ?? checkNotional(instrument, order, market)
}

/** Family 7 at placement or amendment: the limit price rule. Stop-limits are judged at their trigger (N2). */
export function checkPrice(
  instrument: TradedInstrument,
  order: OrderForm,
  market: MarketPrices,
): Problem<"PRICE_RANGE" | "PRICE_RULE" | "PRICE_BAND"> | undefined {
  if (order.exempt || order.orderType !== "limit" || order.price === undefined) return undefined
  return checkLimitPrice(instrument, { side: order.side, price: order.price }, market)
}

function checkQuantity(
  instrument: TradedInstrument,
  order: OrderForm,
  market: MarketPrices,
): Problem<"MIN_QUANTITY" | "MAX_QUANTITY"> | undefined {
  const { lot, base, minQuantity, maxQuantity, maxMarketQuantity } = instrument
  const most = isMarketType(order.orderType) ? maxMarketQuantity : maxQuantity
  const refusal = <Name extends ProblemName>(name: Name, limit: number): Problem<Name> => ({
    name,
    values: { limit: formatSteps(limit, lot), currency: base },
  })
  if (order.quantity === undefined) {
    const value = order.budget === undefined ? undefined : referencePrice(instrument, order.side, market)
    if (value === undefined || order.budget === undefined) return undefined
    // budget / (price × lot), all in 1e-8: more than `most` lots even at the best price
    const isOver = order.budget * UNITS_PER_COIN > value * lot * BigInt(most)
    return isOver ? refusal("MAX_QUANTITY", most) : undefined
  }
  if (order.quantity < minQuantity) return refusal("MIN_QUANTITY", minQuantity)
  return order.quantity > most ? refusal("MAX_QUANTITY", most) : undefined
}

function checkNotional(
  instrument: TradedInstrument,
  order: OrderForm,
  market: MarketPrices,
): Problem<"MIN_NOTIONAL"> | undefined {
  if (order.endsHolding) return undefined
  const value = order.budget ?? orderValue(instrument, order, market)
  if (value === undefined || value >= instrument.minNotional) return undefined
  return {
    name: "MIN_NOTIONAL",
    values: { limit: formatAmount(instrument.minNotional), currency: instrument.quote },
  }
}

/** Value in 1e-8 of the quote: exact for a limit; by market at the reference price, rounded down. */
function orderValue(
  instrument: TradedInstrument,
  order: OrderForm,
  market: MarketPrices,
): bigint | undefined {
  if (order.quantity === undefined) return undefined
  if (order.price !== undefined) return notional(instrument, order.price, order.quantity)
  const price = referencePrice(instrument, order.side, market)
  return price === undefined ? undefined : (price * instrument.lot * BigInt(order.quantity)) / UNITS_PER_COIN
}

const isStepCount = (count: number) => Number.isSafeInteger(count) && count >= 1 && count <= STEP_COUNT_MAX
