/** What fills of contracts do to positions and money: the postings of both sides, and of what is moved without a trade (P8, P18). */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { type Amount, NO_AMOUNT, type Price8 } from "#core/money/units.ts"
import type { EventLog } from "../../event-log.ts"
import type { Ledger } from "../../ledger/ledger.ts"
import type { Order } from "../../matching/order.ts"
import type { BookedTrade, ClearingParts } from "../clearing.ts"
import { chargeCounted, Fees } from "../fees.ts"
import { contractFillOf } from "../fill-event.ts"
import { Turnover } from "../turnover.ts"
import { type ContractPart, partOf } from "./contract-account.ts"
import type { ContractAccounts } from "./contract-accounts.ts"
import type { JudgedSides } from "./fill-judge.ts"
import { priceOf, type Settlement, settleFill, sizeOf } from "./fill-settlement.ts"
import { takeCarries } from "./house-carries.ts"
import { OwnAccounts } from "./own-accounts.ts"
import type { Position } from "./position.ts"
import { positionChangeOf } from "./position-change.ts"
import type { SupposedFill } from "./supposed-fill.ts"

/** A change without a trade: `size` signed in 1e-8 of the base, by default of a liquidation. */
export interface MovedPosition {
  size: Amount
  price: Price8
  kind?: "liquidation" | "settlement"
}

/** What both sides of a trade are posted with. */
interface PostedTrade {
  trade: BookedTrade
  instrument: PerpetualInstrument
  price: Price8
  /** For the journals. */
  reference: string
}

export class ContractPostings {
  readonly #ledger: Ledger
  readonly #log: EventLog
  readonly #fees: Fees
  readonly #turnover: Turnover
  readonly #ownAccounts: OwnAccounts
  readonly #accounts: ContractAccounts
  readonly #holdOf: (order: Order, instrument: PerpetualInstrument) => Amount

  /** `holdOf`: what an order needs as it stands, 1e-8 (P13). */
  constructor(
    parts: ClearingParts,
    of: {
      accounts: ContractAccounts
      holdOf: (order: Order, instrument: PerpetualInstrument) => Amount
    },
  ) {
    this.#ledger = parts.ledger
    this.#log = parts.log
    this.#fees = new Fees(parts.ledger)
    this.#turnover = new Turnover(parts)
    this.#ownAccounts = new OwnAccounts(parts.ledger)
    this.#accounts = of.accounts
    this.#holdOf = of.holdOf
  }

  /** Both sides of a trade; who pays more comes first. `judged`: what its judgement has counted. */
  fill(trade: BookedTrade, instrument: PerpetualInstrument, judged: JudgedSides): void {
    const { maker, taker, quantity, turnover } = trade
    const price = priceOf(maker.price, instrument)
    const posted = { trade, instrument, price, reference: `trade:${instrument.id}:${trade.id}` }
    const ofTaker = judged.taker?.isOf(taker, quantity, price) ? judged.taker : undefined
    const ofMaker = judged.maker?.isOf(maker, quantity, price) ? judged.maker : undefined
    const takerFee =
      chargeJudged(taker, ofTaker) ?? this.#fees.charge(taker, turnover, taker.takerRate, NO_AMOUNT)
    const makerFee =
      chargeJudged(maker, ofMaker) ?? this.#fees.charge(maker, turnover, maker.makerRate, takerFee)
    if (takerFee >= makerFee) {
      this.#settle(posted, taker, takerFee, ofTaker)
      this.#settle(posted, maker, makerFee, ofMaker)
    } else {
      this.#settle(posted, maker, makerFee, ofMaker)
      this.#settle(posted, taker, takerFee, ofTaker)
    }
    const { account: buyer } = partOf(taker)
    const { account: seller } = partOf(maker)
    if (buyer.isHouse && seller.isHouse) return
    this.#turnover.count(buyer, seller, { quote: instrument.quote, turnover }, this.#log.now)
  }

  /**
   * P27: changes a position at a price without a trade, and without a fee: a take-over, a deleveraging, two positions of
   * one account against each other, or the end of the contract (N5). Its other side is another call.
   */
  move(
    part: ContractPart,
    position: Position,
    { kind = "liquidation", ...fill }: MovedPosition,
    { lot, id, quote }: PerpetualInstrument,
  ): void {
    const settlement = settleFill(position, part, { ...fill, fee: NO_AMOUNT, lot })
    this.#accounts.changed(part, position)
    this.#turnedBy(part, position, settlement)
    if (part.account.isHouse) {
      position.keep(settlement.realised)
      this.#ledger.houseMoved()
      return
    }
    this.#log.push(positionChangeOf(part, position, { ...fill, settlement, lot }))
    const ledger = this.#ledger
    ledger.open(kind, `position:${id}`)
    ledger.margin(part.owner.wallet, part.marginName(position), settlement.margin)
    ledger.cash(part.owner.wallet, settlement.cash)
    ledger.own(ledger.system(`contract-clearing.${id}`, quote), -settlement.realised)
    ledger.own(ledger.system("insurance", quote), -settlement.lacking)
    ledger.close()
  }

  /**
   * Posts what house accounts realised among themselves and with others, in whole units of `currency` and in one entry; the
   * rest stays carried.
   */
  settleHouse(currency: string): void {
    const ledger = this.#ledger
    const cleared = new Map<string, bigint>()
    ledger.open("house-net", "positions")
    for (const own of this.#accounts.list())
      if (own.account.isHouse) {
        const profit = takeCarries(own, cleared)
        if (own.isFund) ledger.own(ledger.system("insurance", currency), profit)
        else ledger.cash(own.wallet, profit)
      }
    for (const [instrument, profit] of [...cleared].sort(([one], [other]) => (one < other ? -1 : 1)))
      ledger.own(ledger.system(`contract-clearing.${instrument}`, currency), -profit)
    ledger.close()
  }

  /** P8, P18: one side of a trade. A house account's profit is kept in its position and posted by the minute. */
  #settle(posted: PostedTrade, order: Order, fee: Amount, judged: SupposedFill | undefined): void {
    const { trade, instrument, price } = posted
    const { lot } = instrument
    const part = partOf(order)
    const position = part.positionOf(order)
    const size = sizeOf(order, trade.quantity, lot)
    // Of two sides of one account the first has changed what the second was judged by.
    const settlement =
      judged?.stands && judged.settlement.fee === fee
        ? judged.book()
        : settleFill(position, part, { size, price, fee, lot, isForced: order.isExempt })
    this.#accounts.changed(part, position)
    this.#turnedBy(part, position, settlement)
    if (part.account.isHouse) {
      position.keep(settlement.realised)
      this.#ledger.houseMoved()
      return
    }
    if (settlement.opened > 0 && order.conditions?.targets) {
      const opened = (BigInt(settlement.opened) * lot) as Amount
      this.#accounts.targets.attach(order, { part, position, opened, seq: this.#log.seq })
    }
    const held = order.hold
    if (part.isIsolated) {
      // What the rest needs may have grown with the price; nothing is lent for it.
      const most = held + part.owner.wallet.available + settlement.cash
      const needed = this.#holdOf(order, instrument)
      order.hold = (needed <= most ? needed : most > 0n ? most : 0n) as Amount
    }
    this.#post(posted, order, settlement, (held - order.hold) as Amount)
    const { slot } = position
    const of = { fee, time: this.#log.now, realised: settlement.realised, slot }
    this.#log.push(contractFillOf(trade, order, of))
    this.#log.push(positionChangeOf(part, position, { size, price, settlement, lot }))
  }

  #turnedBy(part: ContractPart, position: Position, { closed, opened }: Settlement): void {
    if (part.account.isHouse || closed === 0) return
    this.#accounts.targets.follow(part, position, opened > 0)
    if (opened > 0 || !position.isOpen) this.#accounts.turned(part)
  }

  #post({ instrument, reference }: PostedTrade, order: Order, settlement: Settlement, freed: Amount): void {
    const ledger = this.#ledger
    const part = partOf(order)
    const { wallet } = part.owner
    const { isIsolated } = part
    const name = isIsolated ? part.marginName(part.positionOf(order)) : ""
    const feeFromWallet = settlement.fee - settlement.feeFromMargin
    ledger.open("trade", reference)
    ledger.held(wallet, -freed)
    if (isIsolated) ledger.margin(wallet, name, settlement.margin + settlement.feeFromMargin)
    ledger.cash(wallet, settlement.cash + freed + feeFromWallet)
    const { clearing, insurance } = this.#ownAccounts.of(instrument)
    ledger.own(clearing, -settlement.realised)
    ledger.own(insurance, -settlement.lacking)
    ledger.close()
    if (settlement.fee === 0n) return
    ledger.open("fee", reference)
    if (isIsolated) ledger.margin(wallet, name, -settlement.feeFromMargin)
    ledger.cash(wallet, -feeFromWallet)
    this.#fees.book(order, settlement.fee)
    ledger.close()
  }
}

/** The fee as it was judged, charged; undefined: to be counted, as a rebate may not be had whole (U5). */
function chargeJudged(order: Order, judged: SupposedFill | undefined): Amount | undefined {
  if (!judged || judged.settlement.fee < 0n) return undefined
  chargeCounted(order, judged.settlement.fee, judged.feeFine)
  return judged.settlement.fee
}
