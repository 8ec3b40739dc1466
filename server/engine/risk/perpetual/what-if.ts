/** What accounts would have after fills that aren't booked yet, or with an order that isn't accepted yet (P15, P17). */

import { type Amount, type Lots, type Price8, UNITS_PER_COIN } from "#core/money/units.ts"
import { roundFee } from "#core/order/fee.ts"
import type { Order } from "../../matching/order.ts"
import type { ContractAccount } from "./contract-account.ts"
import { partOf } from "./contract-account.ts"
import type { ContractPrices } from "./contract-prices.ts"
import { priceOf, type Settlement, settleFill, sizeOf } from "./fill-settlement.ts"
import type { Position } from "./position.ts"

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

/** What is supposed of one thing, and what was supposed before. A what-if knows of two sides at most: a map costs more. */
interface Supposed<Key, Value> {
  readonly key: Key
  readonly value: Value
  readonly before: Supposed<Key, Value> | undefined
}

function find<Key, Value>(newest: Supposed<Key, Value> | undefined, key: Key): Value | undefined {
  for (let one = newest; one; one = one.before) if (one.key === key) return one.value
  return undefined
}

/** Looks through to what is there where nothing was supposed. */
export class WhatIf {
  readonly #base: WhatIf | undefined
  #cash: Supposed<ContractAccount, Amount> | undefined
  #positions: Supposed<Position, Position> | undefined
  #orders: Supposed<Order, SupposedOrder> | undefined
  /** An order that its account doesn't have yet. */
  readonly added: SupposedOrder | undefined

  constructor(base?: WhatIf, added?: SupposedOrder) {
    this.#base = base
    this.added = added
  }

  /** The wallet's cash is so much more. */
  cashOf(account: ContractAccount): bigint {
    return find(this.#cash, account) ?? this.#base?.cashOf(account) ?? 0n
  }

  positionOf(position: Position): Position {
    return find(this.#positions, position) ?? this.#base?.positionOf(position) ?? position
  }

  /** The order as it is supposed; undefined where it is as it stands. */
  orderOf(order: Order): SupposedOrder | undefined {
    return find(this.#orders, order) ?? this.#base?.orderOf(order)
  }

  /** The order has these terms. */
  suppose(supposed: SupposedOrder): void {
    this.#orders = { key: supposed.order, value: supposed, before: this.#orders }
  }

  /** One side of a fill, its fee as it would be charged. */
  take(
    order: Order,
    fill: { lots: Lots; price: Price8; isMaker: boolean },
    prices: ContractPrices,
  ): Settlement {
    const part = partOf(order)
    const { instrument } = prices
    const current = part.positionOf(order)
    const position = this.positionOf(current).copy()
    this.#positions = { key: current, value: position, before: this.#positions }
    const size = sizeOf(order, fill.lots, instrument.lot)
    const { open, feeFine, charged } = this.orderOf(order) ?? order
    const rate = fill.isMaker ? order.makerRate : order.takerRate
    const turnover = (BigInt(fill.lots) * fill.price * instrument.lot) / UNITS_PER_COIN
    const fees = { feeFine: feeFine + turnover * rate, charged }
    const fee = (fees.feeFine === 0n ? 0n : roundFee(fees.feeFine) - charged) as Amount
    const settlement = settleFill(position, part, {
      size,
      price: fill.price,
      fee,
      lot: instrument.lot,
      isForced: order.isExempt,
    })
    const cash = (this.cashOf(part.owner) + settlement.cash) as Amount
    this.#cash = { key: part.owner, value: cash, before: this.#cash }
    const limit = order.price === 0 ? fill.price : priceOf(order.price, instrument)
    // What is left of a seller who crosses counts at the better price that he trades at.
    const price = !fill.isMaker && order.side === "sell" && fill.price > limit ? fill.price : limit
    const left = (open - fill.lots) as Lots
    this.suppose({ order, price, open: left, feeFine: fees.feeFine, charged: (charged + fee) as Amount })
    return settlement
  }
}
