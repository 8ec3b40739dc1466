/** What the open orders of an account in a contract come to (P12), kept from one question to the next. */

import { type Fine, magnitude, NO_FINE, type Price8 } from "#core/money/units.ts"
import { costPrice, countedFee, openLoss } from "#core/position/order-cost.ts"
import type { CountedTerms, Order } from "../../matching/order.ts"
import type { ContractPart } from "./contract-account.ts"
import type { ContractPrices } from "./contract-prices.ts"
import { priceOf, sizeOf } from "./fill-settlement.ts"
import { closes } from "./reduce-only.ts"
import { type SupposedOrder, WhatIf } from "./what-if.ts"

/** What the opening orders of a part come to; buys and sells unsigned. */
export interface OrderSums {
  buys: Fine
  sells: Fine
  losses: Fine
  fees: Fine
}

const AS_IT_IS = new WhatIf()

const noOrders = (): OrderSums => ({ buys: NO_FINE, sells: NO_FINE, losses: NO_FINE, fees: NO_FINE })

/** A stop that waits needs nothing (S9), and what only closes neither. */
export const mayOpen = (order: Order): boolean => order.status !== "waiting" && !closes(order)

/** What a part's open orders come to, with those that are supposed; the caller's own to add to. */
export function sumsOf(part: ContractPart, prices: ContractPrices, whatIf: WhatIf = AS_IT_IS): OrderSums {
  const { added } = whatIf
  const sums = part.count === 0 ? noOrders() : tallied(part, prices, whatIf)
  if (added?.order.participant === part) addSupposed(sums, added, prices)
  return sums
}

function tallied(part: ContractPart, prices: ContractPrices, whatIf: WhatIf): OrderSums {
  if (!part.tally) {
    const tally = new OrderTally(part.orders)
    for (const order of part.orders) tally.add(order)
    part.tally = tally
  }
  const sums = part.tally.read(prices, whatIf)
  for (let one: WhatIf | undefined = whatIf; one; one = one.base) {
    const { order } = one
    if (!order || !part.has(order)) continue
    const supposed = one.orderOf(order)
    // What was supposed of it later counts.
    if (!supposed || whatIf.orderOf(order) !== supposed) continue
    if (order.isCounted) takeOff(sums, order, prices.mark)
    addSupposed(sums, supposed, prices)
  }
  return sums
}

/**
 * The sums of the orders that stand, so that an order more is counted without a walk over all the others. It hears of each
 * order that comes, changes or goes, and counts it when it is asked next. It follows from the orders, so no snapshot has it.
 */
export class OrderTally {
  readonly #orders: readonly Order[]
  readonly #sums = noOrders()
  /** The mark that the losses are counted at; undefined before the first question. */
  #mark: Price8 | undefined
  /** Those that come or have changed since they were counted; the places up to the count. */
  readonly #uncounted: (Order | undefined)[] = []
  #uncountedCount = 0

  /** `orders`: those of the part, the list itself. */
  constructor(orders: readonly Order[]) {
    this.#orders = orders
  }

  /** It joins the part's orders. */
  add(order: Order): void {
    order.isCounted = false
    this.#uncounted[this.#uncountedCount] = order
    this.#uncountedCount += 1
  }

  /** Its status or its terms have changed, or lots of it have traded. */
  changed(order: Order): void {
    if (!order.isCounted) return
    this.#forget(order)
    this.add(order)
  }

  /** It has left the part's orders. */
  remove(order: Order): void {
    if (order.isCounted) {
      this.#forget(order)
      return
    }
    const last = this.#uncountedCount - 1
    this.#uncounted[this.#uncounted.lastIndexOf(order, last)] = this.#uncounted[last]
    this.#uncounted[last] = undefined
    this.#uncountedCount = last
  }

  /** What stands at these prices, without the orders that are supposed to have other terms; a new value. */
  read(prices: ContractPrices, whatIf: WhatIf): OrderSums {
    if (this.#mark !== prices.mark) this.#countLosses(prices.mark)
    const count = this.#uncountedCount
    let underWay = 0
    for (let place = 0; place < count; place += 1) {
      const order = this.#uncounted[place]
      this.#uncounted[place] = undefined
      if (!order) continue
      if (isUnderWay(order, prices) || whatIf.orderOf(order)) {
        this.#uncounted[underWay] = order
        underWay += 1
      } else this.#count(order, prices)
    }
    this.#uncountedCount = underWay
    const { buys, sells, losses, fees } = this.#sums
    const sums = { buys, sells, losses, fees }
    for (let place = 0; place < underWay; place += 1) {
      const order = this.#uncounted[place]
      if (order && !whatIf.orderOf(order)) addOwn(sums, order, prices)
    }
    return sums
  }

  #count(order: Order, prices: ContractPrices): void {
    order.isCounted = true
    if (isOpening(order)) addTerms(this.#sums, order, termsOf(order, prices), prices.mark)
    else order.counted = undefined
  }

  #forget(order: Order): void {
    if (this.#mark !== undefined) takeOff(this.#sums, order, this.#mark)
    order.isCounted = false
  }

  #countLosses(mark: Price8): void {
    this.#mark = mark
    let losses = 0n
    for (const { isCounted, side, counted } of this.#orders)
      if (isCounted && counted) losses += lossOf(side, counted, mark)
    this.#sums.losses = losses as Fine
  }
}

/** The same by a walk over all orders, for a recount. */
export function recountedSums(part: ContractPart, prices: ContractPrices): OrderSums {
  const sums = noOrders()
  for (const order of part.orders) addSupposed(sums, asItIs(order, prices), prices)
  return sums
}

/** Adds an order with its own terms. */
export function addOwn(sums: OrderSums, order: Order, prices: ContractPrices): void {
  if (!isOpening(order)) return
  if (isUnderWay(order, prices)) addSupposed(sums, asItIs(order, prices), prices)
  else addTerms(sums, order, termsOf(order, prices), prices.mark)
}

/** Without a limit, or where the bid stands above it, P11 counts an order at another price: it is about to trade. */
const isUnderWay = ({ price, side }: Order, { bidTicks }: ContractPrices): boolean =>
  price === 0 || (side === "sell" && bidTicks > price)

const isOpening = (order: Order): boolean => order.open > 0 && mayOpen(order)

/** What doesn't depend on the mark, counted once for each number of open lots. */
function termsOf(order: Order, { instrument }: ContractPrices): CountedTerms {
  const known = order.counted
  if (known?.open === order.open && known.ticks === order.price && known.rate === order.takerRate)
    return known
  const size = sizeOf(order, order.open, instrument.lot)
  const price = priceOf(order.price, instrument)
  const value = magnitude(size * price) as Fine
  const { open, price: ticks, takerRate: rate } = order
  const counted = { open, ticks, rate, size, price, value, fee: countedFee({ size, price }, rate) }
  order.counted = counted
  return counted
}

function addTerms(sums: OrderSums, { side }: Order, terms: CountedTerms, mark: Price8): void {
  if (side === "buy") sums.buys = (sums.buys + terms.value) as Fine
  else sums.sells = (sums.sells + terms.value) as Fine
  const loss = lossOf(side, terms, mark)
  if (loss !== 0n) sums.losses = (sums.losses + loss) as Fine
  sums.fees = (sums.fees + terms.fee) as Fine
}

/** The order as it was counted at this mark. */
function takeOff(sums: OrderSums, { side, counted }: Order, mark: Price8): void {
  if (!counted) return
  if (side === "buy") sums.buys = (sums.buys - counted.value) as Fine
  else sums.sells = (sums.sells - counted.value) as Fine
  const loss = lossOf(side, counted, mark)
  if (loss !== 0n) sums.losses = (sums.losses - loss) as Fine
  sums.fees = (sums.fees - counted.fee) as Fine
}

const lossOf = (side: Order["side"], terms: CountedTerms, mark: Price8): Fine =>
  (side === "buy" ? terms.price > mark : terms.price < mark) ? openLoss(terms, mark) : NO_FINE

function addSupposed(sums: OrderSums, { order, price, open }: SupposedOrder, prices: ContractPrices): void {
  if (price === undefined || open === 0 || !mayOpen(order)) return
  const size = sizeOf(order, open, prices.instrument.lot)
  const value = magnitude(size * price)
  const counted = { size, price }
  if (order.side === "buy") sums.buys = (sums.buys + value) as Fine
  else sums.sells = (sums.sells + value) as Fine
  sums.losses = (sums.losses + openLoss(counted, prices.mark)) as Fine
  sums.fees = (sums.fees + countedFee(counted, order.takerRate)) as Fine
}

/** The order with its own terms; `price` as P11 counts it. */
function asItIs(order: Order, prices: ContractPrices): SupposedOrder {
  const limit = order.price === 0 ? undefined : priceOf(order.price, prices.instrument)
  const { open, feeFine, charged } = order
  return { order, price: costPrice(order.side, limit, prices), open, feeFine, charged }
}
