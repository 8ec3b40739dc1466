/** What may one ask of the engine? Plain data, so that a journal can keep it and a bus can carry it. */

import type { InstrumentState, StpMode, TradedInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Lots, Price8, Ticks, TimeMs } from "#core/money/units.ts"

/** Whose order it is. House accounts are named in `HOUSE_ACCOUNTS`; users come with the ledger. */
export type AccountId = string
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
}

/** S6: one command, all or nothing. `quantity` is the new total. */
export interface AmendOrder {
  type: "order.amend"
  account: AccountId
  order: number
  price?: Ticks
  quantity?: Lots
}
/** S6: takes `by` lots off the open quantity. */
export interface ReduceOrder {
  type: "order.reduce"
  account: AccountId
  order: number
  by: Lots
}
export interface CancelOrder {
  type: "order.cancel"
  account: AccountId
  order: number
}
export interface CancelAll {
  type: "order.cancel-all"
  account: AccountId
  instrument?: string
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
