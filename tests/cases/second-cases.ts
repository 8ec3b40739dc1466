/** Published payoffs of binary options, by what decides a second contract: outcome, profit, what comes back (O1, O2). */

import { Decimal } from "#core/money/decimal.ts"
import type { Amount, Price8 } from "#core/money/units.ts"
import {
  type Direction,
  outcomeAt,
  paidBack,
  type SecondOutcome,
  secondProfit,
} from "#core/second/second-contract.ts"
import { type Adapter, CannotRun } from "./case-file.ts"
import { type Figures, figured, rateOf, spelled } from "./perpetual-figures.ts"

/** Where a contract that settles at one of two values is quoted between them. */
const FULL_VALUE = 100
const UNITS = new Decimal(10).pow(8)

export const secondAdapters: Readonly<Record<string, Adapter>> = {
  "binary.payoff": figured(payoff),
  "binary.fair_value": () => {
    throw new CannotRun("a price by a model of volatility; here the payout is a fixed rate of the stake")
  },
}

/** What is paid in and what a right answer brings beside it; both in 1e-8. */
interface Terms {
  direction: Direction | undefined
  stake: Amount
  profit: Amount
  /** Settles at one of two values: what both sides pay in together. */
  isQuoted: boolean
}

function payoff(figures: Figures) {
  if (figures.find("open", "open_price") !== undefined && figures.find("close", "close_price") !== undefined)
    if (figures.find("strike", "outcome", "result", "stake") === undefined)
      throw new CannotRun("closed before its end; here there is no early end")
  const [strike, settle] = pricesOf(figures)
  if (strike && settle?.equals(strike))
    throw new CannotRun("that venue decides a tie for one side; here the stake comes back")
  const terms = termsOf(figures)
  const { stake, profit, isQuoted, direction } = terms
  const most = spelled(tell(stake), "max_loss", "maximum_loss", "risk")
  const fixed = { ...most, ...spelled(tell(profit), "max_profit", "maximum_profit") }
  const outcome = outcomeOf(figures, direction)
  if (outcome === undefined) return fixed
  const paid = paidBack(outcome, stake, profit)
  const settlement = isQuoted && direction === "bearish" ? stake + profit - paid : paid
  return {
    ...fixed,
    ...spelled(tell(outcome === "won" ? profit : 0n), "profit"),
    ...spelled(tell(paid), "total_returned", "returned", "payout", "paid"),
    ...spelled(tell(paid - stake), "net_pnl", "pnl", "net_profit", "profit_or_loss"),
    ...spelled(tell(settlement), "settlement", "settlement_value"),
  }
}

function termsOf(figures: Figures): Terms {
  const direction = directionOf(figures)
  const rate = figures.find("payout_rate", "rate_of_payout", "return_rate", "payout_percent")
  if (rate !== undefined) {
    const stake = unitsOf(figures.decimal("stake", "amount", "investment", "premium"))
    return { direction, stake, profit: secondProfit(stake, payoutRateOf(figures)), isQuoted: false }
  }
  const notional = figures.optional("notional", "payout", "payoff")
  if (notional) {
    const stake = figures.decimal("premium", "stake", "cost", "price")
    return { direction, stake: unitsOf(stake), profit: unitsOf(notional.minus(stake)), isQuoted: false }
  }
  const count = figures.optional("contracts", "quantity") ?? new Decimal(1)
  const price = figures.decimal("price", "premium", "open")
  const others = new Decimal(FULL_VALUE).minus(price)
  const [stake, profit] = direction === "bearish" ? [others, price] : [price, others]
  return {
    direction,
    stake: unitsOf(stake.times(count)),
    profit: unitsOf(profit.times(count)),
    isQuoted: true,
  }
}

/** Published as a share, or in percent. */
function payoutRateOf(figures: Figures): bigint {
  const percent = figures.optional("payout_percent")
  return rateOf(percent ? percent.div(100) : figures.decimal("payout_rate", "rate_of_payout", "return_rate"))
}

/** `call`, `buy`, `buy call`, `up`: the bullish; a `put` that is bought is bearish, as is what is sold. */
function directionOf(figures: Figures): Direction | undefined {
  const text = figures.find("direction", "side", "type", "option_type")
  if (text === undefined) return undefined
  const words = String(text).toLowerCase()
  const isDown = /\b(put|down|below|bearish|lower)\b/.test(words)
  const isSold = /\b(sell|short)\b/.test(words)
  if (!isDown && !isSold && !/\b(buy|long|call|up|above|bullish|higher)\b/.test(words))
    throw new CannotRun(`can't read the direction ${text}`)
  return isDown !== isSold ? "bearish" : "bullish"
}

/** What it opened at, and what decided it. */
const pricesOf = (figures: Figures) => [
  figures.optional("strike", "strike_price", "open_price", "entry_price"),
  figures.optional("expiry_price", "expiry_value", "settle_price", "settlement_price", "close_price"),
]

/** By its two prices, or as the case says; undefined where it doesn't end. */
function outcomeOf(figures: Figures, direction: Direction | undefined): SecondOutcome | undefined {
  const [strike, settle] = pricesOf(figures)
  if (strike && settle) {
    if (direction === undefined) throw new CannotRun("inputs lack what is needed: direction")
    return outcomeAt(direction, priceOf(strike), priceOf(settle))
  }
  const said = figures.find("outcome", "result")
  if (said === undefined) return undefined
  const text = String(said).toLowerCase()
  if (/^(win|won|right|in the money|itm)$/.test(text)) return "won"
  if (/^(lose|lost|loss|wrong|out of the money|otm)$/.test(text)) return "lost"
  if (/^(tie|tied|draw|refund|refunded|at the money)$/.test(text)) return "tied"
  if (/^(above|below|up|down)$/.test(text) && direction !== undefined)
    return /above|up/.test(text) === (direction === "bullish") ? "won" : "lost"
  throw new CannotRun(`can't read the outcome ${said}`)
}

const scaled = (value: Decimal): bigint => BigInt(value.times(UNITS).toFixed(0))
const unitsOf = (value: Decimal) => scaled(value) as Amount
const priceOf = (value: Decimal) => scaled(value) as Price8
const tell = (amount: bigint): string => new Decimal(String(amount)).div(UNITS).toFixed()
