/**
 * Which messages cross the socket at `/socket`? JSON `{ type, data }` both ways (product.md section 4).
 * A frame is one message or an array of them.
 */

import { z } from "zod/mini"
import { candleRow, instrumentState, interval, levelRow, tickerRow, tradeRow } from "./market.ts"
import { instrumentId, rateText, sequence, timeMs } from "./scalar.ts"

/** Public channels. A key is an instrument, `*` (ticker and mark only), an index, or `instrument:interval`. */
export const CHANNELS = ["ticker", "depth", "trade", "candle", "mark", "index", "instrument"] as const
export const channel = z.enum(CHANNELS)
export type Channel = z.infer<typeof channel>

const target = z.strictObject({ channel, key: z.string().check(z.maxLength(48)) })
export type Target = z.infer<typeof target>

const message = <Type extends string, Data extends z.ZodMiniType>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), data })

/** What a client may send. `ping` answers the server's `pong`, with empty data. */
export const clientMessage = z.discriminatedUnion("type", [
  message("ping", z.optional(z.union([z.strictObject({}), z.literal("")]))),
  message("auth", z.strictObject({ token: z.string().check(z.maxLength(256)), since: z.optional(sequence) })),
  message("subscribe", target),
  message("unsubscribe", target),
  message("resync", target),
])
export type ClientMessage = z.infer<typeof clientMessage>

/**
 * Heartbeat, sent by the server every 2.5 s. `time`: server clock. `roundTrip`: what the server measured
 * between its last pong and the client's ping, in ms (-1 before the first).
 */
export const pong = message("pong", z.object({ time: timeMs, roundTrip: z.number() }))
export const subscribed = message("subscribed", target)
/** `name` is a key of PROBLEMS; the client shows its translation. `of` names the message refused, if known. */
export const problemMessage = message(
  "problem",
  z.object({ code: z.int(), name: z.string(), of: z.optional(z.string()), key: z.optional(z.string()) }),
)
/** The server is about to close: `slow`, `shutdown`, `limit`, `silent`. Come back after `after` ms. */
export const closing = message("closing", z.object({ reason: z.string(), after: z.int() }))

/** Newest wins by `seq`. */
export const tickers = message("ticker", z.object({ rows: z.array(tickerRow) }))

/** Whole book, up to 200 levels a side; replaces what the client holds. */
export const depthSnapshot = z.object({
  snapshot: z.literal(true),
  instrument: instrumentId,
  seq: sequence,
  time: timeMs,
  bids: z.array(levelRow),
  asks: z.array(levelRow),
  checksum: z.int(),
})
/** Changed levels with new totals ("0" = gone). Applies only on `prev` = own `seq`; `seq` ≤ own is dropped. */
export const depthDelta = z.object({
  instrument: instrumentId,
  prev: sequence,
  seq: sequence,
  time: timeMs,
  bids: z.array(levelRow),
  asks: z.array(levelRow),
  checksum: z.int(),
})
export const depthMessage = message("depth", z.union([depthSnapshot, depthDelta]))
export type DepthSnapshot = z.infer<typeof depthSnapshot>
export type DepthDelta = z.infer<typeof depthDelta>

/** Oldest first; ids without a gap, a gap is read by HTTP. The first after `subscribe` carries the last 50. */
export const tradeMessage = message("trade", z.object({ instrument: instrumentId, rows: z.array(tradeRow) }))

/** The live candle and, at a turn, the one just closed. Newest by last trade id, then by `closed`. */
export const candleMessage = message(
  "candle",
  z.object({ instrument: instrumentId, interval, rows: z.array(candleRow) }),
)

/** [instrument, index, mark, running funding rate, next funding, seq]. */
export const markRow = z.tuple([instrumentId, z.string(), z.string(), rateText, timeMs, sequence])
export type MarkRow = z.infer<typeof markRow>
export const markMessage = message("mark", z.object({ rows: z.array(markRow) }))

/** [seq, time, price], without gap. */
export const indexRow = z.tuple([sequence, timeMs, z.string()])
export const indexMessage = message("index", z.object({ index: instrumentId, rows: z.array(indexRow) }))

export const instrumentMessage = message(
  "instrument",
  z.object({ instrument: instrumentId, state: instrumentState, version: sequence }),
)

export const serverMessage = z.discriminatedUnion("type", [
  pong,
  subscribed,
  problemMessage,
  closing,
  tickers,
  depthMessage,
  tradeMessage,
  candleMessage,
  markMessage,
  indexMessage,
  instrumentMessage,
])
export type ServerMessage = z.infer<typeof serverMessage>
export type ServerMessageOf<Type extends ServerMessage["type"]> = Extract<ServerMessage, { type: Type }>

export { CLIENT_SILENT_HEARTBEATS, HEARTBEAT_MS, SERVER_SILENT_HEARTBEATS } from "./heartbeat.ts"
/** Largest message a client may send, in bytes. */
export const CLIENT_MESSAGE_BYTES_MAX = 4096
/** Levels a side in a depth snapshot. */
export const SNAPSHOT_LEVELS = 200
