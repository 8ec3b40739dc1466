/** Clearing of perpetual contracts: margin of orders and fills, and the postings of a fill (P7, P8, P11–P18, P22). */

import { feeRatesOf } from "#core/instrument/fee-levels.ts"
import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { type Amount, type Lots, magnitude, NO_AMOUNT, type Price8 } from "#core/money/units.ts"
import { isClosingOnly } from "#core/position/delisting-price.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { PlaceOrder } from "../../command.ts"
import type { EventLog } from "../../event-log.ts"
import type { Account } from "../../ledger/account.ts"
import type { Ledger } from "../../ledger/ledger.ts"
import type { Order } from "../../matching/order.ts"
import type { FillVerdict, TrialJudge } from "../../matching/order-book.ts"
import type { Participant } from "../../matching/participant.ts"
import type { IndexPrice } from "../../pricing/index-price.ts"
import type {
  BookedTrade,
  BooksAudit,
  ClearedMarket,
  ClearedOrder,
  Clearing,
  ClearingParts,
  OrderTerms,
  SavedClearing,
} from "../clearing.ts"
import { Fees } from "../fees.ts"
import { fillOf } from "../fill-event.ts"
import { Turnover } from "../turnover.ts"
import { checkContracts } from "./check-contracts.ts"
import { type ContractAccount, type ContractPart, partOf } from "./contract-account.ts"
import { ContractAccounts } from "./contract-accounts.ts"
import type { ContractPrices } from "./contract-prices.ts"
import { judgeFill } from "./fill-judge.ts"
import { priceOf, type Settlement, settleFill, sizeOf } from "./fill-settlement.ts"
import { takeCarries } from "./house-carries.ts"
import { checkOrderMargin, isolatedCost } from "./order-margin.ts"
import { OwnAccounts } from "./own-accounts.ts"
import type { Position } from "./position.ts"
import { positionChangeOf } from "./position-change.ts"
import { closes, reduces } from "./reduce-only.ts"
import { loadContracts, saveContracts } from "./saved-contracts.ts"
import { WhatIf } from "./what-if.ts"

/** Never changed: what is supposed of a fill has a what-if of its own. */
const NOTHING_SUPPOSED = new WhatIf()

/** All contracts settle in it. */
const SETTLEMENT = "USDT"

export class PerpetualClearing implements Clearing<PerpetualInstrument> {
  readonly accounts: ContractAccounts
  readonly #ledger: Ledger
  readonly #log: EventLog
  readonly #fees: Fees
  readonly #turnover: Turnover
  readonly #indexes: ReadonlyMap<string, IndexPrice>
  readonly #pricesOf: (instrument: string) => ContractPrices | undefined
  readonly #contractOf: (instrument: string) => PerpetualInstrument
  readonly #ownAccounts: OwnAccounts
  /** Before it, house accounts traded contracts without positions. */
  #isSettling: boolean

  constructor(parts: ClearingParts) {
    this.#ledger = parts.ledger
    this.#log = parts.log
    this.#indexes = parts.indexes
    this.#pricesOf = parts.contractPrices
    this.#isSettling = parts.settlesContracts
    this.#ownAccounts = new OwnAccounts(parts.ledger)
    this.#fees = new Fees(parts.ledger)
    this.#turnover = new Turnover(parts)
    this.accounts = new ContractAccounts(parts.log)
    this.#contractOf = parts.contractOf
  }

  /** The contract's prices; throws before its first mark, when nobody but the house can have an order there. */
  readonly pricesOf = (instrument: string): ContractPrices => {
    const prices = this.#pricesOf(instrument)
    if (!prices) throw new Error(`${instrument} has no mark`)
    return prices
  }

  /** Fills make positions from now on. */
  beginToSettle(): void {
    this.#isSettling = true
  }

  /** As {@link pricesOf}; undefined before the first mark. */
  pricesIfAny(instrument: string): ContractPrices | undefined {
    return this.#pricesOf(instrument)
  }

  /** The contract account of this account, made when it is asked for first. */
  accountOf(account: Account): ContractAccount {
    return this.accounts.of(account, SETTLEMENT)
  }

  indexName({ index }: PerpetualInstrument): string {
    return index
  }

  takePart(account: Account, instrument: PerpetualInstrument): Participant {
    return this.accountOf(account).part(instrument)
  }

  /** House accounts pay no fee. */
  bind(order: Order, participant: Participant, instrument: PerpetualInstrument): void {
    this.rebind(order, participant)
    order.feeCurrency = instrument.quote
    const { account } = participant
    if (account.isHouse) return
    const rates = feeRatesOf(instrument, account.level)
    order.makerRate = rates.maker
    order.takerRate = rates.taker
  }

  rebind(order: Order, participant: Participant): void {
    order.participant = participant
  }

  checkAccount(account: Account): Problem | undefined {
    return this.accounts.known(account.id)?.isBarred ? { name: "LIQUIDATING" } : undefined
  }

  /** N4: an index without a fresh tick prices nothing. */
  checkState({ index: name }: PerpetualInstrument): Problem | undefined {
    const index = this.#indexes.get(name)
    if (index && !index.isStale(this.#log.now)) return undefined
    return { name: "INDEX_STALE", values: { index: name } }
  }

  /** A close that leaves nothing of the position. */
  endsHolding(command: PlaceOrder, account: Account, instrument: PerpetualInstrument): boolean {
    const { reduceOnly, positionSide, quantity } = command
    if (!reduceOnly || quantity === undefined || !Number.isSafeInteger(quantity)) return false
    const part = this.accounts.known(account.id)?.known(instrument.id)
    const position = part?.positions[positionSide ?? "net"]
    return position !== undefined && BigInt(quantity) * instrument.lot >= magnitude(position.size)
  }

  checkMoney(order: Order, terms: OrderTerms, hold: Amount): Problem | undefined {
    if (partOf(order).account.isHouse) return undefined
    if (!this.#pricesOf(order.instrument)) return noMark(this.#contractOf(order.instrument))
    return checkOrderMargin(order, terms, { hold, pricesOf: this.pricesOf })
  }

  firstHold(order: Order, market: ClearedMarket<PerpetualInstrument>): Amount {
    return this.holdAt(order, order, market.instrument)
  }

  /** P13: only orders of isolated parts are held for; what a cross order needs is counted. */
  holdAt(order: Order, terms: OrderTerms, instrument: PerpetualInstrument): Amount {
    const part = partOf(order)
    if (!part.isIsolated || part.account.isHouse) return NO_AMOUNT
    const prices = this.#pricesOf(instrument.id)
    return prices ? isolatedCost(order, terms, prices) : NO_AMOUNT
  }

  /** What the order needs as it stands now. */
  holdNow(order: Order): Amount {
    return this.holdAt(order, order, this.#contractOf(order.instrument))
  }

  hold(order: Order, amount: Amount): void {
    const more = amount - order.hold
    order.hold = amount as Amount
    this.#ledger.freeze(partOf(order).owner.wallet, more, order.id)
  }

  /**
   * P13. What was enough when it was accepted may not be now: a position that it would have closed is gone, or the mark has
   * moved. Then it holds what there is; nothing is lent, and each fill asks for what it needs (P17).
   */
  changed(order: Order, instrument: PerpetualInstrument): void {
    const need = this.holdAt(order, order, instrument)
    const { available } = partOf(order).owner.wallet
    const most = (available > 0n ? order.hold + available : order.hold) as Amount
    this.hold(order, need < most ? need : most)
  }

  lostLots(order: Order, instrument: PerpetualInstrument): void {
    this.changed(order, instrument)
  }

  /** S9: a stop needs nothing until it fires; then it is asked for as a new order. */
  checkTriggered(order: Order, instrument: PerpetualInstrument): Problem | undefined {
    const { account } = partOf(order)
    if (order.conditions?.closesPosition) takeSize(order, instrument)
    const hold = this.holdAt(order, order, instrument)
    const problem =
      this.checkAccount(account) ??
      (closes(order) ? undefined : this.#checkOpening(instrument)) ??
      this.checkMoney(order, order, hold)
    if (!problem) this.hold(order, hold)
    return problem
  }

  #checkOpening(instrument: PerpetualInstrument): Problem | undefined {
    const isEnding = isClosingOnly(instrument, this.#log.now)
    return isEnding
      ? { name: "CLOSING_ONLY", values: { instrument: instrument.id } }
      : this.checkState(instrument)
  }

  release(order: Order): void {
    this.hold(order, NO_AMOUNT)
  }

  judgeFill(maker: Order, taker: Order, quantity: Lots): FillVerdict {
    return judgeFill({ maker, taker, quantity }, NOTHING_SUPPOSED, this.pricesOf)
  }

  trialJudge(_taker: Order): TrialJudge {
    let booked = new WhatIf()
    return {
      judgeFill: (maker, taker, quantity) => judgeFill({ maker, taker, quantity }, booked, this.pricesOf),
      filled: (maker, taker, lots) => {
        const prices = this.pricesOf(maker.instrument)
        const fill = { lots, price: priceOf(maker.price, prices.instrument) }
        booked = new WhatIf(booked)
        booked.take(maker, { ...fill, isMaker: true }, prices)
        booked.take(taker, { ...fill, isMaker: false }, prices)
      },
    }
  }

  fill(trade: BookedTrade, instrument: PerpetualInstrument): void {
    if (!this.#isSettling) return
    const { maker, taker, turnover } = trade
    const takerFee = this.#fees.charge(taker, turnover, taker.takerRate, NO_AMOUNT)
    const makerFee = this.#fees.charge(maker, turnover, maker.makerRate, takerFee)
    const isTakerFirst = takerFee >= makerFee
    const [first, second] = isTakerFirst ? [taker, maker] : [maker, taker]
    this.#settle(trade, first, { fee: isTakerFirst ? takerFee : makerFee, instrument })
    this.#settle(trade, second, { fee: isTakerFirst ? makerFee : takerFee, instrument })
    const accounts = [partOf(taker).account, partOf(maker).account] as const
    if (accounts.every(({ isHouse }) => isHouse)) return
    this.#turnover.count(...accounts, { quote: instrument.quote, turnover }, this.#log.now)
  }

  takeLeftOver(instrument: string): readonly Order[] {
    return this.accounts.takeLeftOver(instrument)
  }

  save(): SavedClearing {
    return { ...saveContracts(this.accounts), isSettling: this.#isSettling }
  }

  load(saved: SavedClearing): void {
    this.#isSettling = saved.isSettling === true
    loadContracts(this.accounts, saved, {
      accountOf: (account) => this.accountOf(this.#ledger.account(account)),
      partOf: (account, id) => this.accountOf(this.#ledger.account(account)).part(this.#contractOf(id)),
    })
  }

  check(orders: readonly ClearedOrder<PerpetualInstrument>[], audit: BooksAudit): void {
    for (const { order } of orders) {
      audit.expectHeld(partOf(order).owner.wallet, order.hold)
      if (!partOf(order).isIsolated && order.hold !== 0n)
        audit.report(`cross order ${order.id} holds ${order.hold}`)
      if (order.conditions?.closesPosition && order.status === "waiting" && !reduces(order))
        audit.report(`order ${order.id} has outlived the position that it closes`)
    }
    checkContracts(this.accounts, { ledger: this.#ledger, pricesOf: this.pricesOf }, audit)
  }

  /**
   * P27: changes a position at a price without a trade, and without a fee: a take-over, a deleveraging, two positions of
   * one account against each other, or the end of the contract (N5). Its other side is another call.
   */
  move(
    part: ContractPart,
    position: Position,
    { kind = "liquidation", ...fill }: { size: Amount; price: Price8; kind?: "liquidation" | "settlement" },
  ): void {
    const { lot, id, quote } = this.#contractOf(part.instrument)
    const settlement = settleFill(position, part, { ...fill, fee: NO_AMOUNT, lot })
    this.accounts.changed(part, position)
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
   * Posts what house accounts realised among themselves and with others, in whole units and in one entry; the rest stays
   * carried.
   */
  settleHouse(): void {
    const ledger = this.#ledger
    const cleared = new Map<string, bigint>()
    ledger.open("house-net", "positions")
    for (const own of this.accounts.list())
      if (own.account.isHouse) {
        const profit = takeCarries(own, cleared)
        if (own.isFund) ledger.own(ledger.system("insurance", SETTLEMENT), profit)
        else ledger.cash(own.wallet, profit)
      }
    for (const [instrument, profit] of [...cleared].sort(([one], [other]) => (one < other ? -1 : 1)))
      ledger.own(ledger.system(`contract-clearing.${instrument}`, SETTLEMENT), -profit)
    ledger.close()
  }

  /** P8, P18: one side of a trade. A house account's profit is kept in its position and posted by the minute. */
  #settle(
    trade: BookedTrade,
    order: Order,
    { fee, instrument }: { fee: Amount; instrument: PerpetualInstrument },
  ): void {
    const part = partOf(order)
    const position = part.positionOf(order)
    const price = priceOf(trade.maker.price, instrument)
    const size = sizeOf(order, trade.quantity, instrument.lot)
    const { lot } = instrument
    const settlement = settleFill(position, part, { size, price, fee, lot, isForced: order.isExempt })
    this.accounts.changed(part, position)
    this.#turnedBy(part, position, settlement)
    if (part.account.isHouse) {
      position.keep(settlement.realised)
      this.#ledger.houseMoved()
      return
    }
    if (settlement.opened > 0 && order.conditions?.targets) {
      const opened = (BigInt(settlement.opened) * lot) as Amount
      this.accounts.targets.attach(order, { part, position, opened, seq: this.#log.seq })
    }
    const held = order.hold
    if (part.isIsolated) {
      // What the rest needs may have grown with the price; nothing is lent for it.
      const most = held + part.owner.wallet.available + settlement.cash
      const needed = this.holdAt(order, order, instrument)
      order.hold = (needed <= most ? needed : most > 0n ? most : 0n) as Amount
    }
    this.#post(order, { trade, settlement, freed: (held - order.hold) as Amount, instrument })
    const { slot } = position
    this.#log.push({ ...fillOf(trade, order, fee, this.#log.now), realised: settlement.realised, slot })
    this.#log.push(positionChangeOf(part, position, { size, price, settlement, lot }))
  }

  #turnedBy(part: ContractPart, position: Position, { closed, opened }: Settlement): void {
    if (part.account.isHouse || closed === 0) return
    this.accounts.targets.follow(part, position, opened > 0)
    if (opened > 0 || !position.isOpen) this.accounts.turned(part)
  }

  #post(
    order: Order,
    of: { trade: BookedTrade; settlement: Settlement; freed: Amount; instrument: PerpetualInstrument },
  ): void {
    const { settlement, freed, instrument } = of
    const ledger = this.#ledger
    const part = partOf(order)
    const { wallet } = part.owner
    const { isIsolated } = part
    const name = isIsolated ? part.marginName(part.positionOf(order)) : ""
    const feeFromWallet = settlement.fee - settlement.feeFromMargin
    const reference = `trade:${instrument.id}:${of.trade.id}`
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

/** An order that closes the whole position is as large as it is now; where there is nothing to close it stays without a size. */
function takeSize(order: Order, { lot }: PerpetualInstrument): void {
  if (!reduces(order)) return
  const { size } = partOf(order).positionOf(order)
  order.quantity = Number(magnitude(size) / lot) as Lots
  order.open = order.quantity
}

/** N4: before the first mark there is nothing to count margin with. */
const noMark = ({ index }: PerpetualInstrument): Problem => ({ name: "INDEX_STALE", values: { index } })
