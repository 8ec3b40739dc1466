/** What the kind of an instrument decides about its orders: accounts, holds, checks, and the postings of a fill. */

import type { PerpetualInstrument, TradedInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Lots } from "#core/money/units.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { PlaceOrder } from "../command.ts"
import type { EventLog } from "../event-log.ts"
import type { Account } from "../ledger/account.ts"
import type { Balance } from "../ledger/balance.ts"
import type { Ledger } from "../ledger/ledger.ts"
import type { Order } from "../matching/order.ts"
import type { FillVerdict, Trial, TrialJudge } from "../matching/order-book.ts"
import type { Participant } from "../matching/participant.ts"
import type { IndexPrice } from "../pricing/index-price.ts"
import type { ContractPrices } from "./perpetual/contract-prices.ts"
import type { TurnoverParts } from "./turnover.ts"

/** What the clearing of any kind is made of. */
export interface ClearingParts extends TurnoverParts {
  ledger: Ledger
  log: EventLog
  indexes: ReadonlyMap<string, IndexPrice>
  /** Do contracts have positions from the first command on? */
  settlesContracts: boolean
  /** What margin of a contract is counted with; undefined before its first mark. */
  contractPrices: (instrument: string) => ContractPrices | undefined
  /** The contract of this id; throws for another. */
  contractOf: (instrument: string) => PerpetualInstrument
}

/** The market of an order, as far as clearing looks at it. */
export interface ClearedMarket<Instrument extends TradedInstrument = TradedInstrument> {
  readonly instrument: Instrument
  /** What matching the order now would trade, without a trace (S3). */
  trial(order: Order): Trial
}

/** One trade as the market has booked it: both orders carry it already, no money has moved. */
export interface BookedTrade {
  id: number
  maker: Order
  taker: Order
  quantity: Lots
  /** 1e-8 of the quote. */
  turnover: Amount
}

/** Price and total of an order: its own, or those that an amendment asks for. */
export type OrderTerms = Pick<Order, "price" | "quantity">

/** What a recount of the books gathers from clearing. */
export interface BooksAudit {
  /** So much of this balance must be held; amounts of one balance add up (I5). */
  expectHeld(balance: Balance, amount: bigint): void
  /** Something doesn't hold: a sentence with the rule's code and the numbers that differ. */
  report(problem: string): void
}

/**
 * One for each kind, shared by all of its markets, so that it may look across them (a cross margin account). A market
 * asks it at each step of an order's life:
 *
 * 1. Placement: {@link checkAccount}, {@link checkState} and {@link endsHolding} before the order exists; then
 *    {@link bind}, {@link firstHold}, {@link checkMoney}, {@link hold}. Of a stop that fires: {@link checkTriggered}.
 * 2. Each fill: {@link judgeFill} before it is booked, {@link fill} after.
 * 3. Amendment: the checks again with the new terms ({@link holdAt}, {@link checkMoney}), then {@link changed}.
 * 4. Its end, whatever the reason: {@link release}.
 *
 * Checks answer the first rule that is broken, each in its own family of refusals. Nothing here asks for the time or
 * depends on the order of a map: a replay gives the same.
 */
export interface Clearing<Instrument extends TradedInstrument = TradedInstrument> {
  /** Name of the index whose price stands in where nothing has traded (N2, S8). */
  indexName(instrument: Instrument): string

  /** An account's part in a market, made at its first order there. */
  takePart(account: Account, instrument: Instrument): Participant
  /** At acceptance: what the order moves, its fee currency, its rates, which it keeps to its end (N1). */
  bind(order: Order, participant: Participant, instrument: Instrument): void
  /** As {@link bind} of an order out of a snapshot: only what isn't saved with it. */
  rebind(order: Order, participant: Participant): void

  /** Family 5: may this kind be traded at this moment (N4)? Not asked of what only lessens an order. */
  checkState(instrument: Instrument): Problem | undefined
  /** Does the order end all that its account holds? Then no minimum notional is asked of it. */
  endsHolding(command: PlaceOrder, account: Account, instrument: Instrument): boolean
  /** Family 3: may the account trade at all, as far as this kind knows (P27)? `participant`: its part here, where it is known. */
  checkAccount(account: Account, participant?: Participant): Problem | undefined
  /**
   * Families 9 to 11: do order and position fit, and can the account bear the order with these terms, for which `hold`
   * would be held?
   */
  checkMoney(order: Order, terms: OrderTerms, hold: Amount): Problem | undefined

  /** As {@link checkMoney} of orders that are to be accepted together, all of one side and none of them yet. */
  checkGroup(orders: readonly Order[], market: ClearedMarket<Instrument>): Problem | undefined

  /** A stop has fired: may it enter? What it needs from now on is held. */
  checkTriggered(order: Order, instrument: Instrument): Problem | undefined

  /** What the order needs at its acceptance, 1e-8. */
  firstHold(order: Order, market: ClearedMarket<Instrument>): Amount
  /** What an order with a limit price would need with these terms, 1e-8 (S10). */
  holdAt(order: Order, terms: OrderTerms, instrument: Instrument): Amount
  /** The order holds so much from now on; the difference is frozen or freed. */
  hold(order: Order, amount: Amount): void
  /** The order's price or total has changed: its hold follows (S10). */
  changed(order: Order, instrument: Instrument): void
  /** The order has lost lots without a trade (S5 DECREMENT): what it needs no more is freed. */
  lostLots(order: Order, instrument: Instrument): void
  /** The order has ended: nothing is held for it any more. */
  release(order: Order): void

  /** P17: may these lots trade between these orders? Asked before anything is booked; refusing changes no money. */
  judgeFill(maker: Order, taker: Order, quantity: Lots): FillVerdict
  /** The same for a trial (S3), which books nothing; undefined where no fill is ever refused. */
  trialJudge(taker: Order): TrialJudge | undefined
  /** Posts one trade: what both sides give and get, their fees, and what their holds need no more. */
  fill(trade: BookedTrade, instrument: Instrument): void

  /**
   * Open orders of an instrument that end because of what was just filled (P22), by id; asked after each walk, and gone
   * with the answer.
   */
  takeLeftOver(instrument: string): readonly Order[]

  /** The kind's own state as plain data, for a snapshot; undefined where it has none. */
  save(): SavedClearing | undefined
  /** Takes back what {@link save} gave, into a clearing that has done nothing yet, after all orders are bound. */
  load(saved: SavedClearing): void
  /** Recounts what must hold between two commands: holds, rests, and the kind's own sums. */
  check(orders: readonly ClearedOrder[], audit: BooksAudit): void
}

/** An open order with the instrument it is of. */
export interface ClearedOrder<Instrument extends TradedInstrument = TradedInstrument> {
  order: Order
  instrument: Instrument
}

/** The kind's own state in a snapshot: text, whole numbers and lists or records of them. */
export type SavedClearing = Readonly<Record<string, unknown>>
