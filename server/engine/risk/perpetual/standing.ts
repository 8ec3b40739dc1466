/** How an account stands: equity, maintenance margin and what its positions and orders require (P10, P12, P14, P15). */

import { type Amount, type Fine, magnitude, NO_AMOUNT, NO_FINE, type Price8 } from "#core/money/units.ts"
import {
  crossRequirement,
  equityOf,
  freeMargin,
  hedgeExposure,
  oneWayExposure,
  withdrawable,
} from "#core/position/margin.ts"
import { maintenanceMargin } from "#core/position/margin-tiers.ts"
import { costPrice, countedFee, openLoss } from "#core/position/order-cost.ts"
import type { CountedTerms, Order } from "../../matching/order.ts"
import type { ContractAccount, ContractPart } from "./contract-account.ts"
import type { ContractPrices, PricesOf } from "./contract-prices.ts"
import { priceOf, sizeOf } from "./fill-settlement.ts"
import { closes } from "./reduce-only.ts"
import { type SupposedOrder, WhatIf } from "./what-if.ts"

/** P10 of a cross account at its marks, in 1e-16 of the quote. */
export interface Solvency {
  /** Cash that isn't lent, in 1e-8: `WB`. */
  cash: Amount
  unrealised: Fine
  maintenance: Fine
  /** `WB + Σ uPnL`. */
  equity: Fine
}

/** What its positions and orders leave free, too; 1e-16 of the quote. */
export interface Standing extends Solvency {
  requirements: Fine
  /** P15. */
  free: Fine
}

const AS_IT_IS = new WhatIf()

/** A contract that has been counted already. */
export interface CountedPart {
  part: ContractPart
  orders: OrderSums
}

/** P10: equity and maintenance margin, which is all that a liquidation asks for. */
export function solvencyOf(
  account: ContractAccount,
  pricesOf: PricesOf,
  whatIf: WhatIf = AS_IT_IS,
): Solvency {
  const { wallet } = account
  const cash = (wallet.available - wallet.advance + whatIf.cashOf(account)) as Amount
  let unrealised = 0n
  let maintenance = 0n
  for (const part of account.parts()) {
    if (part.isIsolated) continue
    const { net, long, short } = part.positions
    for (const own of [net, long, short]) {
      const position = whatIf.positionOf(own)
      if (!position.isOpen) continue
      const { mark, tiers } = pricesOf(part.instrument)
      unrealised += position.profitAt(mark)
      maintenance += maintenanceMargin(tiers, position.worthAt(mark))
    }
  }
  const equity = equityOf(cash, unrealised as Fine)
  return { cash, unrealised: unrealised as Fine, maintenance: maintenance as Fine, equity }
}

/** `counted`: the orders of a contract, where they are known already. */
export function standingOf(
  account: ContractAccount,
  pricesOf: PricesOf,
  whatIf: WhatIf = AS_IT_IS,
  counted?: CountedPart,
): Standing {
  const solvency = solvencyOf(account, pricesOf, whatIf)
  const requirements = requirementsOf(account, pricesOf, { whatIf, counted })
  return { ...solvency, requirements, free: freeOf(solvency, requirements) }
}

/** P15: what is left of an account's equity by what its positions and orders require. */
export const freeOf = ({ cash, unrealised }: Solvency, requirements: Fine): Fine =>
  freeMargin({ available: cash, advance: NO_AMOUNT, unrealised, requirements })

/** P12, of all contracts together. */
export function requirementsOf(
  account: ContractAccount,
  pricesOf: PricesOf,
  { whatIf, counted }: { whatIf: WhatIf; counted?: CountedPart | undefined },
): Fine {
  let requirements = 0n
  for (const part of account.parts()) {
    if (part.isIsolated || !isUsed(part, whatIf)) continue
    const prices = pricesOf(part.instrument)
    const orders = counted?.part === part ? counted.orders : sumsOf(part, prices, whatIf)
    requirements += crossRequirement(exposureOf(part, prices, orders, whatIf), part.leverage, orders)
  }
  return requirements as Fine
}

/** P16: the most that may leave the wallet, by a transfer or into an isolated position. */
export function withdrawableOf(account: ContractAccount, pricesOf: PricesOf): Amount {
  const { unrealised, requirements } = standingOf(account, pricesOf)
  const { available, advance } = account.wallet
  return withdrawable({ available, advance, unrealised, requirements })
}

/** P14: the largest notional that position and orders may come to, 1e-16 of the quote. Hedge mode: of the larger side. */
export function largestSize(
  part: ContractPart,
  prices: ContractPrices,
  { whatIf = AS_IT_IS, orders = sumsOf(part, prices, whatIf) }: { whatIf?: WhatIf; orders?: OrderSums } = {},
): Fine {
  if (part.owner.mode === "one-way") return exposureOf(part, prices, orders, whatIf)
  const [long, short] = sidesAt(part, prices.mark, whatIf)
  const [most, other] = [long + orders.buys, short + orders.sells]
  return (most > other ? most : other) as Fine
}

/** What the opening orders of a part come to; buys and sells unsigned. */
export interface OrderSums {
  buys: Fine
  sells: Fine
  losses: Fine
  fees: Fine
}

function exposureOf(part: ContractPart, { mark }: ContractPrices, orders: OrderSums, whatIf: WhatIf): Fine {
  if (part.owner.mode === "one-way") {
    const { size } = whatIf.positionOf(part.positions.net)
    return oneWayExposure((size * mark) as Fine, orders.buys, orders.sells)
  }
  const [long, short] = sidesAt(part, mark, whatIf)
  return hedgeExposure(long, orders.buys, short, orders.sells)
}

const sidesAt = ({ positions }: ContractPart, mark: Price8, whatIf: WhatIf): [Fine, Fine] => [
  whatIf.positionOf(positions.long).worthAt(mark),
  whatIf.positionOf(positions.short).worthAt(mark),
]

/** What a part's open orders come to, with one that is supposed. */
export function sumsOf(part: ContractPart, prices: ContractPrices, whatIf: WhatIf = AS_IT_IS): OrderSums {
  const { added } = whatIf
  const isAdded =
    added !== undefined &&
    added.order.instrument === part.instrument &&
    added.order.account === part.account.id
  if (part.count === 0 && !isAdded) return NO_ORDERS
  const sums = { buys: NO_FINE, sells: NO_FINE, losses: NO_FINE, fees: NO_FINE }
  for (const order of part.orders) {
    const supposed = whatIf.orderOf(order)
    if (supposed) addOrder(sums, supposed, prices)
    else if (order.open > 0 && mayOpen(order)) addStanding(sums, order, prices)
  }
  if (isAdded) addOrder(sums, added, prices)
  return sums
}

const NO_ORDERS: OrderSums = { buys: NO_FINE, sells: NO_FINE, losses: NO_FINE, fees: NO_FINE }

/** An order with its own terms: what doesn't depend on the mark is counted once for each number of open lots. */
function addStanding(sums: OrderSums, order: Order, prices: ContractPrices): void {
  const counted = order.price === 0 ? undefined : countedOf(order, prices)
  // Without a limit, or where the bid has come above it, P11 counts it at another price.
  if (!counted || (order.side === "sell" && prices.bid !== undefined && prices.bid > counted.price)) {
    addOrder(sums, asItIs(order, prices), prices)
    return
  }
  if (order.side === "buy") sums.buys = (sums.buys + counted.value) as Fine
  else sums.sells = (sums.sells + counted.value) as Fine
  if (order.side === "buy" ? counted.price > prices.mark : counted.price < prices.mark)
    sums.losses = (sums.losses + openLoss(counted, prices.mark)) as Fine
  sums.fees = (sums.fees + counted.fee) as Fine
}

function countedOf(order: Order, { instrument }: ContractPrices): CountedTerms {
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

function addOrder(sums: OrderSums, { order, price, open }: SupposedOrder, prices: ContractPrices): void {
  if (price === undefined || open === 0 || !mayOpen(order)) return
  const size = sizeOf(order, open, prices.instrument.lot)
  const value = magnitude(size * price)
  const counted = { size, price }
  if (order.side === "buy") sums.buys = (sums.buys + value) as Fine
  else sums.sells = (sums.sells + value) as Fine
  sums.losses = (sums.losses + openLoss(counted, prices.mark)) as Fine
  sums.fees = (sums.fees + countedFee(counted, order.takerRate)) as Fine
}

/** A stop that waits needs nothing (S9), and what only closes neither. */
export const mayOpen = (order: Order): boolean => order.status !== "waiting" && !closes(order)

/** The order with its own terms; `price` as P11 counts it. */
function asItIs(order: Order, prices: ContractPrices): SupposedOrder {
  const limit = order.price === 0 ? undefined : priceOf(order.price, prices.instrument)
  const { open, feeFine, charged } = order
  return { order, price: costPrice(order.side, limit, prices), open, feeFine, charged }
}

const isUsed = (part: ContractPart, whatIf: WhatIf): boolean => {
  if (part.count > 0 || whatIf.added?.order.instrument === part.instrument) return true
  const { net, long, short } = part.positions
  return [net, long, short].some((position) => whatIf.positionOf(position).isOpen)
}
