/** What becomes of a position that the book can't close: the fund takes it over, or it is deleveraged (P27–P30). */

import { type Amount, type Lots, magnitude, NO_AMOUNT, type Price8 } from "#core/money/units.ts"
import { bankruptcyPrice, wholeEquity } from "#core/position/bankruptcy-price.ts"
import { staysSolvent } from "#core/position/deleveraging-rank.ts"
import { fundOrderQuantity, liquidationLimit } from "#core/position/liquidation-steps.ts"
import { FUND_ACCOUNT } from "../command.ts"
import type { ContractPart } from "../risk/perpetual/contract-account.ts"
import type { ContractPrices } from "../risk/perpetual/contract-prices.ts"
import type { Position } from "../risk/perpetual/position.ts"
import type { EngineState } from "../state.ts"
import type { DeleveragingRanks } from "./deleveraging-ranks.ts"
import { type Doomed, lotsOf, slipOf } from "./doomed-position.ts"
import { endForLiquidation, enterForced } from "./forced-order.ts"
import { fundStanding } from "./house-standing.ts"

/**
 * P27.3, P27.4: the user is settled at the bankruptcy price without a fee. The fund sells into the book at once and keeps
 * the rest if its equity bears it; else the rest is taken by those who earned most on the other side.
 */
export function takeOver(state: EngineState, doomed: Doomed, ranks: DeleveragingRanks): void {
  const { part, position, prices, share } = doomed
  const { perpetual } = state.clearings
  const { instrument, mark } = prices
  const price = bankruptcyPrice({ size: position.size, mark, share }, instrument.tick)
  const limit = liquidationLimit(
    { isLong: position.size > 0n, mark, bankruptcy: price },
    { slip: slipOf(prices), tick: instrument.tick },
  )
  const { size } = position
  const fund = fundPart(state, prices)
  const taken = fund.positions.net
  const before = taken.size
  perpetual.move(part, position, { size: -size as Amount, price })
  perpetual.move(fund, taken, { size, price })
  state.log.push({
    type: "liquidation",
    account: part.account.id,
    instrument: instrument.id,
    slot: position.slot,
    step: "take-over",
    size: magnitude(size) as Amount,
    mark,
    price,
    fee: NO_AMOUNT,
    ...doomed.decided,
    time: state.log.now,
  })
  const isSameSide = before === 0n || before > 0n === size > 0n
  if (isSameSide)
    enterForced(state, { part: fund, position: taken, lots: lotsOf(size, prices), price: limit })
  const gained = magnitude(taken.size) - magnitude(before)
  if (!isSameSide || gained <= 0n || bears(fundStanding(state))) return
  deleverage(state, { part: fund, position: taken, prices, price, ranks }, lotsOf(gained, prices))
}

/** P29: after each mark the fund works off a part of what it holds; at a ratio of 100 % all of it is deleveraged. */
export function workOffFund(state: EngineState, instrument: string, ranks: DeleveragingRanks): void {
  const { accounts } = state.clearings.perpetual
  const fund = accounts.known(FUND_ACCOUNT)?.known(instrument)
  const position = fund?.positions.net
  if (!fund || !position?.isOpen) return
  const prices = state.clearings.perpetual.pricesOf(instrument)
  const { instrument: contract, mark } = prices
  const standing = fundStanding(state)
  if (!bears(standing)) {
    const price = bankruptcyPrice(
      { size: position.size, mark, share: wholeEquity(standing.equity) },
      contract.tick,
    )
    deleverage(state, { part: fund, position, prices, price, ranks }, lotsOf(position.size, prices))
    return
  }
  const least = (BigInt(contract.minQuantity) * contract.lot) as Amount
  const lots = lotsOf(fundOrderQuantity(position.size, least, contract.lot), prices)
  const isLong = position.size > 0n
  // Not beyond the slip from the mark; it has no bankruptcy price that binds it.
  const price = liquidationLimit(
    { isLong, mark, bankruptcy: (isLong ? 0n : mark * 100n) as Price8 },
    { slip: slipOf(prices), tick: contract.tick },
  )
  if (lots > 0) enterForced(state, { part: fund, position, lots, price })
}

/** P27.4, P30: who earns most gives the position its other side at this price, in the order of the rank. */
function deleverage(
  state: EngineState,
  of: {
    part: ContractPart
    position: Position
    prices: ContractPrices
    price: Price8
    ranks: DeleveragingRanks
  },
  lots: Lots,
): void {
  const { part, position, prices, price, ranks } = of
  const { lot } = prices.instrument
  let left = (BigInt(lots) * lot) as Amount
  for (const { part: other, position: theirs, equity } of ranks.of(prices, position.size < 0n)) {
    if (left === 0n) return
    const size = magnitude(theirs.size) < left ? (magnitude(theirs.size) as Amount) : left
    const signed = (theirs.size > 0n ? size : -size) as Amount
    if (!staysSolvent(equity, { size: signed, price, mark: prices.mark })) continue
    if (!other.account.isHouse) endForLiquidation(state, other.list())
    state.clearings.perpetual.move(other, theirs, { size: -signed as Amount, price })
    state.clearings.perpetual.move(part, position, { size: signed, price })
    left = (left - size) as Amount
    if (other.account.isHouse) continue
    state.log.push({
      type: "deleveraged",
      account: other.account.id,
      instrument: other.instrument,
      slot: theirs.slot,
      size,
      price,
      time: state.log.now,
    })
  }
  // L6: nobody is left who could take it; the operator has to see to it.
  if (left > 0n) state.markets.get(part.instrument)?.setState("cancel-only")
}

const bears = ({ equity, maintenance }: ReturnType<typeof fundStanding>): boolean => equity >= maintenance

const fundPart = (state: EngineState, { instrument }: ContractPrices): ContractPart =>
  state.clearings.perpetual.accountOf(state.ledger.account(FUND_ACCOUNT)).part(instrument)
