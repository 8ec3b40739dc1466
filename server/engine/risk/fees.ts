/** Trading fees, common to all kinds: what a fill is charged, where it is booked, what fees may come to. */

import { type Amount, NO_AMOUNT } from "#core/money/units.ts"
import { holdRate, roundFee } from "#core/order/fee.ts"
import type { Ledger } from "../ledger/ledger.ts"
import type { Order } from "../matching/order.ts"

export class Fees {
  readonly #ledger: Ledger

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  /**
   * U5: what this fill is charged, so that all fills of the order together are rounded up once. A rebate never takes
   * `fees` below zero; what it lacks comes with a later fill. `amount` in 1e-8 of the fee currency; `income`: what
   * `fees` gets in the same trade before.
   */
  charge(order: Order, amount: Amount, rate: bigint, income: Amount): Amount {
    if (rate === 0n && order.feeFine === 0n) return NO_AMOUNT
    order.feeFine += amount * rate
    let fee = roundFee(order.feeFine) - order.charged
    if (fee < 0n) {
      const there = this.#ledger.system("fees", order.feeCurrency).balance + income
      if (-fee > there) fee = -there
    }
    order.charged = (order.charged + fee) as Amount
    return fee as Amount
  }

  /** The exchange's line in the journal that is open; a rebate is negative. */
  book(order: Order, fee: Amount): void {
    if (fee !== 0n) this.#ledger.own(this.#ledger.system("fees", order.feeCurrency), fee)
  }
}

/** Charges a fee that has been counted, which is no rebate; `feeFine`: the order's fees before rounding with it (U5). */
export function chargeCounted(order: Order, fee: Amount, feeFine: bigint): void {
  order.feeFine = feeFine
  order.charged = (order.charged + fee) as Amount
}

/** A turnover to come, in 1e-8 of the quote, and with fees in the quote what they may come to at most (S10). */
export function withFee(order: Order, turnover: Amount): Amount {
  if (!order.isFeeInQuote) return turnover
  const rate = holdRate({ maker: order.makerRate, taker: order.takerRate }, order.timeInForce !== "gtc")
  const fine = order.feeFine + turnover * rate
  const needed = turnover + roundFee(fine) - order.charged
  return (needed > 0n ? needed : 0n) as Amount
}
