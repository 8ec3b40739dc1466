/** How an account stands: equity, maintenance margin and what its positions and orders require (P10, P12, P14, P15). */

import { type Amount, type Fine, magnitude, NO_FINE, type Price8 } from "#core/money/units.ts"
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
import type { Order } from "../../matching/order.ts"
import type { ContractAccount, ContractPart } from "./contract-account.ts"
import type { ContractPrices, PricesOf } from "./contract-prices.ts"
import { priceOf, sizeOf } from "./fill-settlement.ts"
import type { Position } from "./position.ts"
import { closes } from "./reduce-only.ts"
import { type SupposedOrder, WhatIf } from "./what-if.ts"

/** A cross account at its marks; all in 1e-16 of the quote. */
export interface Standing {
  /** Cash that isn't lent, in 1e-8: `WB`. */
  cash: Amount
  unrealised: Fine
  maintenance: Fine
  requirements: Fine
  /** `WB + Σ uPnL`. */
  equity: Fine
  /** P15. */
  free: Fine
}

const AS_IT_IS = new WhatIf()

export function standingOf(
  account: ContractAccount,
  pricesOf: PricesOf,
  whatIf: WhatIf = AS_IT_IS,
): Standing {
  const { wallet } = account
  const cash = (wallet.available - wallet.advance + whatIf.cashOf(account)) as Amount
  let unrealised = 0n
  let maintenance = 0n
  let requirements = 0n
  for (const part of account.parts()) {
    if (part.isIsolated || !isUsed(part, whatIf)) continue
    const prices = pricesOf(part.instrument)
    for (const position of positionsOf(part, whatIf)) {
      unrealised += position.profitAt(prices.mark)
      maintenance += maintenanceMargin(prices.tiers, position.worthAt(prices.mark))
    }
    requirements += requirementOf(part, prices, whatIf)
  }
  const equity = equityOf(cash, unrealised as Fine)
  const free = freeMargin({
    available: cash,
    advance: 0n as Amount,
    unrealised: unrealised as Fine,
    requirements: requirements as Fine,
  })
  return {
    cash,
    unrealised: unrealised as Fine,
    maintenance: maintenance as Fine,
    requirements: requirements as Fine,
    equity,
    free,
  }
}

/** P16: the most that may leave the wallet, by a transfer or into an isolated position. */
export function withdrawableOf(account: ContractAccount, pricesOf: PricesOf): Amount {
  const { unrealised, requirements } = standingOf(account, pricesOf)
  const { available, advance } = account.wallet
  return withdrawable({ available, advance, unrealised, requirements })
}

/** P12: what one contract needs of a cross wallet. */
function requirementOf(part: ContractPart, prices: ContractPrices, whatIf: WhatIf = AS_IT_IS): Fine {
  const orders = sumsOf(part, prices, whatIf)
  return crossRequirement(exposureOf(part, prices, orders, whatIf), part.leverage, orders)
}

/** P14: the largest notional that position and orders may come to, 1e-16 of the quote. Hedge mode: of the larger side. */
export function largestSize(part: ContractPart, prices: ContractPrices, whatIf: WhatIf = AS_IT_IS): Fine {
  const orders = sumsOf(part, prices, whatIf)
  if (part.owner.mode === "one-way") return exposureOf(part, prices, orders, whatIf)
  const [long, short] = sidesAt(part, prices.mark, whatIf)
  const [most, other] = [long + orders.buys, short + orders.sells]
  return (most > other ? most : other) as Fine
}

/** What the opening orders of a part come to; buys and sells unsigned. */
interface OrderSums {
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

function sumsOf(part: ContractPart, prices: ContractPrices, whatIf: WhatIf): OrderSums {
  const sums = { buys: NO_FINE, sells: NO_FINE, losses: NO_FINE, fees: NO_FINE }
  for (const order of part.orders) addOrder(sums, whatIf.orderOf(order) ?? asItIs(order, prices), prices)
  const { added } = whatIf
  if (added && added.order.instrument === part.instrument && added.order.account === part.account.id)
    addOrder(sums, added, prices)
  return sums
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

const isUsed = (part: ContractPart, whatIf: WhatIf): boolean =>
  part.count > 0 || positionsOf(part, whatIf).length > 0 || whatIf.added?.order.instrument === part.instrument

/** Its positions with lots, as they would be. */
function positionsOf({ positions }: ContractPart, whatIf: WhatIf = AS_IT_IS): Position[] {
  const { net, long, short } = positions
  return [net, long, short].map((position) => whatIf.positionOf(position)).filter(({ isOpen }) => isOpen)
}
