/** The messages of the socket at `/socket`: JSON `{ type, data }` both ways. A frame is one message or an array of them. */

import { z } from "zod/mini"
import { KEY_WINDOW_MAX_MS } from "./api-key.ts"
import { described, named, place } from "./described.ts"
import { candleRow, instrumentState, interval, levelRow, tickerRow, tradeRow } from "./market.ts"
import { message } from "./message.ts"
import { accountSnapshot, privateMessages } from "./private-messages.ts"
import { checksum, instrumentId, quantityText, rateText, sequence, timeMs } from "./scalar.ts"

/** Public channels. A key is an instrument, `*` (ticker, mark and openInterest only), an index, or `instrument:interval`. */
export const CHANNELS = [
  "ticker",
  "depth",
  "trade",
  "candle",
  "mark",
  "index",
  "openInterest",
  "instrument",
] as const
export const channel = z.enum(CHANNELS)
export type Channel = z.infer<typeof channel>

export const target = named(
  "Target",
  z.strictObject({
    channel,
    key: described(z.string().check(z.maxLength(48)), "What of the channel; see “Channels”."),
  }),
  { description: "A channel and a key." },
)
export type Target = z.infer<typeof target>

export const ping = message("ping", z.optional(z.union([z.strictObject({}), z.literal("")])))
const since = z.optional(
  described(
    sequence,
    "`n` of the last private message you have: what came after it is sent instead of the whole, if the server still has it.",
  ),
)
const short = (most: number) => z.string().check(z.maxLength(most))
export const auth = message(
  "auth",
  z.union([
    z.strictObject({
      token: described(short(256), "As given at login; empty: log out of this connection."),
      since,
    }),
    z.strictObject({
      key: described(short(64), "An API key with the scope `read`; signed as a call, see the guide of HTTP."),
      time: timeMs,
      window: z.optional(z.int().check(z.positive(), z.maximum(KEY_WINDOW_MAX_MS))),
      nonce: short(64),
      sign: described(short(100), "Over the method `AUTH`, the socket's path and no body."),
      since,
    }),
  ]),
)
export const subscribe = message("subscribe", target)
export const unsubscribe = message("unsubscribe", target)
export const resync = message("resync", target)

/** What a client may send. `ping` answers the server's `pong`, with empty data. */
export const clientMessage = z.discriminatedUnion("type", [ping, auth, subscribe, unsubscribe, resync])
export type ClientMessage = z.infer<typeof clientMessage>

/**
 * Heartbeat, sent by the server every 2.5 s. `time`: server clock. `roundTrip`: what the server measured
 * between its last pong and the client's ping, in ms (-1 before the first).
 */
export const pong = message(
  "pong",
  z.object({
    time: described(timeMs, "The server's clock."),
    roundTrip: described(
      z.number(),
      "Milliseconds that the server measured from its last `pong` to your `ping`; -1 before the first.",
    ),
    silentSince: z.optional(
      described(timeMs, "The feed is silent: when prices were last heard. Left out while they come."),
    ),
  }),
)
export const subscribed = message("subscribed", target)
/** The connection is logged in: private messages come on it from now on. */
export const authenticated = message(
  "authenticated",
  z.object({
    n: described(
      sequence,
      "Of the newest private message: once your own `n` has reached it, nothing is missing.",
    ),
  }),
)
/** The session of this connection has ended: nothing private comes any more. What is public goes on. */
export const sessionEnded = message("sessionEnded", z.object({}))
/** `name` is a key of PROBLEMS; the client shows its translation. `of` names the message refused, if known. */
export const problemMessage = message(
  "problem",
  z.object({
    code: described(z.int(), "As in the table of refusals."),
    name: described(z.string(), "Its name in the same table."),
    of: z.optional(described(z.string(), "Type of the message that was refused, if it could be read.")),
    channel: z.optional(described(z.string(), "Channel that the message named, if it could be read.")),
    key: z.optional(described(z.string(), "Key that the message named, if it could be read.")),
  }),
)
/** The server is about to close. Come back after `after` ms. */
export const closing = message(
  "closing",
  z.object({
    reason: described(
      z.string(),
      "`slow`, `silent`, `limit`, `size`, `protocol` or `shutdown`; take others the same way.",
    ),
    after: described(z.int(), "Come back after so many milliseconds."),
  }),
)

/** Newest wins by `seq`. */
export const tickers = message("ticker", z.object({ rows: z.array(tickerRow) }))

/** Whole book, up to 200 levels a side; replaces what the client holds. */
export const depthSnapshot = named(
  "DepthSnapshot",
  z.object({
    snapshot: z.literal(true),
    instrument: instrumentId,
    seq: sequence,
    time: timeMs,
    bids: described(z.array(levelRow), "Highest first."),
    asks: described(z.array(levelRow), "Lowest first."),
    checksum,
  }),
  { description: "The book as it stands; replaces what you hold." },
)
/** Changed levels with new totals ("0" = gone). Applies only on `prev` = own `seq`; `seq` ≤ own is dropped. */
export const depthDelta = named(
  "DepthDelta",
  z.object({
    instrument: instrumentId,
    prev: described(sequence, "Sequence of the book before this change."),
    seq: described(sequence, "Sequence of the book after it."),
    time: timeMs,
    bids: described(z.array(levelRow), 'In any order; total "0": the level is gone.'),
    asks: described(z.array(levelRow), 'In any order; total "0": the level is gone.'),
    checksum,
  }),
  { description: "What changed in the book. Applies only on `prev` = your own `seq`." },
)
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

export const markRow = named(
  "MarkRow",
  z.tuple([
    place("instrument", instrumentId),
    place("index", z.string(), "Index price; empty while unknown."),
    place("mark", z.string(), "Mark price; empty while unknown."),
    place("funding rate", rateText, "As it would be if it were paid now."),
    place("next funding", timeMs),
    place("seq", sequence, "The higher is the newer."),
  ]),
  { description: "Index, mark and funding of one perpetual, as a positional row." },
)
export type MarkRow = z.infer<typeof markRow>
export const markMessage = message("mark", z.object({ rows: z.array(markRow) }))

export const openInterestRow = named(
  "OpenInterestRow",
  z.tuple([
    place("instrument", instrumentId),
    place("quantity", quantityText, "What all long positions hold together, in the base currency."),
    place("seq", sequence, "The higher is the newer."),
  ]),
  { description: "Open interest of one perpetual, as a positional row." },
)
export type OpenInterestRow = z.infer<typeof openInterestRow>
export const openInterestMessage = message("openInterest", z.object({ rows: z.array(openInterestRow) }))

/** Numbered without gap. */
export const indexRow = named(
  "IndexRow",
  z.tuple([
    place("seq", sequence, "Rises by one within an index, without a gap."),
    place("time", timeMs),
    place("price", z.string(), "Decimal text."),
  ]),
  { description: "One tick of an index, as a positional row." },
)
export type IndexRow = z.infer<typeof indexRow>
export const indexMessage = message("index", z.object({ index: instrumentId, rows: z.array(indexRow) }))

export const instrumentMessage = message(
  "instrument",
  z.object({
    instrument: instrumentId,
    state: instrumentState,
    openAt: described(timeMs, "When trading begins, as in the lists of markets."),
    delistAt: described(timeMs, "When trading ends for good; 0: no end is planned."),
    version: described(sequence, "The higher is the newer."),
  }),
)

export const serverMessage = z.discriminatedUnion("type", [
  pong,
  subscribed,
  authenticated,
  sessionEnded,
  accountSnapshot,
  ...Object.values(privateMessages).map(({ schema }) => schema),
  problemMessage,
  closing,
  tickers,
  depthMessage,
  tradeMessage,
  candleMessage,
  markMessage,
  indexMessage,
  openInterestMessage,
  instrumentMessage,
])
export type ServerMessage = z.infer<typeof serverMessage>
export type ServerMessageOf<Type extends ServerMessage["type"]> = Extract<ServerMessage, { type: Type }>

export { HEARTBEAT_MS, SILENT_HEARTBEATS } from "./heartbeat.ts"
/** Largest message a client may send, in bytes. */
export const CLIENT_MESSAGE_BYTES_MAX = 4096
/** Levels a side in a depth snapshot. */
export const SNAPSHOT_LEVELS = 200
