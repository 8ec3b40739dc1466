/** The part of the socket contract that the peers read: the same messages as the terminal's, without its worker. */

import type { CandleRow, TickerRow, TradeRow } from "#core/wire/market.ts"
import type { DepthDelta, DepthSnapshot } from "#core/wire/socket.ts"

export type PeerMessage =
  | { type: "ticker"; data: { rows: TickerRow[] } }
  | { type: "depth"; data: DepthSnapshot | DepthDelta }
  | { type: "trade"; data: { instrument: string; rows: TradeRow[] } }
  | { type: "candle"; data: { instrument: string; interval: string; rows: CandleRow[] } }
  | { type: "pong"; data: unknown }
  | { type: "subscribed" | "problem" | "closing" | "mark" | "index" | "instrument"; data: unknown }

/** The market on screen, and the interval that the terminal's chart opens with. */
export const ACTIVE = "BTC_USDT"
export const INTERVAL = "15m"
/** Bars asked for at once, as many as the terminal loads. */
export const BARS = 500

export const TARGETS = [
  { channel: "ticker", key: "*" },
  { channel: "depth", key: ACTIVE },
  { channel: "trade", key: ACTIVE },
  { channel: "candle", key: `${ACTIVE}:${INTERVAL}` },
] as const

/** What was refused or missing, beside what was applied. All but `messages` is 0 in a right run. */
export interface Counts {
  messages: number
  gaps: number
  malformed: number
}
