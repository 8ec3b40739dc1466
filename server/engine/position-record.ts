/** The record of a position from its opening to flat: what P9's figures, lists and private messages are made of. */

import type { Amount, Fine, Price8, TimeMs } from "#core/money/units.ts"
import type { AccountId, MarginMode, PositionSlot, TargetTerms } from "./command.ts"

/** What closed the last of a position. */
export type ClosedBy = "order" | "liquidation" | "take-over" | "deleveraging" | "settlement"

/** P23: a take-profit and a stop-loss that belong together. */
export interface TargetPairView {
  id: number
  /** So much of the position, unsigned 1e-8 of the base; left out: all of it. */
  size?: Amount
  takeProfit?: TargetTerms
  stopLoss?: TargetTerms
}

/** Amounts in 1e-8 of the quote; sizes in 1e-8 of the base. */
export interface PositionRecord {
  /** Rises by one over all positions of the exchange. */
  id: number
  account: AccountId
  instrument: string
  slot: PositionSlot
  isLong: boolean
  marginMode: MarginMode
  leverage: number
  /** Signed; 0 once it is closed. */
  size: Amount
  /** P7: Σ price × size of what is open, 1e-16 of the quote. */
  cost: Fine
  /** Of an isolated position. */
  margin: Amount
  /** P23: the pair for the whole position first, then by id. */
  targets: readonly TargetPairView[]
  /** Unsigned sums of what opened and what closed it, and what both were worth (1e-16 of the quote). */
  openedSize: Amount
  openedValue: Fine
  closedSize: Amount
  closedValue: Fine
  realised: Amount
  openingFee: Amount
  closingFee: Amount
  /** P27: paid to the fund. */
  liquidationFee: Amount
  /** Both unsigned. */
  fundingReceived: Amount
  fundingPaid: Amount
  opened: TimeMs
  updated: TimeMs
  /** Undefined while it is open. */
  closedBy?: ClosedBy
  /** Of the command that changed it last. */
  sequence: number
}

/** A record as it stands at the end of a command; made behind the engine, of its events. */
export interface PositionRecordEvent {
  type: "position-record"
  record: Readonly<PositionRecord>
}

/** What the exchange does to a position by itself, and its user is told of. */
export type NoticeKind = "funding" | "liquidation" | "take-over" | "deleveraging" | "settlement"

/** Made behind the engine, of `funding-paid`, `liquidation`, `deleveraged` and `settled`. */
export interface ContractNotice {
  account: AccountId
  /** Of the command; `n` counts those of one command and account from 0. */
  seq: number
  n: number
  time: TimeMs
  kind: NoticeKind
  instrument: string
  slot: PositionSlot
  /** Base quantity in 1e-8: of funding the signed position, else what was closed, unsigned. */
  size: Amount
  /** 0 of funding. */
  price: Price8
  /** 0 of a deleveraging and of a settlement. */
  mark: Price8
  /** Of funding, in 1e-8; else 0. */
  rate: bigint
  /** 1e-8 of the quote: funding received (below zero: paid), or the fee of a liquidation. */
  amount: Amount
  /** Of the order that a liquidation sent. */
  order?: number
  /** P10, what decided a liquidation, 1e-16 of the quote; else 0. */
  equity: Fine
  maintenance: Fine
}

export interface ContractNoticeEvent {
  type: "contract-notice"
  notice: Readonly<ContractNotice>
}
