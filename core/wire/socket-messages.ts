/** The documents of the socket: each message with its direction, words and examples; the channels. */

import { exampleRows } from "./market-examples.ts"
import type { MessageEntry } from "./message.ts"
import { privateEntries } from "./private-messages.ts"
import * as socket from "./socket.ts"

const { time, bookSeq } = exampleRows
const instrument = "BTC_USDT"
const depthTarget = { channel: "depth", key: instrument }

/** All messages by their `type`, in the order in which a client meets them. */
export const socketMessages: Readonly<
  Record<socket.ClientMessage["type"] | socket.ServerMessage["type"], MessageEntry>
> = {
  pong: {
    from: "server",
    schema: socket.pong,
    summary: "Heartbeat",
    notes: "Sent on opening and then at a steady beat. Answer each with `ping`.",
    examples: [
      { name: "first", data: { time, roundTrip: -1 } },
      { name: "later", data: { time: time + 2500, roundTrip: 38 } },
    ],
  },
  ping: {
    from: "client",
    schema: socket.ping,
    summary: "Answer to a heartbeat",
    notes: "`data` is an empty object, empty text, or left out.",
    examples: [{ name: "answer", data: {} }],
  },
  subscribe: {
    from: "client",
    schema: socket.subscribe,
    summary: "Asks for a channel under a key",
    notes:
      "Answered by `subscribed`, then the whole state, then what changes; or by `problem`. A second time it is confirmed and the whole state sent anew.",
    examples: [{ name: "a book", data: depthTarget }],
  },
  subscribed: {
    from: "server",
    schema: socket.subscribed,
    summary: "Confirms a subscription",
    notes: "The whole state follows, in the same frame where it fits.",
    examples: [{ name: "a book", data: depthTarget }],
  },
  unsubscribe: {
    from: "client",
    schema: socket.unsubscribe,
    summary: "Ends a subscription",
    notes: "Not answered. What isn't subscribed is passed over; a frame that was under way may still come.",
    examples: [{ name: "a book", data: depthTarget }],
  },
  resync: {
    from: "client",
    schema: socket.resync,
    summary: "Asks for the whole state once more",
    notes:
      "For a client that has found a gap. Not answered by `subscribed`; what isn't subscribed is passed over without a word, unknown markets too.",
    examples: [{ name: "a book", data: depthTarget }],
  },
  auth: {
    from: "client",
    schema: socket.auth,
    summary: "Logs a connection in",
    notes:
      "Answered by `authenticated` and then `account`, or by the refusal SESSION when the token is no open session's. A later `auth` replaces the one before, whatever comes of it; an empty token logs the connection out and is not answered. Send it again after each reconnect. Being connected does not keep a session from idling.",
    examples: [
      { name: "log in", data: { token: "example-token" } },
      { name: "after a cut", data: { token: "example-token", since: 1_785_000_000_000_004 } },
      {
        name: "with an API key",
        data: {
          key: "sk_5Zk1wq8TnB0yUe2LxVh7",
          time,
          nonce: "c0ffee-0001",
          sign: "8f1d6c0b7f7a0d9e6a6cbb8f0b3ad1f6c5a1de0d2d7b7e8c9f0a1b2c3d4e5f60",
        },
      },
      { name: "log out", data: { token: "" } },
    ],
  },
  authenticated: {
    from: "server",
    schema: socket.authenticated,
    summary: "The connection is logged in",
    notes: "Answers `auth`. What is private follows, in the same frame where it fits.",
    examples: [{ name: "logged in", data: { n: 1_785_000_000_000_004 } }],
  },
  sessionEnded: {
    from: "server",
    schema: socket.sessionEnded,
    summary: "The session of this connection has ended",
    notes:
      "Within a second of logout, of its end on another device or by the operator, of a new password, or of idling too long. The connection and its public channels go on.",
    examples: [{ name: "ended", data: {} }],
  },
  ...privateEntries,
  problem: {
    from: "server",
    schema: socket.problemMessage,
    summary: "A refusal",
    notes:
      "Tells which message was refused, as far as it could be read. The connection goes on. Of many refusals only some are told: see “Limits of a connection”.",
    examples: [
      {
        name: "unknown market",
        data: {
          code: 1301,
          name: "UNKNOWN_INSTRUMENT",
          of: "subscribe",
          channel: "depth",
          key: "XYZ_USDT",
        },
      },
      { name: "too many messages", data: { code: 1001, name: "RATE_LIMIT" } },
    ],
  },
  closing: {
    from: "server",
    schema: socket.closing,
    summary: "The server is about to close",
    notes:
      "Always the last message before the server closes. See “Closing and coming back” for the reasons and their close codes.",
    examples: [{ name: "restart", data: { reason: "shutdown", after: 3000 } }],
  },
  ticker: {
    from: "server",
    schema: socket.tickers,
    summary: "The last 24 hours of markets",
    notes: "Rows of those that changed; the first message has all that the key names. The higher `seq` wins.",
    examples: [{ name: "one row", data: { rows: [exampleRows.ticker] } }],
  },
  depth: {
    from: "server",
    schema: socket.depthMessage,
    summary: "Order book: a snapshot, then deltas",
    notes:
      "A snapshot is told by `snapshot: true` and replaces the book. A delta follows it by `prev` and `seq`. See “The order book”.",
    examples: [
      {
        name: "snapshot",
        data: {
          snapshot: true,
          instrument,
          seq: bookSeq,
          time,
          bids: exampleRows.bids,
          asks: exampleRows.asks,
          checksum: exampleRows.bookChecksum,
        },
      },
      {
        name: "the delta that follows",
        data: {
          instrument,
          prev: bookSeq,
          seq: bookSeq + 3,
          time: time + 10,
          bids: [
            ["67284.00", "0.30000"],
            ["67284.05", "0.10000"],
          ],
          asks: [["67284.10", "0"]],
          checksum: 3_354_641_333,
        },
      },
    ],
  },
  trade: {
    from: "server",
    schema: socket.tradeMessage,
    summary: "Trades, oldest first",
    notes: "The first message carries the last 50. Ids rise by one: see “Trades” for what to do at a gap.",
    examples: [{ name: "two trades", data: { instrument, rows: exampleRows.trades } }],
  },
  candle: {
    from: "server",
    schema: socket.candleMessage,
    summary: "The live candle and, at a turn, those just closed",
    notes: "Oldest first; the last row is the live one. See “Candles” for which of two versions is newer.",
    examples: [
      {
        name: "at a turn",
        data: { instrument, interval: "1m", rows: [exampleRows.closedCandle, exampleRows.liveCandle] },
      },
    ],
  },
  mark: {
    from: "server",
    schema: socket.markMessage,
    summary: "Index, mark and funding of perpetuals",
    notes:
      "Rows of those that changed; the higher `seq` wins. For the same figures in the list see “Lists and what changes them”.",
    examples: [
      {
        name: "one row",
        data: { rows: [["BTC_USDT_PERP", "67284.36", "67288.91", "0.0001", 1_785_024_000_000, 4410]] },
      },
    ],
  },
  index: {
    from: "server",
    schema: socket.indexMessage,
    summary: "Ticks of an index, oldest first",
    notes: "Numbered without a gap; the first message carries the last 50.",
    examples: [{ name: "a tick", data: { index: instrument, rows: [[77_120, time, "67284.36"]] } }],
  },
  openInterest: {
    from: "server",
    schema: socket.openInterestMessage,
    summary: "Open interest of perpetuals",
    notes:
      "Rows of those that changed; the higher `seq` wins. How it was before tells `GET /contract/openInterest`.",
    examples: [{ name: "one row", data: { rows: [["BTC_USDT_PERP", "1204.118", 4412]] } }],
  },
  instrument: {
    from: "server",
    schema: socket.instrumentMessage,
    summary: "State and times of a market",
    notes:
      "The higher `version` wins. For a market's `state` in the lists see “Lists and what changes them”.",
    examples: [{ name: "open", data: { instrument, state: "open", openAt: 0, delistAt: 0, version: 1 } }],
  },
}

/** What can be subscribed to, under which key, and what it begins with. */
export const channels: Readonly<
  Record<socket.Channel, { key: string; example: string; first: string; order: string }>
> = {
  ticker: {
    key: "an instrument, or `*` for all",
    example: "*",
    first: "every row that the key names",
    order: "newest wins, by `seq`",
  },
  depth: {
    key: "a spot market or perpetual",
    example: "BTC_USDT",
    first: "a snapshot",
    order: "apply only if `prev` is your own `seq`; else `resync`",
  },
  trade: {
    key: "a spot market or perpetual",
    example: "BTC_USDT",
    first: "the last 50 trades",
    order: "ids rise by one; a gap is read by HTTP",
  },
  candle: {
    key: "`instrument:interval`",
    example: "BTC_USDT:1m",
    first: "the live candle",
    order: "newest wins, by last trade id, then by closed",
  },
  mark: {
    key: "a perpetual, or `*` for all",
    example: "BTC_USDT_PERP",
    first: "every row that the key names",
    order: "newest wins, by `seq`",
  },
  index: {
    key: "an index, as markets name it",
    example: "BTC_USDT",
    first: "the last 50 ticks",
    order:
      "`seq` rises by one; a gap can be read from the hour's file, where second contracts follow the index",
  },
  openInterest: {
    key: "a perpetual, or `*` for all",
    example: "BTC_USDT_PERP",
    first: "every row that the key names",
    order: "newest wins, by `seq`",
  },
  instrument: {
    key: "an instrument",
    example: "BTC_USDT",
    first: "its state and times",
    order: "newest wins, by `version`",
  },
}
