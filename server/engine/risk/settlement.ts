/** Who pays what to whom when orders trade on a spot market? Hold, match, post, release; with fees (U5, S10, S11). */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Lots, Price8 } from "#core/money/units.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { FillEvent } from "../event.ts"
import type { EventLog } from "../event-log.ts"
import type { Holder } from "../ledger/holder.ts"
import type { Ledger } from "../ledger/ledger.ts"
import type { Purse } from "../ledger/purse.ts"
import type { Order } from "../matching/order.ts"
import { divideUp } from "../rounding.ts"
import { baseOf, restHold } from "./spot-hold.ts"

/** One trade as the market has booked it. */
export interface BookedTrade {
  id: number
  maker: Order
  taker: Order
  quantity: Lots
  /** 1e-8 of the quote. */
  turnover: Amount
}

const NOTHING = 0n as Amount

export class Settlement {
  readonly #ledger: Ledger
  readonly #log: EventLog
  /** Worth of one unit of a currency in 1e-8 USDT; undefined where nobody knows. */
  readonly #worthOf: (currency: string) => Price8 | undefined
  /** Called when somebody trades for the first time on a day: their level will be set at its end. */
  readonly #dayBegun: () => void

  constructor(parts: {
    ledger: Ledger
    log: EventLog
    worthOf: (currency: string) => Price8 | undefined
    dayBegun: () => void
  }) {
    this.#ledger = parts.ledger
    this.#log = parts.log
    this.#worthOf = parts.worthOf
    this.#dayBegun = parts.dayBegun
  }

  /** Freezes what a new or enlarged order needs, or frees what it needs no more. */
  setHold(order: Order, amount: Amount): void {
    if (!order.pays) return
    const more = amount - order.hold
    order.hold = amount
    this.#ledger.freeze(order.pays, more, order.id)
  }

  /** Frees what an order needs no more that has lost lots without a trade (S5). */
  shrinkHold(order: Order, instrument: TradedInstrument): void {
    this.setHold(
      order,
      order.orderType === "market" ? marketRest(order, instrument) : restHold(order, instrument),
    )
  }

  /** Posts one trade on a spot market: goods, money, fees, and what the holds need no more. */
  settle(trade: BookedTrade, instrument: TradedInstrument): void {
    const { maker, taker, quantity, turnover } = trade
    const buyer = taker.side === "buy" ? taker : maker
    const seller = taker.side === "buy" ? maker : taker
    if (!buyer.pays || !buyer.gains || !seller.pays || !seller.gains) return
    const base = baseOf(quantity, instrument)
    const isInBase = !buyer.isFeeInQuote
    const takerFee = this.#charge(
      taker,
      isInBase && taker === buyer ? base : turnover,
      taker.takerRate,
      NOTHING,
    )
    // A rebate may be paid from what the taker pays in this very trade.
    const income = taker.feeCurrency === maker.feeCurrency ? takerFee : NOTHING
    const makerFee = this.#charge(
      maker,
      isInBase && maker === buyer ? base : turnover,
      maker.makerRate,
      income,
    )
    const buyerFee = taker === buyer ? takerFee : makerFee
    const sellerFee = taker === buyer ? makerFee : takerFee
    const improvement = takeHold(buyer, turnover, buyerFee, instrument)
    seller.hold = (seller.hold - base) as Amount
    const buyerHolder = buyer.pays.holder
    const sellerHolder = seller.pays.holder
    if (buyerHolder.isHouse && sellerHolder.isHouse) {
      this.#ledger.moveInHouse(buyer.pays, improvement, -(turnover + improvement))
      this.#ledger.moveInHouse(buyer.gains, base, 0n)
      this.#ledger.moveInHouse(seller.pays, 0n, -base)
      this.#ledger.moveInHouse(seller.gains, turnover, 0n)
      return
    }
    this.#post(trade, { buyer, seller, base, improvement, buyerFee, sellerFee })
    if (!buyerHolder.isHouse) this.#tellFill(trade, buyer, buyerFee)
    if (!sellerHolder.isHouse) this.#tellFill(trade, seller, sellerFee)
    this.#countTurnover(buyerHolder, sellerHolder, instrument, turnover)
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
    const [bought, paid] = [buyer.gains as Purse, buyer.pays as Purse]
    const [sold, received] = [seller.pays as Purse, seller.gains as Purse]
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
    this.#bookFee(isBuyerFirst ? buyer : seller, isBuyerFirst ? buyerFee : sellerFee)
    this.#bookFee(isBuyerFirst ? seller : buyer, isBuyerFirst ? sellerFee : buyerFee)
    ledger.close()
  }

  #bookFee(order: Order, fee: Amount): void {
    if (fee !== 0n) this.#ledger.own(this.#ledger.system("fees", order.feeCurrency), fee)
  }

  /**
   * U5: what this fill is charged, so that all fills of the order together are rounded up once. A rebate never takes
   * `fees` below zero; what it lacks comes with a later fill.
   */
  #charge(order: Order, amount: Amount, rate: bigint, income: Amount): Amount {
    if (rate === 0n && order.feeFine === 0n) return NOTHING
    order.feeFine += amount * rate
    let fee = divideUp(order.feeFine, UNITS_PER_COIN) - order.charged
    if (fee < 0n) {
      const there = this.#ledger.system("fees", order.feeCurrency).balance + income
      if (-fee > there) fee = -there
    }
    order.charged = (order.charged + fee) as Amount
    return fee as Amount
  }

  #tellFill({ id, maker, quantity, turnover }: BookedTrade, order: Order, fee: Amount): void {
    const fill: FillEvent = {
      type: "fill",
      account: order.account,
      order: order.id,
      instrument: order.instrument,
      id,
      side: order.side,
      price: maker.price,
      quantity,
      turnover,
      fee,
      feeCurrency: order.feeCurrency,
      liquidity: order === maker ? "maker" : "taker",
      time: this.#log.now,
    }
    this.#log.push(fill)
  }

  #countTurnover(buyer: Holder, seller: Holder, { quote }: TradedInstrument, turnover: Amount): void {
    const value = quote === "USDT" ? turnover : this.#valueOf(quote, turnover)
    if (value === 0n) return
    for (const holder of [buyer, seller])
      if (!holder.isHouse && holder.countTurnover(value, this.#log.now)) this.#dayBegun()
  }

  #valueOf(currency: string, amount: Amount): Amount {
    const price = this.#worthOf(currency)
    return price === undefined ? NOTHING : (((amount * price) / UNITS_PER_COIN) as Amount)
  }
}

/** What a market order still needs: of a budget what is left of it, else no more than its lots, else what it has. */
function marketRest(order: Order, instrument: TradedInstrument): Amount {
  if (order.side === "sell") {
    const base = order.isByBudget ? order.hold : baseOf(order.open, instrument)
    return base < order.hold ? base : order.hold
  }
  const left = order.budgetLeft - (order.isFeeInQuote && order.charged > 0n ? order.charged : 0n)
  return order.isByBudget && left < order.hold ? (left as Amount) : order.hold
}

/**
 * Takes what a buyer's fill costs out of the hold and sets the hold to what the rest needs (S10). Answers what is left
 * between them: the price was better than the hold was counted at.
 */
function takeHold(buyer: Order, turnover: Amount, fee: Amount, instrument: TradedInstrument): Amount {
  const spent = buyer.isFeeInQuote && fee > 0n ? turnover + fee : turnover
  const left = (buyer.hold - spent) as Amount
  const needed = buyer.orderType === "market" ? left : restHold(buyer, instrument)
  buyer.hold = needed < left ? needed : left
  return (left - buyer.hold) as Amount
}
