/** What does the engine tell? Everything that others keep books, candles and sockets from. */

import type { InstrumentState } from "#core/instrument/instrument.ts"
import type { Amount, Lots, Price8, Ticks, TimeMs } from "#core/money/units.ts"
import type { ProblemName } from "#core/wire/problem.ts"
import type { AccountId, OrderType, Side, TimeInForce } from "./command.ts"

/** exchange.md section 4. */
export type OrderStatus =
  | "waiting"
  | "new"
  | "partly-filled"
  | "filled"
  | "cancelled"
  | "expired"
  | "expired-in-match"
  | "rejected"
export type ExpiryReason = "IOC" | "NO_LIQUIDITY" | "PRICE_PROTECTION" | "BUDGET" | "DELISTED"

/** An order as it stands at the end of a command (S13). */
export interface OrderView {
  id: number
  account: AccountId
  instrument: string
  side: Side
  orderType: OrderType
  timeInForce: TimeInForce
  price?: Ticks
  quantity?: Lots
  budget?: Amount
  stopPrice?: Ticks
  postOnly: boolean
  clientOrderId?: string
  executed: Lots
  /** Turnover so far, 1e-8 of the quote. */
  executedQuote: Amount
  status: OrderStatus
  reason?: ExpiryReason
  /** Why a stop was `rejected` at its trigger (S8). */
  refusal?: ProblemName
  /** Lots lost to self-trade prevention by DECREMENT (S5), already off `quantity`. */
  prevented?: Lots
  /** Of the last command that changed it. */
  sequence: number
}

export interface TradeEvent {
  type: "trade"
  instrument: string
  /** Rises by one per instrument, without gaps. */
  id: number
  price: Ticks
  quantity: Lots
  takerSide: Side
  time: TimeMs
  maker: { order: number; account: AccountId }
  taker: { order: number; account: AccountId }
}
/** One price level's new total after the command; 0 is gone. At most one per level and command. */
export interface DepthEvent {
  type: "depth"
  instrument: string
  side: Side
  price: Ticks
  total: Lots
}
interface OrderEvent {
  type: "order"
  order: OrderView
}
/** An accepted tick of an index (P1), numbered per index without gaps. */
export interface IndexEvent {
  type: "index"
  index: string
  seq: number
  time: TimeMs
  price: Price8
}
/** P2–P4, each whole second. `rate` is the running funding rate in 1e-8. */
export interface MarkEvent {
  type: "mark"
  instrument: string
  index: Price8
  mark: Price8
  rate: bigint
  nextFunding: TimeMs
}
/** The rate fixed at a funding moment. */
export interface FundingRateEvent {
  type: "funding-rate"
  instrument: string
  rate: bigint
  time: TimeMs
}
interface InstrumentEvent {
  type: "instrument"
  instrument: string
  state: InstrumentState
}

export type EngineEvent =
  | TradeEvent
  | DepthEvent
  | OrderEvent
  | IndexEvent
  | MarkEvent
  | FundingRateEvent
  | InstrumentEvent
