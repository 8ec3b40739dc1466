/** What was made or lost by closing: a market's positions, its coins sold, its second contracts. All in 1e-8 of the quote. */

import type { Instrument } from "#core/instrument/instrument.ts"
import { type Price8, UNITS_PER_COIN } from "#core/money/units.ts"
import type { FillEvent } from "../engine/event.ts"
import type { PositionRecord } from "../engine/position-record.ts"
import type { SecondView } from "../engine/second/second-event.ts"

/** P9's profit of a closed position with its fees and its funding. */
export const resultOfPosition = (position: Readonly<PositionRecord>): bigint =>
  position.realised -
  position.openingFee -
  position.closingFee -
  position.liquidationFee +
  position.fundingReceived -
  position.fundingPaid

/** The stake is taken at the opening, what is paid includes it. */
export const resultOfSecond = ({ stake, paid = 0n as never }: SecondView): bigint => paid - stake

/** Of each order that sold coins: what it brought after fees, less what the coins had cost on average, their fees included. */
export function resultsOfSales(
  fills: readonly FillEvent[],
  { lot, base }: Pick<Instrument, "lot" | "base">,
  owned: { amount: bigint; price: Price8 },
): bigint[] {
  let held = owned.amount
  // 1e-16 of the quote, as a price times a size is.
  let cost = owned.amount * owned.price
  const results = new Map<number, bigint>()
  for (const { side, quantity, turnover, fee, feeCurrency, order } of fills) {
    const size = BigInt(quantity) * lot
    const feeInBase = feeCurrency === base ? fee : 0n
    const feeInQuote = feeCurrency === base ? 0n : fee
    if (side === "buy") {
      held += size - feeInBase
      cost += (turnover + feeInQuote) * UNITS_PER_COIN
      continue
    }
    // What came from elsewhere, by a transfer or a deposit, is taken to have cost nothing.
    const gone = size + feeInBase
    const share = held <= 0n ? 0n : gone >= held ? cost : (cost * gone) / held
    held -= gone
    cost -= share
    const result = turnover - feeInQuote - share / UNITS_PER_COIN
    results.set(order, (results.get(order) ?? 0n) + result)
  }
  return [...results.values()]
}

/** 1e-8 of the quote: a fee in coins of the base is counted at the price of its fill. */
export const feeInQuote = ({ fee, feeCurrency, price }: FillEvent, { base, tick }: Instrument): bigint =>
  feeCurrency === base ? (fee * BigInt(price) * tick) / UNITS_PER_COIN : fee
