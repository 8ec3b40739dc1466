/** The house's own orders in one book, best first on each side, kept by binary search. */

import type { Side } from "#server/engine/command.ts"

export interface OwnOrder {
  /** 0 until the exchange has answered. */
  id: number
  side: Side
  /** Ticks. */
  price: number
  /** Open lots, as far as is known; 0 when it has ended. */
  open: number
  /** Lots filled so far. */
  executed: number
  /** To be cancelled as soon as its id is known. */
  isLeaving: boolean
}

export class OwnBook {
  /** Highest first. */
  readonly bids: OwnOrder[] = []
  /** Lowest first. */
  readonly asks: OwnOrder[] = []

  side(side: Side): OwnOrder[] {
    return side === "buy" ? this.bids : this.asks
  }

  /** Price of the best order, undefined on an empty side. */
  best(side: Side): number | undefined {
    return this.side(side)[0]?.price
  }

  /** Behind those of the same price. */
  insert(order: OwnOrder): void {
    const orders = this.side(order.side)
    orders.splice(rankAfter(orders, order), 0, order)
  }

  /** False if it isn't there any more. */
  remove(order: OwnOrder): boolean {
    const orders = this.side(order.side)
    for (let at = rankAfter(orders, order) - 1; at >= 0; at -= 1) {
      if (orders[at] === order) {
        orders.splice(at, 1)
        return true
      }
      if (orders[at]?.price !== order.price) return false
    }
    return false
  }
}

/** Place behind all orders that are as good or better. */
function rankAfter(orders: readonly OwnOrder[], { side, price }: OwnOrder): number {
  const sign = side === "buy" ? -1 : 1
  let low = 0
  let high = orders.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sign * ((orders[middle]?.price ?? 0) - price) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
