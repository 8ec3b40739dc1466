/** The money of a practice account: wallet, position, fills and closed trades, exact to 1e-8 of the quote. */

import { divideNearest, divideUp } from "../money/rounding.ts"
import { type Amount, fineOf, magnitude, type Price8, type TimeMs, UNITS_PER_COIN } from "../money/units.ts"
import { feeOf } from "../order/fee.ts"
import { maintenanceMargin, notionalCap } from "../position/margin-tiers.ts"
import { applyFill, FLAT, type Position } from "../position/position.ts"
import { unrealisedProfit } from "../position/profit.ts"
import type {
  PracticeFill,
  PracticeRefusal,
  PracticeSide,
  PracticeTerms,
  PracticeTrade,
} from "./practice-terms.ts"
import { PracticeTradeRecord } from "./practice-trade.ts"

/** What is asked of the money by one fill. */
export interface MoneyFill {
  time: TimeMs
  side: PracticeSide
  lots: number
  ticks: number
  isMaker: boolean
  by: PracticeFill["by"]
}

/**
 * `wallet = start + realised − fees + covered` holds after every fill, in whole 1e-8. `covered`: losses beyond the wallet
 * after a liquidation, which nobody pays.
 */
export class PracticeMoney {
  readonly terms: PracticeTerms
  readonly start: Amount
  readonly fills: PracticeFill[] = []
  readonly trades: PracticeTrade[] = []
  position: Position = FLAT
  realised = 0n
  fees = 0n
  covered = 0n
  #record: PracticeTradeRecord | undefined

  constructor(terms: PracticeTerms, start: Amount) {
    this.terms = terms
    this.start = start
  }

  /** In 1e-8 of the quote, without what is open. */
  get wallet(): Amount {
    return (this.start + this.realised - this.fees + this.covered) as Amount
  }

  /** Signed: below zero short. */
  get heldLots(): number {
    return Number(this.position.size / this.terms.lot)
  }

  priceOf(ticks: number): Price8 {
    return (BigInt(ticks) * this.terms.tick) as Price8
  }

  /** Profit of what is open at a price, in 1e-16. */
  unrealised(ticks: number): bigint {
    return unrealisedProfit(this.position, this.priceOf(ticks)) + this.position.carry
  }

  /** Wallet and what is open, in 1e-16 of the quote. */
  equity(ticks: number): bigint {
    return fineOf(this.wallet) + this.unrealised(ticks)
  }

  /** Money behind the position, in 1e-16: its cost by the leverage, rounded up. */
  margin(): bigint {
    return divideUp(magnitude(this.position.cost), BigInt(this.terms.leverage))
  }

  /** What more can be bought or sold with, in 1e-16; below zero: too much is open. Open profit counts on contracts only. */
  available(ticks: number): bigint {
    const money = this.terms.isContract ? this.equity(ticks) : fineOf(this.wallet)
    return money - this.margin()
  }

  /** Value of so many lots at a price, in 1e-16. */
  value(lots: number, ticks: number): bigint {
    return BigInt(lots) * this.terms.lot * this.priceOf(ticks)
  }

  /** In 1e-8, rounded up. */
  feeOf(lots: number, ticks: number, isMaker: boolean): bigint {
    const { maker, taker } = this.terms.fees
    return divideUp(feeOf(this.value(lots, ticks), isMaker ? maker : taker), UNITS_PER_COIN)
  }

  isLiquidated(ticks: number): boolean {
    const { isContract, tiers } = this.terms
    if (!isContract || this.position.size === 0n) return false
    const notional = magnitude(this.position.size * this.priceOf(ticks))
    return this.equity(ticks) <= maintenanceMargin(tiers, notional as Parameters<typeof maintenanceMargin>[1])
  }

  /** Why a fill can't be: looked at on a copy. What lessens always can. `held`: money that other orders keep, in 1e-16. */
  refusalOf(fill: MoneyFill, held = 0n): PracticeRefusal | undefined {
    const { terms } = this
    const signed = BigInt(fill.side === "buy" ? fill.lots : -fill.lots) * terms.lot
    const size = this.position.size
    if (!terms.isContract && size + signed < 0n) return "SHORT"
    if (size !== 0n && size > 0n !== signed > 0n && magnitude(signed) <= magnitude(size)) return undefined
    const after = this.#copyAfter(fill)
    const cap = terms.isContract ? notionalCap(terms.tiers, terms.leverage) : undefined
    if (cap !== undefined && magnitude(after.position.cost) > fineOf(cap)) return "LEVERAGE"
    return after.available(fill.ticks) < held ? "FUNDS" : undefined
  }

  #copyAfter(fill: MoneyFill): PracticeMoney {
    const copy = new PracticeMoney(this.terms, this.wallet)
    copy.position = this.position
    copy.fill(fill)
    return copy
  }

  fill({ time, side, lots, ticks, isMaker, by }: MoneyFill): void {
    const fee = this.feeOf(lots, ticks, isMaker)
    const size = (BigInt(side === "buy" ? lots : -lots) * this.terms.lot) as Amount
    const price = this.priceOf(ticks)
    const { position, realised, closed, opened } = applyFill(this.position, { size, price })
    this.position = position
    this.realised += realised
    this.fees += fee
    this.fills.push({ time, side, lots, ticks, fee, realised, by })
    const closingFee = opened === 0n ? fee : (fee * closed) / (closed + opened)
    if (closed > 0n) this.#record?.close({ size: closed, price, realised, fee: closingFee })
    if (this.#record && (position.size === 0n || (closed > 0n && opened > 0n))) {
      this.trades.push(this.#record.ended(time, this.terms.lot))
      this.#record = undefined
    }
    if (opened > 0n) {
      this.#record ??= new PracticeTradeRecord(position.size > 0n ? "long" : "short", time)
      this.#record.open({ size: opened, price, fee: fee - closingFee })
    }
  }

  /** After a liquidation nothing below zero is owed. */
  coverLoss(): void {
    if (this.wallet < 0n) this.covered -= this.wallet
  }

  /** Mean entry price in 1e-8; undefined while flat. */
  entry(): bigint | undefined {
    const { size, cost } = this.position
    return size === 0n ? undefined : divideNearest(magnitude(cost), magnitude(size))
  }
}
