/** Funding: what long and short positions of a contract pay each other at its moments (P5). */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { Amount } from "#core/money/units.ts"
import { fundingPayment, fundingRest, sharePayment } from "#core/position/funding-payment.ts"
import type { FundingRateEvent } from "../event.ts"
import type { ContractPart } from "../risk/perpetual/contract-account.ts"
import type { ContractPrices } from "../risk/perpetual/contract-prices.ts"
import type { Position } from "../risk/perpetual/position.ts"
import { solvencyOf } from "../risk/perpetual/standing.ts"
import type { EngineState } from "../state.ts"

/**
 * Pays the rate on all positions as they stand, at the last mark, in one journal entry. A payer's equity bears it down to
 * zero, the fund pays the rest; what rounding leaves goes to `rounding`, so that all of it sums to zero.
 */
export function payFunding(
  state: EngineState,
  instrument: PerpetualInstrument,
  { rate, time }: FundingRateEvent,
): void {
  const { perpetual } = state.clearings
  const prices = perpetual.pricesIfAny(instrument.id)
  if (!prices || rate === 0n) return
  const { ledger, log } = state
  const payments: Amount[] = []
  ledger.open("funding", `funding:${instrument.id}:${time}`)
  for (const part of perpetual.accounts.partsWithPositions(instrument.id)) {
    const due = part.openPositions().map((position) => ({
      position,
      payment: fundingPayment(position.size, prices.mark, rate),
    }))
    payments.push(...due.map(({ payment }) => payment))
    const ofFund = part.isIsolated
      ? due.map((each) => payIsolated(state, { part, prices, ...each }))
      : sharedOut(due, payCross(state, part, due.reduce((sum, { payment }) => sum + payment, 0n) as Amount))
    if (part.account.isHouse) continue
    for (const [place, { position, payment }] of due.entries())
      log.push({
        type: "funding-paid",
        account: part.account.id,
        instrument: instrument.id,
        slot: position.slot,
        size: position.size,
        mark: prices.mark,
        rate,
        amount: ((ofFund[place] ?? 0n) - payment) as Amount,
        time,
      })
  }
  ledger.own(ledger.system("rounding", instrument.quote), fundingRest(payments))
  ledger.close()
}

/** What the fund paid for an account stands with the position that owed it: of two in hedge mode one pays at most. */
const sharedOut = (due: readonly { payment: Amount }[], ofFund: bigint): bigint[] =>
  due.map(({ payment }) => (payment > 0n ? ofFund : 0n))

/** One account's payments of an instrument are netted before its equity bounds them. Answers what the fund paid of it. */
function payCross({ ledger, clearings }: EngineState, part: ContractPart, payment: Amount): bigint {
  const { wallet } = part.owner
  const insurance = ledger.system("insurance", wallet.currency)
  if (part.isFund) ledger.own(insurance, -payment)
  else if (payment <= 0n || part.account.isHouse) ledger.cash(wallet, -payment)
  else {
    const { equity } = solvencyOf(part.owner, clearings.perpetual.pricesOf)
    const { own, fund } = sharePayment(payment, equity)
    ledger.cash(wallet, -own)
    ledger.own(insurance, -fund)
    return fund
  }
  return 0n
}

/**
 * From the margin, down to zero: what open profit would still bear is the fund's as well, as it can't be paid out. Answers
 * what the fund paid.
 */
function payIsolated(
  { ledger, clearings }: EngineState,
  of: { part: ContractPart; position: Position; prices: ContractPrices; payment: Amount },
): bigint {
  const { part, position, prices, payment } = of
  const { wallet } = part.owner
  const { own } = sharePayment(payment, position.equityAt(prices.mark))
  const paid = own < position.margin ? own : position.margin
  ledger.margin(wallet, part.marginName(position), -paid)
  position.margin = (position.margin - paid) as Amount
  ledger.own(ledger.system("insurance", wallet.currency), -(payment - paid))
  clearings.perpetual.accounts.changed(part, position)
  return payment - paid
}
