/** Commands of the engine: plain data, so that the command log can store them and a bus can carry them. */

import type { Instrument, InstrumentState, StpMode, TradedInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Lots, Price8, Ticks, TimeMs } from "#core/money/units.ts"
import type { BestPrice } from "#core/order/best-price.ts"
import type { OrderType, TriggerSource } from "#core/order/order-status.ts"
import type { Direction } from "#core/second/second-contract.ts"
import type { BuyAi, IssueAi, SetAiProduct, WithdrawAi } from "./ai/ai-command.ts"
import type { CustodyCommand } from "./custody/custody-command.ts"
import type { PlaceOco, PlaceScaled } from "./orders/group-command.ts"
import type { ChangeGroup } from "./paused/paused-command.ts"
import type { AccountId, Remembered } from "./sender.ts"
import type { ChangeTwap, PlaceTwap } from "./twap/twap-command.ts"

export type { AccountId }
/** The wallets of an account: spot money, the cross wallet of contracts, second contracts. */
export type WalletName = "funding" | "contract" | "second"
export type Side = "buy" | "sell"
/** The positions that an account may have in one contract: one net of all, or one of each direction (hedge mode, P19). */
export type PositionSide = "long" | "short"
export type PositionSlot = "net" | PositionSide
/** P19: one net position an instrument, or one of each direction. */
export type PositionMode = "one-way" | "hedge"
/** P19: margin of the whole wallet, or of the position alone. */
export type MarginMode = "cross" | "isolated"
export type TimeInForce = "gtc" | "ioc" | "fok"

/** Exempt from the limit price rule (N2). They trade among themselves and with everybody. */
/** Who quotes for the house. */
export const HOUSE_MAKER = "house-maker"
export const HOUSE_ACCOUNTS = [HOUSE_MAKER, "house-crowd"] as const
/** The insurance fund as a trading account: it holds what it took over (P27, P29). */
export const FUND_ACCOUNT = "house-fund"

/** P23: where a position takes its profit, or stops its loss. */
export interface TargetTerms {
  price: Ticks
  /** Default `mark`. */
  source?: TriggerSource
  /** Worst price of the order that it sends; left out: by market. */
  limit?: Ticks
}

export interface PlaceOrder extends Remembered {
  type: "order.place"
  account: AccountId
  instrument: string
  side: Side
  orderType: OrderType
  /** Market orders are `ioc` by nature and may leave it out; default `gtc`. */
  timeInForce?: TimeInForce
  /** Limit price; not with `market`. */
  price?: Ticks
  /** S18, of a limit order in place of `price`: found in the book as the order is accepted. */
  bestPrice?: BestPrice
  /** Base quantity. A market order gives this or `budget`; with `fok` it may give both (S2). */
  quantity?: Lots
  /** Quote amount in 1e-8. */
  budget?: Amount
  /** Of stops (S8); of a `trailing-stop` the price at which tracking begins, left out: at once (S9). */
  stopPrice?: Ticks
  /** Stops of contracts: which price they wait for; default `last`. */
  stopSource?: TriggerSource
  /** With `trailing-stop` only: from the extreme, a rate in 1e-8 (S9). */
  distance?: bigint
  /** Good till then (S14); left out: till it is cancelled. */
  expiresAt?: TimeMs
  /** S19, of a limit order that rests: so much of it is shown at a time. */
  shown?: Lots
  postOnly?: boolean
  stp?: StpMode
  /** 1–36 of `A–Z a–z 0–9 . _ : / -` (S12). */
  clientOrderId?: string
  /** S10, buys only: the hold is counted at it. */
  reservePrice?: Ticks
  /** Contracts only: lessens the position and never opens one (P22). */
  reduceOnly?: boolean
  /** Stops of contracts by market: closes all of the position that there is when it fires; without a quantity. */
  closePosition?: true
  /** Contracts in hedge mode only: the position that it opens or closes (P19). */
  positionSide?: PositionSide
  /** Contracts: set for the position with the first fill that opens it (P23). */
  takeProfit?: TargetTerms
  stopLoss?: TargetTerms
  /** Both are for what this order opens, not for the whole position. */
  targetsPart?: true
  /** S12: older than 5 min or over 5 s ahead is `REQUEST_EXPIRED`. */
  sentAt?: TimeMs
}

/** Names an open order of the account: by its id, or by its client order id. One of the two. */
export interface NamesOrder {
  account: AccountId
  order?: number
  clientOrderId?: string
  /** An order of another kind of instrument is none; left out: of any kind. */
  kind?: TradedInstrument["kind"]
}

/** S6: one command, all or nothing. `quantity` is the new total. */
export interface AmendOrder extends NamesOrder, Remembered {
  type: "order.amend"
  price?: Ticks
  /** Of a stop that waits, but for a trailing one. */
  stopPrice?: Ticks
  quantity?: Lots
  /** S12, as the client order id of a placement. */
  key?: string
  sentAt?: TimeMs
}
/** S6: takes `by` lots off the open quantity. */
export interface ReduceOrder extends NamesOrder, Remembered {
  type: "order.reduce"
  by: Lots
  /** S12: sent twice with one key it takes its lots off once. */
  key?: string
  sentAt?: TimeMs
}
export interface CancelOrder extends NamesOrder {
  type: "order.cancel"
}
/**
 * An open order as it stands, or the first answer to a client order id that is remembered; else `UNKNOWN_ORDER`.
 * Changes nothing: it is a command so that it stands behind everything sent before it.
 */
export interface QueryOrder extends NamesOrder {
  type: "order.query"
}
export interface CancelAll {
  type: "order.cancel-all"
  account: AccountId
  instrument?: string
  /** Left out: orders of every kind of instrument. */
  kind?: TradedInstrument["kind"]
  /** S16, S17: those of one group, by its number; none that is open is `UNKNOWN_ORDER`. */
  group?: number
}
/** S15: open orders are cancelled then, unless it is set anew before. */
export interface SetCountdown {
  type: "countdown.set"
  account: AccountId
  /** Left out: orders of all markets. */
  instrument?: string
  /** From now; 0: it stops. */
  afterMs: TimeMs
}
/** D6: between two wallets of one account, at once. */
export interface Transfer extends Remembered {
  type: "transfer"
  account: AccountId
  from: WalletName
  to: WalletName
  currency: string
  amount: Amount
  key: string
  sentAt?: TimeMs
}
/** Practice money out of `faucet` (L2) into `funding.available`; only where all money is practice money. */
export interface FaucetDraw extends Remembered {
  type: "faucet.draw"
  account: AccountId
  amounts: readonly { currency: string; amount: Amount }[]
  key?: string
}
/** L2: between accounts of the operator, or from one of them to the house's or a user's, by their names in the ledger. */
export interface MoveCapital {
  type: "capital.move" | "ledger.correct"
  from: string
  to: string
  currency: string
  amount: Amount
  reason: string
}
/** A frozen account may cancel, and nothing else. */
export interface FreezeUser {
  type: "user.freeze"
  account: AccountId
  isFrozen: boolean
}
/** N1: fee level by hand; without one it follows the turnover. */
export interface SetUserLevel {
  type: "user.level"
  account: AccountId
  level?: number
}
/** What the self-audit orders when the books differ, and what ends it (two persons and a clean recount). */
export interface StopForAudit {
  type: "audit.stop"
  reason: string
}
interface ResumeAfterAudit {
  type: "audit.resume"
}
/** First of every start (T6, N6): instruments are cancel-only for a while, unless nothing was restored. */
export interface StartClock {
  type: "clock.start"
  /** For how long, in ms; in the command, so that a replay doesn't ask today's settings. Default 10 s, or 60 s after a silence of over 5 min. */
  pauseMs?: number
  /** S8, from now on: how many stops one command lets enter; in the command, as logs of before it had no such bound. */
  stopsPerCommand?: number
  /** From now on contracts have positions; in the command, as in logs of before it they traded without (P7). */
  settlesContracts?: true
  /** O5, from now on: open profits of one direction on one index, 1e-8 of the quote. */
  exposureLimit?: Amount
}
/** A price of one source of an index; the feed sends it, the engine makes the index of it (P1). */
export interface FeedQuote {
  type: "feed.quote"
  index: string
  source: string
  bid?: Price8
  ask?: Price8
  last?: Price8
}
/** Lists an instrument, or changes its fields (N5). */
export interface SetInstrument {
  type: "instrument.set"
  instrument: Instrument
  /** Only as it is listed: ids go on where they ended before a restart. Default 1. */
  firstTradeId?: number
}
export interface SetInstrumentState {
  type: "instrument.state"
  instrument: string
  state: InstrumentState
}
/** N5: the times of an instrument, both at once; one that is left out is none. */
export interface ScheduleInstrument {
  type: "instrument.schedule"
  instrument: string
  openAt?: TimeMs
  delistAt?: TimeMs
}
/** P19, for all contracts of the account. */
export interface SetPositionMode {
  type: "position-mode.set"
  account: AccountId
  mode: PositionMode
}
/** P19. */
export interface SetMarginMode {
  type: "margin-mode.set"
  account: AccountId
  instrument: string
  mode: MarginMode
}
/** P20. */
export interface SetLeverage {
  type: "leverage.set"
  account: AccountId
  instrument: string
  leverage: number
}
/** P21: into an isolated position; out of it where negative. */
export interface MovePositionMargin extends Remembered {
  type: "position.margin"
  account: AccountId
  instrument: string
  slot: PositionSlot
  amount: Amount
  key?: string
  sentAt?: TimeMs
}
/**
 * P23: sets a take-profit and a stop-loss of a position, in place of those that it names; without both they are removed.
 * Neither `pair` nor `quantity`: those for the whole position. `quantity` alone: a further pair for a part.
 */
export interface SetTargets extends Remembered {
  type: "position.tpsl"
  account: AccountId
  instrument: string
  slot: PositionSlot
  /** A pair for a part, by its id. */
  pair?: number
  /** Of the part; with `pair` left out: as it is. */
  quantity?: Lots
  takeProfit?: TargetTerms
  stopLoss?: TargetTerms
  key?: string
  sentAt?: TimeMs
}
/** Closes a position by a reduce-only order: by market, or with a limit. */
export interface ClosePosition extends Remembered {
  type: "position.close"
  account: AccountId
  instrument: string
  slot: PositionSlot
  /** Left out: all of it; what is more than there is, is cut. */
  quantity?: Lots
  /** Limit; left out: by market. */
  price?: Ticks
  timeInForce?: TimeInForce
  postOnly?: boolean
  clientOrderId?: string
  sentAt?: TimeMs
}
/** Closes all positions of the account, or those of one contract, by market. Pending orders stay. */
export interface CloseAllPositions {
  type: "position.close-all"
  account: AccountId
  instrument?: string
}
/** Closes a position and opens one as large the other way, by market: both, or nothing. */
export interface ReversePosition extends Remembered {
  type: "position.reverse"
  account: AccountId
  instrument: string
  slot: PositionSlot
  /** Of the order that opens. */
  clientOrderId?: string
  sentAt?: TimeMs
}
/** O1. The open price is the last tick of the index. */
export interface OpenSecond extends Remembered {
  type: "second.open"
  account: AccountId
  instrument: string
  direction: Direction
  /** One of the instrument's periods. */
  seconds: number
  /** 1e-8 of the quote. */
  stake: Amount
  key: string
  /** With `maxMove` (default 0): a tick further away than that is `PRICE_MOVED`. */
  seenPrice?: Price8
  maxMove?: Price8
  sentAt?: TimeMs
}
/** O5: the daily loss limit, lower at once, higher or none after 24 h. */
export interface SetLossLimit {
  type: "second.limit"
  account: AccountId
  /** 1e-8 of the quote; left out: none. */
  limit?: Amount
}
/** Nothing but the passing of time: fires the timers that are due (T2). */
interface ClockTick {
  type: "clock.tick"
}

export type Command =
  | PlaceOrder
  | PlaceOco
  | PlaceScaled
  | AmendOrder
  | ReduceOrder
  | CancelOrder
  | CancelAll
  | SetCountdown
  | PlaceTwap
  | ChangeTwap
  | ChangeGroup
  | QueryOrder
  | Transfer
  | FaucetDraw
  | MoveCapital
  | FreezeUser
  | SetUserLevel
  | StopForAudit
  | ResumeAfterAudit
  | StartClock
  | FeedQuote
  | SetInstrument
  | SetInstrumentState
  | ScheduleInstrument
  | SetPositionMode
  | SetMarginMode
  | SetLeverage
  | MovePositionMargin
  | SetTargets
  | ClosePosition
  | CloseAllPositions
  | ReversePosition
  | OpenSecond
  | SetLossLimit
  | CustodyCommand
  | SetAiProduct
  | IssueAi
  | BuyAi
  | WithdrawAi
  | ClockTick

/** A command as it enters: sequence and time are stamped at the one way in (T1). */
export interface Stamped<C extends Command = Command> {
  seq: number
  time: TimeMs
  command: C
}
