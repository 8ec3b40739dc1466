/** One side of a fill that isn't booked yet: what it would make of position, cash and order (P8, P17). */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { type Amount, type Lots, magnitude, type Price8, UNITS_PER_COIN } from "#core/money/units.ts"
import { roundFee } from "#core/order/fee.ts"
import type { Position as OpenPosition } from "#core/position/position.ts"
import type { Order } from "../../matching/order.ts"
import type { ContractAccount } from "./contract-account.ts"
import { partOf } from "./contract-account.ts"
import type { ContractPrices } from "./contract-prices.ts"
import { priceOf, type Settlement, settleFill, sizeOf } from "./fill-settlement.ts"
import type { Position } from "./position.ts"
import type { SupposedOrder, WhatIf } from "./what-if.ts"

/** What trades, and on which side. */
export interface FillTerms {
  lots: Lots
  price: Price8
  isMaker: boolean
}

/** Counted once: what a judgement has found is booked as it is, where nothing has changed since. */
export class SupposedFill {
  readonly order: Order
  readonly owner: ContractAccount
  readonly terms: FillTerms
  /** Signed, in 1e-8 of the base. */
  readonly size: Amount
  /** The position that it changes, and a copy as it would be. */
  readonly current: Position
  readonly position: Position
  readonly settlement: Settlement
  /** U5: the order's fees before rounding, this one included. */
  readonly feeFine: bigint
  /** What stood before: position, its margin, fees of the order and what of it was open. */
  readonly #instrument: PerpetualInstrument
  readonly #held: OpenPosition
  readonly #margin: Amount
  readonly #feeFine: bigint
  readonly #charged: Amount
  readonly #open: Lots
  #rest: SupposedOrder | undefined

  /** `before`: what is supposed already. The fee is as it would be charged. */
  constructor(order: Order, terms: FillTerms, before: WhatIf | undefined, { instrument }: ContractPrices) {
    const part = partOf(order)
    const current = part.positionOf(order)
    const known = before?.orderOf(order) ?? order
    const position = (before?.positionOf(current) ?? current).copy()
    const { lots, price } = terms
    const { lot } = instrument
    const size = sizeOf(order, lots, lot)
    const rate = terms.isMaker ? order.makerRate : order.takerRate
    const turnover = magnitude(size * price) / UNITS_PER_COIN
    const feeFine = known.feeFine + turnover * rate
    const fee = (feeFine === 0n ? 0n : roundFee(feeFine) - known.charged) as Amount
    this.order = order
    this.owner = part.owner
    this.terms = terms
    this.size = size
    this.current = current
    this.position = position
    this.feeFine = feeFine
    this.#instrument = instrument
    this.#held = position.held
    this.#margin = position.margin
    this.#feeFine = known.feeFine
    this.#charged = known.charged
    this.#open = known.open
    this.settlement = settleFill(position, part, { size, price, fee, lot, isForced: order.isExempt })
  }

  /** Is it this fill, with the fees of the order as they stood? */
  isOf(order: Order, lots: Lots, price: Price8): boolean {
    return (
      this.order === order &&
      this.terms.lots === lots &&
      this.terms.price === price &&
      this.#feeFine === order.feeFine &&
      this.#charged === order.charged
    )
  }

  /** Is the position as it was? */
  get stands(): boolean {
    return this.current.held === this.#held && this.current.margin === this.#margin
  }

  /** Books it where it {@link stands}: the position is as it was supposed to be. */
  book(): Settlement {
    this.current.held = this.position.held
    this.current.margin = this.position.margin
    return this.settlement
  }

  /** The order as it would be left. */
  get rest(): SupposedOrder {
    if (this.#rest) return this.#rest
    const { order, feeFine, settlement } = this
    const { lots, price: traded, isMaker } = this.terms
    const limit = order.price === 0 ? traded : priceOf(order.price, this.#instrument)
    // What is left of a seller who crosses counts at the better price that he trades at.
    const price = !isMaker && order.side === "sell" && traded > limit ? traded : limit
    const open = (this.#open - lots) as Lots
    const charged = (this.#charged + settlement.fee) as Amount
    this.#rest = { order, price, open, feeFine, charged }
    return this.#rest
  }
}
