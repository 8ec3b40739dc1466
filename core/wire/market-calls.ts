/** Market calls: lists, candles, depth, trades; all open to visitors. */

import { z } from "zod/mini"
import { described, place } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import {
  candleRow,
  contractMarket,
  feedInfo,
  interval,
  levelRow,
  secondMarket,
  spotMarket,
  tradeRow,
} from "./market.ts"
import { marketExamples as examples } from "./market-examples.ts"
import { checksum, countWithin, instrumentId, limitWithin, priceText, sequence, timeMs } from "./scalar.ts"

const list = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ time: described(timeMs, "The server's time."), feed: feedInfo, rows: z.array(row) })
const nothing = z.strictObject({})

export const spotMarkets = endpoint({
  method: "GET",
  path: "/market/exchange",
  summary: "Spot markets with their fields and last ticker",
  access: "visitor",
  limit: "read",
  request: nothing,
  response: list(spotMarket),
  problems: [],
  example: examples.spotMarkets,
})

export const contractMarkets = endpoint({
  method: "GET",
  path: "/market/contract",
  summary: "Perpetual markets with index, mark and funding",
  access: "visitor",
  limit: "read",
  request: nothing,
  response: list(contractMarket),
  problems: [],
  example: examples.contractMarkets,
})

export const secondMarkets = endpoint({
  method: "GET",
  path: "/market/second",
  summary: "Second-contract markets with periods and payouts",
  access: "visitor",
  limit: "read",
  request: nothing,
  response: list(secondMarket),
  problems: [],
  example: examples.secondMarkets,
})

export const sparklines = endpoint({
  method: "GET",
  path: "/market/sparklines",
  summary: "Closing prices of the last 24 h in half hours, oldest first, for every market of a kind",
  access: "visitor",
  limit: "read",
  request: z.strictObject({ kind: z.enum(["spot", "perpetual", "second"]) }),
  response: z.object({
    time: timeMs,
    rows: z.array(z.tuple([place("instrument", instrumentId), place("closing prices", z.array(priceText))])),
  }),
  problems: [],
  example: examples.sparklines,
})

/** Most candles in one answer. */
export const KLINE_LIMIT_MAX = 1000

export const kline = endpoint({
  method: "GET",
  path: "/market/kline",
  summary: "Candles, oldest first, that open before `before` (default: now, the live one included)",
  notes:
    "Page back with `before` = the open time of the first row while `more` is true. An interval that the market doesn't have is refused with FORMAT.",
  access: "visitor",
  limit: "history",
  request: z.strictObject({
    symbol: instrumentId,
    interval,
    before: z.optional(countWithin(0, 8_640_000_000_000_000, "Only candles that open before this time.")),
    limit: limitWithin(KLINE_LIMIT_MAX, 500),
  }),
  response: z.object({
    symbol: instrumentId,
    interval,
    rows: z.array(candleRow),
    more: described(z.boolean(), "Older candles exist: ask again with `before` = the first row's open time."),
    holes: described(
      z.array(z.tuple([place("from", timeMs), place("to", timeMs, "First millisecond after it.")])),
      "Spans within the answer for which no data exists (downtime of a feed that can't be recomputed); never draw a line across.",
    ),
  }),
  problems: ["UNKNOWN_INSTRUMENT"],
  example: examples.kline,
})

export const DEPTH_LEVELS_MAX = 200

export const depth = endpoint({
  method: "GET",
  path: "/market/depth",
  summary: "Order book snapshot, best first, with the sequence it stands at",
  notes:
    "For one look. To keep a book, subscribe to the channel `depth`: its snapshot and its deltas belong together. The checksum is over the whole book's best levels: with `limit` below 25 it can't be checked from the rows of this answer. Second contracts have no book: UNKNOWN_INSTRUMENT.",
  access: "visitor",
  limit: "read",
  request: z.strictObject({
    symbol: instrumentId,
    limit: limitWithin(DEPTH_LEVELS_MAX, 50),
  }),
  response: z.object({
    symbol: instrumentId,
    seq: sequence,
    time: timeMs,
    bids: described(z.array(levelRow), "Highest first."),
    asks: described(z.array(levelRow), "Lowest first."),
    /** W1, over the best 25 levels of the whole book. */
    checksum,
  }),
  problems: ["UNKNOWN_INSTRUMENT"],
  example: examples.depth,
})

export const TRADES_LIMIT_MAX = 500
/** Trades of one market that the server remembers. */
export const TRADES_KEPT = 1000

export const trades = endpoint({
  method: "GET",
  path: "/market/trades",
  summary: "Trades, newest first, with ids below `before` (default: the newest)",
  notes: `Closes a gap in the tape: ask with \`before\` = the first id you have and \`limit\` = the number missing. Goes back page by page with \`before\` = the last answer's \`next\`, as far as trades are kept: the newest ${TRADES_KEPT} of a market, after a restart fewer. Second contracts have no trades of their own: UNKNOWN_INSTRUMENT.`,
  access: "visitor",
  limit: "read",
  request: z.strictObject({
    symbol: instrumentId,
    before: z.optional(countWithin(1, Number.MAX_SAFE_INTEGER, "Only trades with ids below this one.")),
    limit: limitWithin(TRADES_LIMIT_MAX, 50),
  }),
  response: z.object({
    symbol: instrumentId,
    rows: z.array(tradeRow),
    next: described(z.int(), "The `before` of the next page; 0: nothing older is kept."),
  }),
  problems: ["UNKNOWN_INSTRUMENT"],
  example: examples.trades,
})
