/** What the page gets of how its contracts stand: joined of the account's rows and the marks here, never on the page. */

/** 80 and 90: the margin ratio has reached that percentage (P10); 100: it is being liquidated. */
export type MarginAlarm = 0 | 80 | 90 | 100

/** A margin ratio, ready to show. */
export interface RatioCells {
  /** "7.0 %", rounded down; null: nothing is left. */
  ratio: string | null
  /** Of the way to liquidation, 0 … 1. */
  share: number
  alarm: MarginAlarm
}

/** How one open position stands at the mark. Money is a wire decimal, since it may be hidden; all else is ready to show. */
export interface PositionCells extends RatioCells {
  id: number
  /** Null: no mark so far; then all that hangs on it is null too. */
  mark: string | null
  /** As on the wire, to reckon with; empty while unknown. */
  markValue: string
  /** Estimated; null: none. */
  liquidation: string | null
  /** As on the wire, to place it by; empty: none. */
  liquidationValue: string
  /** How far the mark is from it: "5.4 %". */
  away: string | null
  /** `near`: less than 6 % away, `close`: less than 2 %. */
  nearness: "far" | "near" | "close"
  /** Down to 1e-8. */
  unrealised: string | null
  /** Of the profit. */
  sign: -1 | 0 | 1
  roe: string | null
  /** What is in an isolated position; else what a cross one needs at its leverage. */
  margin: string | null
  /** What the next funding would bring (below zero: cost) at this mark and rate. */
  funding: string | null
  /** When that is, epoch ms. */
  nextFunding: number | null
}

/** What would be if every mark moved by so much at once. */
export interface MarkMove {
  /** −10 … 10. */
  percent: number
  /** What is gained or lost. */
  change: string
  /** "43.1 %" of the cross account then; null: nothing would be left. */
  ratio: string | null
  /** How many positions would be liquidated. */
  liquidated: number
}

/** The contract account as a whole; money as wire decimals. */
export interface ContractAccountCells extends RatioCells {
  currency: string
  /** Cash, margins and open profit together. */
  equity: string
  unrealised: string
  /** What positions and orders need or hold. */
  used: string
  /** What a new order may need. */
  free: string
  /** What may leave for an isolated position or another account: open profit may not (P16). */
  movable: string
  /** From the deepest fall to the highest rise; empty without a position. */
  moves: readonly MarkMove[]
}

export interface ContractsFrame {
  /** In the order in which they were opened. */
  positions: readonly PositionCells[]
  /** Null: something of it isn't known yet. */
  account: ContractAccountCells | null
}
