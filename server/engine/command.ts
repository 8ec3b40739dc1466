/** What may one ask of the engine? Plain data, so that a journal can keep it and a bus can carry it. */

import type { InstrumentState, StpMode, TradedInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Lots, Price8, Ticks, TimeMs } from "#core/money/units.ts"

/** Whose order it is: `u12` is the user with the internal id 12; the house's own stand in `HOUSE_ACCOUNTS`. */
export type AccountId = string
/** The accounts of an account holder: spot money, the cross wallet of contracts, second contracts. */
export type WalletName = "funding" | "contract" | "second"
export type Side = "buy" | "sell"
export type TimeInForce = "gtc" | "ioc" | "fok"
export type OrderType = "limit" | "market" | "stop-limit"

/** Exempt from the limit price rule (N2). They trade among themselves and with everybody. */
export const HOUSE_ACCOUNTS = ["house-maker", "house-crowd"] as const

export interface PlaceOrder {
  type: "order.place"
  account: AccountId
  instrument: string
  side: Side
  orderType: OrderType
  /** Market orders are `ioc` by nature and may leave it out; default `gtc`. */
  timeInForce?: TimeInForce
  /** Limit price; not with `market`. */
  price?: Ticks
  /** Base quantity. A market order gives this or `budget`; with `fok` it may give both (S2). */
  quantity?: Lots
  /** Quote amount in 1e-8. */
  budget?: Amount
  /** With `stop-limit` only (S8). */
  stopPrice?: Ticks
  postOnly?: boolean
  stp?: StpMode
  /** 1–36 of `A–Z a–z 0–9 . _ : / -` (S12). */
  clientOrderId?: string
  /** S10, buys only: the hold is counted at it. */
  reservePrice?: Ticks
  /** S12: older than 5 min or over 5 s ahead is `REQUEST_EXPIRED`. */
  sentAt?: TimeMs
}

/** Names an open order of the account: by its id, or by its client order id. One of the two. */
export interface NamesOrder {
  account: AccountId
  order?: number
  clientOrderId?: string
}

/** S6: one command, all or nothing. `quantity` is the new total. */
export interface AmendOrder extends NamesOrder {
  type: "order.amend"
  price?: Ticks
  quantity?: Lots
  /** S12, as the client order id of a placement. */
  key?: string
  sentAt?: TimeMs
}
/** S6: takes `by` lots off the open quantity. */
export interface ReduceOrder extends NamesOrder {
  type: "order.reduce"
  by: Lots
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
}
/** D6: between two wallets of one account holder, at once. */
export interface Transfer {
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
export interface FaucetDraw {
  type: "faucet.draw"
  account: AccountId
  amounts: readonly { currency: string; amount: Amount }[]
  key?: string
}
/** L2: between accounts of the operator, or from one of them to the house maker's or a user's. Names as in exchange.md. */
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
/** Section 12: what the self-audit orders when the books differ, and what ends it (two persons, green recount). */
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
  instrument: TradedInstrument
  /** Only as it is listed: ids go on where they ended before a restart. Default 1. */
  firstTradeId?: number
}
export interface SetInstrumentState {
  type: "instrument.state"
  instrument: string
  state: InstrumentState
}
/** Nothing but the passing of time: fires the timers that are due (T2). */
interface ClockTick {
  type: "clock.tick"
}

export type Command =
  | PlaceOrder
  | AmendOrder
  | ReduceOrder
  | CancelOrder
  | CancelAll
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
  | ClockTick

/** A command as it enters: sequence and time are stamped at the one way in (T1). */
export interface Stamped {
  seq: number
  time: TimeMs
  command: Command
}
