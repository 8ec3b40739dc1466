/** What accounts would have after fills that aren't booked yet, or with an order that isn't accepted yet (P15, P17). */

import type { Amount, Lots, Price8 } from "#core/money/units.ts"
import type { Order } from "../../matching/order.ts"
import type { ContractAccount } from "./contract-account.ts"
import type { ContractPrices } from "./contract-prices.ts"
import type { Settlement } from "./fill-settlement.ts"
import type { Position } from "./position.ts"
import { type FillTerms, SupposedFill } from "./supposed-fill.ts"

/** An order as it would be. */
export interface SupposedOrder {
  order: Order
  /** What it is counted at; undefined: a market order without a price. */
  price: Price8 | undefined
  open: Lots
  /** U5: fees before rounding, and charged so far, after what is supposed. */
  feeFine: bigint
  charged: Amount
}

/** One side of a fill, or one order, that is supposed; looks through to what was supposed before, and to what is there. */
export class WhatIf {
  /** What was supposed before. */
  readonly base: WhatIf | undefined
  /** An order that its account doesn't have yet. */
  readonly added: SupposedOrder | undefined
  #fill: SupposedFill | undefined
  /** Of the account of the fill, with what was supposed before. */
  #cash = 0n
  #supposed: SupposedOrder | undefined

  constructor(base?: WhatIf, added?: SupposedOrder) {
    this.base = base
    this.added = added
  }

  get fill(): SupposedFill | undefined {
    return this.#fill
  }

  /** The order of which this one supposes something. */
  get order(): Order | undefined {
    return this.#supposed ? this.#supposed.order : this.#fill?.order
  }

  /** The wallet's cash is so much more. */
  cashOf(account: ContractAccount): bigint {
    if (this.#fill?.owner === account) return this.#cash
    return this.base ? this.base.cashOf(account) : 0n
  }

  positionOf(position: Position): Position {
    if (this.#fill?.current === position) return this.#fill.position
    return this.base ? this.base.positionOf(position) : position
  }

  /** The order as it is supposed; undefined where it is as it stands. */
  orderOf(order: Order): SupposedOrder | undefined {
    if (this.#supposed?.order === order) return this.#supposed
    if (this.#fill?.order === order) return this.#fill.rest
    return this.base?.orderOf(order)
  }

  /** The order has these terms. */
  suppose(supposed: SupposedOrder): void {
    this.#supposed = supposed
  }

  /** One side of a fill, its fee as it would be charged; once, as the next one is supposed on top of this. */
  take(order: Order, terms: FillTerms, prices: ContractPrices): Settlement {
    if (this.#fill) throw new Error(`a fill of order ${order.id} is supposed where there is one`)
    const fill = new SupposedFill(order, terms, this, prices)
    this.#cash = this.cashOf(fill.owner) + fill.settlement.cash
    this.#fill = fill
    return fill.settlement
  }
}
