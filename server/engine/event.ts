/** Events of the engine: all that books, candles, lists and sockets are kept from. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Fine, Lots, Price8, Ticks, TimeMs } from "#core/money/units.ts"
import type { GroupKind } from "#core/order/order-group.ts"
import type { OrderStatus, OrderType, TriggerSource } from "#core/order/order-status.ts"
import type { SourcePrice } from "#core/position/index-price.ts"
import type { ProblemName } from "#core/wire/problem.ts"
import type { AiEvent, AiIssueEvent, AiProductEvent } from "./ai/ai-event.ts"
import type {
  AccountId,
  MarginMode,
  PositionSide,
  PositionSlot,
  Side,
  TargetTerms,
  TimeInForce,
  WalletName,
} from "./command.ts"
import type { CustodyEvent, DepositEvent, WithdrawalEvent } from "./custody/custody-event.ts"
import type { InstrumentEvent } from "./listed.ts"
import type { PausedEvent } from "./paused/paused.ts"
import type { ContractNoticeEvent, PositionRecordEvent, TargetPairView } from "./position-record.ts"
import type { LossLimitEvent, SecondEvent } from "./second/second-event.ts"
import type { TwapEvent } from "./twap/twap.ts"

export type ExpiryReason =
  | "IOC"
  | "NO_LIQUIDITY"
  | "PRICE_PROTECTION"
  | "BUDGET"
  | "MARGIN"
  | "REDUCE_ONLY"
  | "LIQUIDATION"
  | "DELISTED"
  | "GTT"
  | "COUNTDOWN"
  | "OCO"
  | "PAUSED"

/** What sent an order, where it wasn't its owner: a take-profit or a stop-loss of the position (P23). */
export type OrderOrigin = "take-profit" | "stop-loss"

/** An order as it stands at the end of a command (S13). */
export interface OrderView {
  id: number
  account: AccountId
  instrument: string
  kind: TradedInstrument["kind"]
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
  /** Stops of contracts that wait for the mark. */
  stopSource?: TriggerSource
  /** Trailing stops: a rate in 1e-8 (S9). */
  distance?: bigint
  /** Trailing stops: the extreme so far, 1e-8 of the quote; left out while tracking hasn't begun. */
  extreme?: Price8
  /** Good till then (S14). */
  expiresAt?: TimeMs
  /** S19: so much of it is shown at a time; and what of it isn't shown now, while it stands in the book. */
  shown?: Lots
  hidden?: Lots
  /** Placed together with others (S16, S17), or resumed (S21): the id of the first of them, and what they are. */
  group?: number
  groupKind?: GroupKind
  /** Contracts: P22. */
  reduceOnly?: true
  /** Contracts: closes all that there is when it fires; has no quantity until then. */
  closePosition?: true
  /** Contracts: not set yet, as nothing has opened (P23). */
  takeProfit?: TargetTerms
  stopLoss?: TargetTerms
  targetsPart?: true
  origin?: OrderOrigin
  /** Contracts in hedge mode (P19). */
  positionSide?: PositionSide
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
/** One side of one trade, for its owner. Not reported for house accounts. */
export interface FillEvent {
  type: "fill"
  kind: TradedInstrument["kind"]
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
  /** Profit that it realised, 1e-8 of the quote; contracts only (P8). */
  realised?: Amount
  /** The position that it changed; contracts only. */
  slot?: PositionSlot
  liquidity: "maker" | "taker"
  time: TimeMs
}
/** A balance as it stands at the end of the command; at most one a wallet and currency. Not reported for house accounts. */
export interface BalanceEvent {
  type: "balance"
  account: AccountId
  wallet: WalletName
  currency: string
  available: Amount
  held: Amount
  /** Contract wallet: margins of isolated positions, together. */
  margin?: Amount
  /** Contract wallet: lent by the exchange against open profit (L5). */
  advance?: Amount
}
/** A position as it stands at the end of the command (P7); without size it is closed. Not reported for house accounts. */
export interface PositionEvent {
  type: "position"
  account: AccountId
  instrument: string
  slot: PositionSlot
  /** Signed base quantity in 1e-8: below zero short. */
  size: Amount
  /** Σ price × size of what it holds, 1e-16 of the quote. */
  cost: bigint
  /** Of an isolated position, 1e-8 of the quote. */
  margin: Amount
  marginMode: MarginMode
  leverage: number
  /** P23: the pair for the whole position first, then by id; left out without any. */
  targets?: readonly TargetPairView[]
  sequence: number
}
/**
 * One change of a position's size (P8): by a fill, or by the exchange at a price without a trade. Not reported for house
 * accounts.
 */
export interface PositionChangeEvent {
  type: "position-change"
  account: AccountId
  instrument: string
  slot: PositionSlot
  /** Signed base quantity in 1e-8: a buy is above zero. */
  size: Amount
  price: Price8
  /** Parts of the size that closed and opened, unsigned base quantity in 1e-8. */
  closed: Amount
  opened: Amount
  /** 1e-8 of the quote. */
  realised: Amount
  /** Charged for it, 1e-8 of the quote; a rebate is negative. */
  fee: Amount
}
/** P5: what a position got at a funding; below zero what it paid. Not reported for house accounts. */
export interface FundingPaidEvent {
  type: "funding-paid"
  account: AccountId
  instrument: string
  slot: PositionSlot
  size: Amount
  mark: Price8
  rate: bigint
  /** 1e-8 of the quote. */
  amount: Amount
  time: TimeMs
}
/** P27: a step of a liquidation, with the numbers that decided it. */
export interface LiquidationEvent {
  type: "liquidation"
  account: AccountId
  instrument: string
  slot: PositionSlot
  step: "reduce" | "take-over"
  /** Of the order that reduced it. */
  order?: number
  /** What was closed, unsigned base quantity in 1e-8. */
  size: Amount
  mark: Price8
  /** Worst price of a reduction; price of a take-over. */
  price: Price8
  fee: Amount
  /** Of the isolated position or of the whole cross account before the step (P10), 1e-16 of the quote. */
  equity: Fine
  maintenance: Fine
  time: TimeMs
}
/** P30: a position was reduced to stand in for another's loss. */
export interface DeleveragedEvent {
  type: "deleveraged"
  account: AccountId
  instrument: string
  slot: PositionSlot
  /** What was closed, unsigned base quantity in 1e-8. */
  size: Amount
  price: Price8
  time: TimeMs
}
/** N5: a position was settled at the end of its contract. */
export interface SettledEvent {
  type: "settled"
  account: AccountId
  instrument: string
  slot: PositionSlot
  /** What was closed, unsigned base quantity in 1e-8. */
  size: Amount
  price: Price8
  time: TimeMs
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
  | "margin"
  | "funding"
  | "liquidation"
  | "settlement"
  | "second-hold"
  | "second"
  | "deposit"
  | "claim"
  | "withdrawal-hold"
  | "withdrawal"
  | "withdrawal-fee"
  | "network-cost"
  | "ai-buy"
  | "ai-accrual"
  | "ai-end"
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
/** The self-audit has stopped trading, or it goes on. */
interface AuditEvent {
  type: "audit"
  isStopped: boolean
  reason: string
}
/** N1: what the engine knows of a user besides money; reported when it changes, and daily of everyone who trades. */
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
  /** What it was made of, by name (O6). */
  sources: readonly SourcePrice[]
}
/** P2–P4, each whole second. `rate` is the running funding rate in 1e-8. */
export interface MarkEvent {
  type: "mark"
  instrument: string
  index: Price8
  mark: Price8
  rate: bigint
  nextFunding: TimeMs
  time: TimeMs
}
/** The rate fixed at a funding moment. */
export interface FundingRateEvent {
  type: "funding-rate"
  instrument: string
  rate: bigint
  /** What positions are counted at; left out: there is none. */
  mark?: Price8
  time: TimeMs
}
/** P31: what all long positions hold together, which is what all short ones do. */
export interface OpenInterestEvent {
  type: "open-interest"
  instrument: string
  /** Base quantity in 1e-8. */
  size: Amount
  time: TimeMs
  /** Told because the time for it has come; else because it has changed. */
  isSample: boolean
}
export type EngineEvent =
  | TradeEvent
  | FillEvent
  | BalanceEvent
  | PositionEvent
  | PositionChangeEvent
  | PositionRecordEvent
  | ContractNoticeEvent
  | FundingPaidEvent
  | LiquidationEvent
  | DeleveragedEvent
  | SettledEvent
  | JournalEvent
  | AuditEvent
  | UserEvent
  | DepthEvent
  | OrderEvent
  | IndexEvent
  | SecondEvent
  | LossLimitEvent
  | DepositEvent
  | WithdrawalEvent
  | CustodyEvent
  | AiEvent
  | AiProductEvent
  | AiIssueEvent
  | MarkEvent
  | FundingRateEvent
  | OpenInterestEvent
  | TwapEvent
  | PausedEvent
  | InstrumentEvent
