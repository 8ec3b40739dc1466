/** Clearing of perpetual contracts: margin of orders and fills, and the postings of a fill (P7, P8, P11–P18, P22). */

import { feeRatesOf } from "#core/instrument/fee-levels.ts"
import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { type Amount, type Lots, magnitude, NO_AMOUNT } from "#core/money/units.ts"
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
import { checkContracts } from "./check-contracts.ts"
import { type ContractAccount, ContractPart, partOf } from "./contract-account.ts"
import { ContractAccounts } from "./contract-accounts.ts"
import { ContractPostings, type MovedPosition } from "./contract-postings.ts"
import type { ContractPrices } from "./contract-prices.ts"
import { type JudgedSides, judgeFill } from "./fill-judge.ts"
import { priceOf } from "./fill-settlement.ts"
import { checkGroupMargin, checkOrderMargin, isolatedCost } from "./order-margin.ts"
import type { Position } from "./position.ts"
import { closes, reduces } from "./reduce-only.ts"
import { loadContracts, saveContracts } from "./saved-contracts.ts"
import { WhatIf } from "./what-if.ts"

/** Never changed: what is supposed of a fill has a what-if of its own. */
const NOTHING_SUPPOSED = new WhatIf()

/** All contracts settle in it. */
export const SETTLEMENT = "USDT"

export class PerpetualClearing implements Clearing<PerpetualInstrument> {
  readonly accounts: ContractAccounts
  readonly #ledger: Ledger
  readonly #log: EventLog
  readonly #postings: ContractPostings
  /** Of the fill that was judged last. */
  readonly #judged: JudgedSides = { maker: undefined, taker: undefined }
  readonly #indexes: ReadonlyMap<string, IndexPrice>
  readonly #pricesOf: (instrument: string) => ContractPrices | undefined
  readonly #contractOf: (instrument: string) => PerpetualInstrument
  /** Before it, house accounts traded contracts without positions. */
  #isSettling: boolean

  constructor(parts: ClearingParts) {
    this.#ledger = parts.ledger
    this.#log = parts.log
    this.#indexes = parts.indexes
    this.#pricesOf = parts.contractPrices
    this.#isSettling = parts.settlesContracts
    this.accounts = new ContractAccounts(parts.log)
    this.#contractOf = parts.contractOf
    this.#postings = new ContractPostings(parts, {
      accounts: this.accounts,
      holdOf: (order, instrument) => this.holdAt(order, order, instrument),
    })
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

  checkAccount(account: Account, participant?: Participant): Problem | undefined {
    const own = participant instanceof ContractPart ? participant.owner : this.accounts.known(account.id)
    return own?.isBarred ? { name: "LIQUIDATING" } : undefined
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

  checkGroup(orders: readonly Order[]): Problem | undefined {
    const [first] = orders
    if (!first || partOf(first).account.isHouse) return undefined
    if (!this.#pricesOf(first.instrument)) return noMark(this.#contractOf(first.instrument))
    return checkGroupMargin(orders, this.pricesOf)
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
    partOf(order).tally?.changed(order)
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
    const { account, tally } = partOf(order)
    if (order.conditions?.closesPosition) takeSize(order, instrument)
    tally?.changed(order)
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
    return judgeFill({ maker, taker, quantity }, NOTHING_SUPPOSED, this.pricesOf, this.#judged)
  }

  trialJudge(_taker: Order): TrialJudge {
    let booked = new WhatIf()
    return {
      judgeFill: (maker, taker, quantity) => judgeFill({ maker, taker, quantity }, booked, this.pricesOf),
      filled: (maker, taker, lots) => {
        const prices = this.pricesOf(maker.instrument)
        const fill = { lots, price: priceOf(maker.price, prices.instrument) }
        const ofMaker = new WhatIf(booked)
        ofMaker.take(maker, { ...fill, isMaker: true }, prices)
        booked = new WhatIf(ofMaker)
        booked.take(taker, { ...fill, isMaker: false }, prices)
      },
    }
  }

  fill(trade: BookedTrade, instrument: PerpetualInstrument): void {
    partOf(trade.maker).tally?.changed(trade.maker)
    partOf(trade.taker).tally?.changed(trade.taker)
    if (this.#isSettling) this.#postings.fill(trade, instrument, this.#judged)
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

  /** P27: see {@link ContractPostings.move}. */
  move(part: ContractPart, position: Position, moved: MovedPosition): void {
    this.#postings.move(part, position, moved, this.#contractOf(part.instrument))
  }

  /** P8: see {@link ContractPostings.settleHouse}. */
  settleHouse(): void {
    this.#postings.settleHouse(SETTLEMENT)
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
