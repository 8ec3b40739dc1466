/** What does the engine tell? Everything that others keep books, candles and sockets from. */

import type { InstrumentState } from "#core/instrument/instrument.ts"
import type { Amount, Lots, Price8, Ticks, TimeMs } from "#core/money/units.ts"
import type { ProblemName } from "#core/wire/problem.ts"
import type { AccountId, OrderType, Side, TimeInForce, WalletName } from "./command.ts"

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
  /** Fee charged so far, 1e-8 of `feeCurrency`; a rebate is negative. */
  charged: Amount
  feeCurrency: string
  /** Held for it now: 1e-8 of the quote for a buy, of the base for a sell. */
  hold: Amount
  created: TimeMs
  updated: TimeMs
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
/** One side of one trade, for its owner. Not told of house accounts. */
export interface FillEvent {
  type: "fill"
  account: AccountId
  order: number
  instrument: string
  /** Of the trade. */
  id: number
  side: Side
  price: Ticks
  quantity: Lots
  /** 1e-8 of the quote. */
  turnover: Amount
  /** Charged with this fill, 1e-8 of `feeCurrency`; a rebate is negative. */
  fee: Amount
  feeCurrency: string
  liquidity: "maker" | "taker"
  time: TimeMs
}
/** A balance as it stands at the end of the command; at most one a wallet and currency. Not told of house accounts. */
export interface BalanceEvent {
  type: "balance"
  account: AccountId
  wallet: WalletName
  currency: string
  available: Amount
  held: Amount
}
/** Why money moved (L1). `house-net` gathers a minute of what house accounts did among themselves. */
export type JournalKind =
  | "order-hold"
  | "order-release"
  | "trade"
  | "fee"
  | "transfer"
  | "faucet"
  | "capital"
  | "correction"
  | "house-net"
/** One line of a journal: `account` is a full name such as `u12.funding.available`, `fees`, `house-maker.funding.held`. */
export interface JournalLine {
  account: string
  currency: string
  /** Signed 1e-8; the lines of a journal sum to zero per currency. */
  amount: Amount
}
/** L1. Reference: `order:17`, `trade:BTC_USDT:55120`, the key of a transfer; may be empty. */
export interface JournalEvent {
  type: "journal"
  kind: JournalKind
  reference: string
  lines: readonly JournalLine[]
}
/** Section 12: trading was stopped, or goes on. */
interface AuditEvent {
  type: "audit"
  isStopped: boolean
  reason: string
}
/** N1: what the engine knows of a user besides money; told when it changes, and daily of everyone who trades. */
export interface UserEvent {
  type: "user"
  account: AccountId
  isFrozen: boolean
  /** Fee level in force. */
  level: number
  /** Of the last 30 full days, 1e-8 USDT. */
  turnover: Amount
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
  | FillEvent
  | BalanceEvent
  | JournalEvent
  | AuditEvent
  | UserEvent
  | DepthEvent
  | OrderEvent
  | IndexEvent
  | MarkEvent
  | FundingRateEvent
  | InstrumentEvent
