/** What an order of contracts is asked before it is accepted: its position, its size, its margin (P11, P13–P15, P19, P22). */

import { divideDown } from "#core/money/rounding.ts"
import { formatAmount } from "#core/money/steps.ts"
import {
  type Amount,
  fineOf,
  type Lots,
  magnitude,
  NO_AMOUNT,
  type Price8,
  UNITS_PER_COIN,
} from "#core/money/units.ts"
import { notionalCap } from "#core/position/margin-tiers.ts"
import { costPrice, openingPart, orderCost } from "#core/position/order-cost.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { Order } from "../../matching/order.ts"
import type { OrderTerms } from "../clearing.ts"
import { type ContractPart, partOf } from "./contract-account.ts"
import type { ContractPrices, PricesOf } from "./contract-prices.ts"
import { priceOf, sizeOf } from "./fill-settlement.ts"
import { addOwn, mayOpen, sumsOf } from "./order-sums.ts"
import { reduces } from "./reduce-only.ts"
import { type CountedPart, countPart, freeMarginOf, largestSize } from "./standing.ts"
import { WhatIf } from "./what-if.ts"

/**
 * Families 9 and 11: `POSITION_SIDE` (P19), `REDUCE_ONLY_NO_POSITION` (P22), `TIER_LIMIT` (P14), `INSUFFICIENT_MARGIN`
 * (P15). `hold`: what would be held for an isolated order. A stop that waits is asked for its sides only (S9).
 */
export function checkOrderMargin(
  order: Order,
  terms: OrderTerms,
  { hold, pricesOf }: { hold: Amount; pricesOf: PricesOf },
): Problem | undefined {
  const part = partOf(order)
  const { positionSide } = order
  if ((positionSide !== undefined) !== (part.owner.mode === "hedge")) return { name: "POSITION_SIDE" }
  if (order.status === "waiting") return checkWaiting(order)
  if (!mayOpen(order)) return reduces(order) ? undefined : { name: "REDUCE_ONLY_NO_POSITION" }
  const prices = pricesOf(order.instrument)
  const isOwn = part.has(order)
  const whatIf = isOwn ? withTerms(order, terms, prices) : AS_IT_IS
  const orders = sumsOf(part, prices, whatIf)
  if (!isOwn) addOwn(orders, order, prices)
  const counted = countPart(part, prices, whatIf, orders)
  return checkSize(part, prices, { whatIf, counted }) ?? checkFree(order, { hold, whatIf, counted, pricesOf })
}

/** S17: the same of limit orders that are to be accepted together, none of them yet; each counts with those before it. */
export function checkGroupMargin(orders: readonly Order[], pricesOf: PricesOf): Problem | undefined {
  const [first] = orders
  if (!first) return undefined
  const part = partOf(first)
  if ((first.positionSide !== undefined) !== (part.owner.mode === "hedge")) return { name: "POSITION_SIDE" }
  if (!mayOpen(first)) return reduces(first) ? undefined : { name: "REDUCE_ONLY_NO_POSITION" }
  const prices = pricesOf(first.instrument)
  const sums = sumsOf(part, prices)
  let hold = 0n
  let before = 0
  for (const order of orders) {
    addOwn(sums, order, prices)
    if (part.isIsolated) hold += isolatedCost(order, order, prices, before)
    before += order.open
  }
  const counted = countPart(part, prices, AS_IT_IS, sums)
  const of = { hold: hold as Amount, whatIf: AS_IT_IS, counted, pricesOf }
  return checkSize(part, prices, { whatIf: AS_IT_IS, counted }) ?? checkFree(first, of)
}

/** S9: a stop may wait for a position to come; one that closes a whole position belongs to it. */
const checkWaiting = (order: Order): Problem | undefined =>
  order.conditions?.closesPosition && !reduces(order) ? { name: "REDUCE_ONLY_NO_POSITION" } : undefined

/**
 * P11, P13: what an isolated order holds: the cost of what it may open, fee and open loss included. `lotsBefore`: of orders
 * that are to be accepted before it.
 */
export function isolatedCost(
  order: Order,
  terms: OrderTerms,
  prices: ContractPrices,
  lotsBefore = 0,
): Amount {
  if (!mayOpen(order)) return NO_AMOUNT
  const part = partOf(order)
  const { lot } = prices.instrument
  const price = countedPrice(order, terms, prices)
  const open = terms.quantity - order.executed
  if (price === undefined || open <= 0) return NO_AMOUNT
  const position = part.positionOf(order)
  const isOpposite = order.side === "buy" ? position.size < 0n : position.size > 0n
  const opposite = (isOpposite ? magnitude(position.size) : 0n) as Amount
  const opening = openingPart(
    magnitude(sizeOf(order, open, lot)) as Amount,
    opposite,
    opposite === 0n ? NO_AMOUNT : reducedByOthers(order, { part, lot, lotsBefore }),
  )
  const size = (order.side === "buy" ? opening : -opening) as Amount
  const { leverage } = part
  return orderCost({ size, price }, { leverage, mark: prices.mark, takerRate: order.takerRate }).cost
}

/** Lots of the part's other orders of this side, which close before this one is counted; 1e-8 of the base. */
function reducedByOthers(
  order: Order,
  { part, lot, lotsBefore }: { part: ContractPart; lot: bigint; lotsBefore: number },
): Amount {
  let lots = lotsBefore
  for (const other of part.orders)
    if (
      other !== order &&
      other.side === order.side &&
      other.positionSide === order.positionSide &&
      other.status !== "waiting"
    )
      lots += other.open
  return (BigInt(lots) * lot) as Amount
}

const AS_IT_IS = new WhatIf()

/** An order that its account has already, with these terms. */
function withTerms(order: Order, terms: OrderTerms, prices: ContractPrices): WhatIf {
  const price = countedPrice(order, terms, prices)
  const { feeFine, charged } = order
  const open = (terms.quantity - order.executed) as Lots
  const whatIf = new WhatIf()
  whatIf.suppose({ order, price, open, feeFine, charged })
  return whatIf
}

function countedPrice(order: Order, { price }: OrderTerms, prices: ContractPrices): Price8 | undefined {
  return costPrice(order.side, price === 0 ? undefined : priceOf(price, prices.instrument), prices)
}

/** P14, with the leverage that is set. */
export function checkSize(
  part: ContractPart,
  prices: ContractPrices,
  { whatIf, counted }: { whatIf?: WhatIf; counted?: CountedPart } = {},
): Problem | undefined {
  const limit = notionalCap(prices.tiers, part.leverage) ?? NO_AMOUNT
  if (largestSize(part, prices, whatIf, counted) <= fineOf(limit)) return undefined
  return { name: "TIER_LIMIT", values: { limit: formatAmount(limit), leverage: part.leverage } }
}

/** P15: a cross order may leave nothing missing; an isolated one is paid in cash. */
function checkFree(
  order: Order,
  of: { hold: Amount; whatIf: WhatIf; counted: CountedPart; pricesOf: PricesOf },
): Problem | undefined {
  const { hold, pricesOf, whatIf, counted } = of
  const { owner, isIsolated } = counted.part
  const { available, currency } = owner.wallet
  const fine = isIsolated ? freeMarginOf(owner, pricesOf) : freeMarginOf(owner, pricesOf, whatIf, counted)
  if (!isIsolated && fine >= 0n) return undefined
  const free = divideDown(fine, UNITS_PER_COIN)
  if (!isIsolated) return lacksMargin(-free, { available: 0n, currency })
  const needed = hold - order.hold
  const there = free < available ? free : available
  return needed <= there ? undefined : lacksMargin(needed, { available: there > 0n ? there : 0n, currency })
}

/** `missing` of a cross order, what is needed of an isolated one. */
export const lacksMargin = (
  needed: bigint,
  { available, currency }: { available: bigint; currency: string },
): Problem => ({
  name: "INSUFFICIENT_MARGIN",
  values: { needed: formatAmount(needed), available: formatAmount(available), currency },
})
