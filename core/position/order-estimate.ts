/** What an order would make of a position: cost, margin and liquidation price, told before it is sent (P11, P18, P25). */

import { type Amount, fineOf, type Price8 } from "../money/units.ts"
import { feeOf } from "../order/fee.ts"
import { releaseMargin } from "./isolated-margin.ts"
import { liquidationPrice } from "./liquidation-price.ts"
import { initialMargin, notionalAt } from "./margin.ts"
import type { MarginTier } from "./margin-tiers.ts"
import { type OpeningOrder, type OrderCost, orderCost } from "./order-cost.ts"
import { applyFill, type FillResult, type Position } from "./position.ts"

/** The position that the order is for, and what stands behind it. */
export interface EstimatedAccount {
  position: Position
  /** Isolated: the margin of the position. Cross: `WB − TMM1 + UPNL1` of `liquidation-price.ts`, down to a unit. */
  backing: Amount
  isIsolated: boolean
  /** Hedge mode, cross: the position of the other side. */
  opposite?: Position | undefined
  leverage: number
  /** In 1e-8. */
  takerRate: bigint
}

export interface EstimatedMarket {
  mark: Price8
  /** In 1e-8 of the quote. */
  tick: bigint
  tiers: readonly MarginTier[]
}

export interface OrderEstimate {
  /** Of the part that opens, the rest costs nothing. */
  cost: OrderCost
  /** Of the whole order at the taker rate, in 1e-8 of the quote. */
  fee: Amount
  /** The position once all of it has traded at its price, and what is realised then, fee apart. */
  position: Position
  realised: Amount
  /** As in the account: the margin of an isolated position, else what backs the cross one. */
  backing: Amount
  /** Undefined: no price liquidates it. */
  liquidation: Price8 | undefined
}

/** All of `order` traded at its price, all other marks standing still. */
export function estimateOrder(
  account: EstimatedAccount,
  order: OpeningOrder,
  market: EstimatedMarket,
): OrderEstimate {
  const { leverage, takerRate, opposite } = account
  const result = applyFill(account.position, order)
  const opened = { ...order, size: (order.size < 0n ? -result.opened : result.opened) as Amount }
  const cost = orderCost(opened, { leverage, mark: market.mark, takerRate })
  const turnover = initialMargin(notionalAt(order.size, order.price), 1)
  const fee = (takerRate > 0n ? feeOf(turnover, takerRate) : 0n) as Amount
  const backing = backingAfter(account, result, { ...cost, fee })
  const positions = opposite ? [result.position, opposite] : [result.position]
  const terms = { cushion: fineOf(backing), positions, tiers: market.tiers, tick: market.tick }
  const isFlat = positions.every(({ size }) => size === 0n)
  return {
    cost,
    fee,
    position: result.position,
    realised: result.realised,
    backing,
    liquidation: isFlat ? undefined : liquidationPrice(terms, market.mark),
  }
}

/** Cross: realised profit and fee go through the wallet. Isolated: what closes is released (P18), what opens is moved in. */
function backingAfter(
  { position, backing, isIsolated }: EstimatedAccount,
  { closed, realised }: FillResult,
  { margin, fee }: { margin: Amount; fee: Amount },
): Amount {
  if (!isIsolated) return (backing + realised - fee) as Amount
  if (closed === 0n) return (backing + margin) as Amount
  const quantity = position.size < 0n ? -position.size : position.size
  const left = releaseMargin(backing, { closed, quantity, realised, fee })
  return (left.margin + margin) as Amount
}
