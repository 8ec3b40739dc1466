/** Which market calls are there? Lists, candles, depth, trades; all open to visitors. */

import { z } from "zod/mini"
import { INTERVALS } from "../candle/interval.ts"
import { endpoint } from "./endpoint.ts"
import {
  amountText,
  countWithin,
  instrumentId,
  priceText,
  quantityText,
  rateText,
  sequence,
  timeMs,
} from "./scalar.ts"

export const interval = z.enum(INTERVALS)
export const instrumentState = z.enum(["open", "cancel-only", "halted"])

/**
 * A ticker row, positional because hundreds travel a second:
 * [instrument, last, open, high, low, volume, turnover, bid, ask, time, seq]. Empty text: unknown.
 * `open` is the price 24 h ago; volume in base, turnover in quote, both over 24 h.
 */
export const tickerRow = z.tuple([
  instrumentId,
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  timeMs,
  sequence,
])
export type TickerRow = z.infer<typeof tickerRow>

/** [id, price, quantity, taker side (1 buy, -1 sell), time]; ids rise by one without a gap. */
export const tradeRow = z.tuple([
  sequence,
  priceText,
  quantityText,
  z.union([z.literal(1), z.literal(-1)]),
  timeMs,
])
export type TradeRow = z.infer<typeof tradeRow>

/** [open time, open, high, low, close, volume, last trade id, closed 0|1, generated 0|1]. */
export const candleRow = z.tuple([
  timeMs,
  priceText,
  priceText,
  priceText,
  priceText,
  quantityText,
  sequence,
  z.union([z.literal(0), z.literal(1)]),
  z.union([z.literal(0), z.literal(1)]),
])
export type CandleRow = z.infer<typeof candleRow>

/** [price, total quantity], best first. */
export const levelRow = z.tuple([priceText, quantityText])
export type LevelRow = z.infer<typeof levelRow>

const listed = {
  id: instrumentId,
  base: z.string(),
  quote: z.string(),
  /** English name of the base coin, e.g. "Bitcoin"; searched, and shown as a proper name. */
  name: z.string(),
  tick: priceText,
  lot: quantityText,
  state: instrumentState,
  listedAt: timeMs,
  ticker: tickerRow,
}

const bookFields = {
  minQuantity: quantityText,
  maxQuantity: quantityText,
  minNotional: amountText,
  priceRule: z.enum(["strict", "band", "off"]),
}

export const spotMarket = z.object({ kind: z.literal("spot"), ...listed, ...bookFields })
export const contractMarket = z.object({
  kind: z.literal("perpetual"),
  ...listed,
  ...bookFields,
  index: instrumentId,
  leverageMax: z.int(),
  fundingHours: z.int(),
  /** Empty text while unknown. */
  indexPrice: z.string(),
  mark: z.string(),
  fundingRate: rateText,
  nextFunding: timeMs,
})
export const secondMarket = z.object({
  kind: z.literal("second"),
  ...listed,
  index: instrumentId,
  periods: z.array(
    z.object({ seconds: z.int(), payoutRate: rateText, minStake: amountText, maxStake: amountText }),
  ),
})
export type SpotMarket = z.infer<typeof spotMarket>
export type ContractMarket = z.infer<typeof contractMarket>
export type SecondMarket = z.infer<typeof secondMarket>
export type Market = SpotMarket | ContractMarket | SecondMarket

/** Where prices come from; every screen names it, and that money is practice money when it is. */
export const feedInfo = z.object({
  /** `simulated`, `replay` or `ccxt`. */
  kind: z.enum(["simulated", "replay", "ccxt"]),
  /** What follows the colon in the setting (file or exchange), else empty. */
  source: z.string(),
  practice: z.boolean(),
  /** First millisecond that the engine of this data folder traded; older candles are generated. */
  since: timeMs,
})
export type FeedInfo = z.infer<typeof feedInfo>

const list = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ time: timeMs, feed: feedInfo, rows: z.array(row) })
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
})

export const sparklines = endpoint({
  method: "GET",
  path: "/market/sparklines",
  summary: "Closing prices of the last 24 h in half hours, oldest first, for every market of a kind",
  access: "visitor",
  limit: "read",
  request: z.strictObject({ kind: z.enum(["spot", "perpetual", "second"]) }),
  response: z.object({ time: timeMs, rows: z.array(z.tuple([instrumentId, z.array(priceText)])) }),
  problems: [],
})

/** Most candles in one answer. */
export const KLINE_LIMIT_MAX = 1000

export const kline = endpoint({
  method: "GET",
  path: "/market/kline",
  summary: "Candles, oldest first, that open before `before` (default: now, the live one included)",
  access: "visitor",
  limit: "history",
  request: z.strictObject({
    symbol: instrumentId,
    interval,
    before: z.optional(countWithin(0, 8_640_000_000_000_000)),
    limit: z._default(countWithin(1, KLINE_LIMIT_MAX), 500),
  }),
  response: z.object({
    symbol: instrumentId,
    interval,
    rows: z.array(candleRow),
    /** Older candles exist. */
    more: z.boolean(),
    /** Spans [from, to) within the answer for which no data exists (downtime of a feed that can't be recomputed). */
    holes: z.array(z.tuple([timeMs, timeMs])),
  }),
  problems: ["UNKNOWN_INSTRUMENT"],
})

export const DEPTH_LEVELS_MAX = 200

export const depth = endpoint({
  method: "GET",
  path: "/market/depth",
  summary: "Order book snapshot, best first, with the sequence it stands at",
  access: "visitor",
  limit: "read",
  request: z.strictObject({
    symbol: instrumentId,
    limit: z._default(countWithin(1, DEPTH_LEVELS_MAX), 50),
  }),
  response: z.object({
    symbol: instrumentId,
    seq: sequence,
    time: timeMs,
    bids: z.array(levelRow),
    asks: z.array(levelRow),
    /** W1, over the best 25 levels of the whole book. */
    checksum: z.int(),
  }),
  problems: ["UNKNOWN_INSTRUMENT"],
})

export const TRADES_LIMIT_MAX = 500

export const trades = endpoint({
  method: "GET",
  path: "/market/trades",
  summary: "Trades, newest first, with ids below `before` (default: the newest)",
  access: "visitor",
  limit: "read",
  request: z.strictObject({
    symbol: instrumentId,
    before: z.optional(countWithin(1, Number.MAX_SAFE_INTEGER)),
    limit: z._default(countWithin(1, TRADES_LIMIT_MAX), 50),
  }),
  response: z.object({ symbol: instrumentId, rows: z.array(tradeRow) }),
  problems: ["UNKNOWN_INSTRUMENT"],
})
