/** Clearing of spot markets: orders hold what they may cost, fills move both currencies and fees (U5, S10, S11). */

import { feeRatesOf } from "#core/instrument/fee-levels.ts"
import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { formatAmount } from "#core/money/steps.ts"
import { type Amount, addAmounts, type Lots, NO_AMOUNT, subtractAmount } from "#core/money/units.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { PlaceOrder } from "../../command.ts"
import type { EventLog } from "../../event-log.ts"
import type { Account } from "../../ledger/account.ts"
import type { Ledger } from "../../ledger/ledger.ts"
import { isByMarket, type Order } from "../../matching/order.ts"
import type { FillVerdict, TrialJudge } from "../../matching/order-book.ts"
import { Participant, type SpotBalances } from "../../matching/participant.ts"
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
import { baseOf, firstHold, holdAt, marketRest, openHold, restHold, takeHold } from "./spot-hold.ts"

const NO_ORDERS: readonly Order[] = []

export class SpotClearing implements Clearing<SpotInstrument> {
  readonly #ledger: Ledger
  readonly #log: EventLog
  readonly #fees: Fees
  readonly #turnover: Turnover

  constructor(parts: ClearingParts) {
    this.#ledger = parts.ledger
    this.#log = parts.log
    this.#fees = new Fees(parts.ledger)
    this.#turnover = new Turnover(parts)
  }

  /** A pair has the index of its own name, if there is one. */
  indexName({ id }: SpotInstrument): string {
    return id
  }

  takePart(account: Account, { base, quote }: SpotInstrument): Participant {
    const goods = account.balance("funding", base)
    const money = account.balance("funding", quote)
    return new Participant(account, {
      buy: { pays: money, gains: goods },
      sell: { pays: goods, gains: money },
    })
  }

  /** House accounts pay no fee. */
  bind(order: Order, participant: Participant, instrument: SpotInstrument): void {
    const isBuy = order.side === "buy"
    this.rebind(order, participant)
    order.isFeeInQuote = isBuy && instrument.feeIn === "quote"
    order.feeCurrency = isBuy && !order.isFeeInQuote ? instrument.base : instrument.quote
    const { account } = participant
    if (account.isHouse) return
    const rates = feeRatesOf(instrument, account.level)
    order.makerRate = rates.maker
    order.takerRate = rates.taker
  }

  rebind(order: Order, participant: Participant): void {
    order.spot = order.side === "buy" ? participant.spot?.buy : participant.spot?.sell
  }

  checkAccount(): undefined {
    return undefined
  }

  checkState(): undefined {
    return undefined
  }

  /** Its hold stands since its placement (S8). */
  checkTriggered(): undefined {
    return undefined
  }

  /** A market sell of all that is available, but for what is less than a lot. */
  endsHolding(
    { orderType, side, quantity }: PlaceOrder,
    account: Account,
    instrument: SpotInstrument,
  ): boolean {
    if (orderType !== "market" || side !== "sell") return false
    if (quantity === undefined || !Number.isSafeInteger(quantity)) return false
    const { available } = account.balance("funding", instrument.base)
    return available - baseOf(quantity, instrument) < instrument.lot
  }

  /** Can what is still to be held be taken from what is available? */
  checkMoney(order: Order, _terms: OrderTerms, hold: Amount): Problem | undefined {
    const needed = hold - order.hold
    const { available, currency } = balancesOf(order).pays
    if (needed <= available) return undefined
    const values = { needed: formatAmount(needed), available: formatAmount(available), currency }
    return { name: "INSUFFICIENT_BALANCE", values }
  }

  checkGroup(orders: readonly Order[], market: ClearedMarket<SpotInstrument>): Problem | undefined {
    const [first] = orders
    const holds = orders.map((order) => firstHold(order, market))
    return first && this.checkMoney(first, first, holds.reduce(addAmounts, NO_AMOUNT))
  }

  firstHold(order: Order, market: ClearedMarket<SpotInstrument>): Amount {
    return firstHold(order, market)
  }

  holdAt(order: Order, terms: OrderTerms, instrument: SpotInstrument): Amount {
    return holdAt(order, terms, instrument)
  }

  hold(order: Order, amount: Amount): void {
    const more = amount - order.hold
    order.hold = amount
    this.#ledger.freeze(balancesOf(order).pays, more, order.id)
  }

  changed(order: Order, instrument: SpotInstrument): void {
    this.hold(order, openHold(order, instrument))
  }

  lostLots(order: Order, instrument: SpotInstrument): void {
    this.hold(order, isByMarket(order) ? marketRest(order, instrument) : restHold(order, instrument))
  }

  release(order: Order): void {
    this.hold(order, NO_AMOUNT)
  }

  /** What is held pays for any fill. */
  judgeFill(_maker: Order, _taker: Order, quantity: Lots): FillVerdict {
    return quantity
  }

  trialJudge(_taker: Order): TrialJudge | undefined {
    return undefined
  }

  fill(trade: BookedTrade, instrument: SpotInstrument): void {
    const { maker, taker, quantity, turnover } = trade
    const buyer = taker.side === "buy" ? taker : maker
    const seller = taker.side === "buy" ? maker : taker
    const base = baseOf(quantity, instrument)
    const inBase = buyer.isFeeInQuote ? undefined : buyer
    const takerFee = this.#fees.charge(taker, taker === inBase ? base : turnover, taker.takerRate, NO_AMOUNT)
    // A rebate may be paid from what the taker pays in this very trade.
    const income = taker.feeCurrency === maker.feeCurrency ? takerFee : NO_AMOUNT
    const makerFee = this.#fees.charge(maker, maker === inBase ? base : turnover, maker.makerRate, income)
    const buyerFee = taker === buyer ? takerFee : makerFee
    const sellerFee = taker === buyer ? makerFee : takerFee
    const improvement = takeHold(buyer, turnover, buyerFee, instrument)
    seller.hold = subtractAmount(seller.hold, base)
    const bought = balancesOf(buyer)
    const sold = balancesOf(seller)
    const buying = bought.pays.account
    const selling = sold.pays.account
    if (buying.isHouse && selling.isHouse) {
      this.#ledger.moveInHouse(bought.pays, improvement, -(turnover + improvement))
      this.#ledger.moveInHouse(bought.gains, base, 0n)
      this.#ledger.moveInHouse(sold.pays, 0n, -base)
      this.#ledger.moveInHouse(sold.gains, turnover, 0n)
      return
    }
    this.#post(trade, { buyer, seller, base, improvement, buyerFee, sellerFee })
    const { now } = this.#log
    if (!buying.isHouse) this.#log.push(fillOf(trade, buyer, buyerFee, now))
    if (!selling.isHouse) this.#log.push(fillOf(trade, seller, sellerFee, now))
    this.#turnover.count(buying, selling, { quote: instrument.quote, turnover }, now)
  }

  takeLeftOver(): readonly Order[] {
    return NO_ORDERS
  }

  save(): SavedClearing | undefined {
    return undefined
  }

  load(_saved: SavedClearing): void {
    throw new Error("spot clearing has no state but that of its orders")
  }

  check(orders: readonly ClearedOrder<SpotInstrument>[], audit: BooksAudit): void {
    for (const { order, instrument } of orders) {
      audit.expectHeld(balancesOf(order).pays, order.hold)
      const needed = openHold(order, instrument)
      // A rebate may leave a hold one unit short of the formula, never of what can be charged.
      const isShort = order.hold < needed && !(order.isFeeInQuote && order.feeFine < 0n)
      if (isShort || order.hold > needed)
        audit.report(`order ${order.id} holds ${order.hold} and needs ${needed}`)
    }
  }

  #post(
    trade: BookedTrade,
    sides: {
      buyer: Order
      seller: Order
      base: Amount
      improvement: Amount
      buyerFee: Amount
      sellerFee: Amount
    },
  ): void {
    const ledger = this.#ledger
    const { buyer, seller, base, improvement, buyerFee, sellerFee } = sides
    const { pays: paid, gains: bought } = balancesOf(buyer)
    const { pays: sold, gains: received } = balancesOf(seller)
    const reference = `trade:${buyer.instrument}:${trade.id}`
    ledger.open("trade", reference)
    ledger.held(paid, -(trade.turnover + improvement))
    ledger.available(paid, improvement)
    ledger.held(sold, -base)
    ledger.available(bought, base)
    ledger.available(received, trade.turnover)
    ledger.close()
    if (buyerFee === 0n && sellerFee === 0n) return
    ledger.open("fee", reference)
    if (buyer.isFeeInQuote && buyerFee > 0n) ledger.held(paid, -buyerFee)
    else if (buyer.isFeeInQuote) ledger.available(paid, -buyerFee)
    else ledger.available(bought, -buyerFee)
    ledger.available(received, -sellerFee)
    // What comes in first: a rebate is paid from it.
    const isBuyerFirst = buyerFee > sellerFee
    this.#fees.book(isBuyerFirst ? buyer : seller, isBuyerFirst ? buyerFee : sellerFee)
    this.#fees.book(isBuyerFirst ? seller : buyer, isBuyerFirst ? sellerFee : buyerFee)
    ledger.close()
  }
}

/** The balances that a spot order moves; bound at its acceptance. */
function balancesOf(order: Order): SpotBalances {
  if (!order.spot) throw new Error(`order ${order.id} is bound to no balances`)
  return order.spot
}
