/** Which market calls are there? Lists, candles, depth, trades; all open to visitors. */

import { z } from "zod/mini"
import { INTERVALS } from "../candle/interval.ts"
import { described, named, place } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { marketExamples as examples } from "./market-examples.ts"
import {
  amountText,
  checksum,
  countWithin,
  instrumentId,
  limitWithin,
  priceText,
  quantityText,
  rateText,
  sequence,
  timeMs,
} from "./scalar.ts"

export const interval = named("Interval", z.enum(INTERVALS), {
  description:
    "Length of a candle. `1s`, `5s` and `15s` exist for second contracts only. Buckets are cut in UTC: weeks from Monday, months by calendar.",
})
export const instrumentState = named("InstrumentState", z.enum(["open", "cancel-only", "halted"]), {
  description: "`open` takes everything, `cancel-only` takes what lessens, `halted` takes nothing.",
})

const maybe = "Decimal text; empty while unknown."

/** A ticker row, positional because hundreds travel a second. */
export const tickerRow = named(
  "TickerRow",
  z.tuple([
    place("instrument", instrumentId),
    place("last", z.string(), `Price of the last trade. ${maybe}`),
    place("open", z.string(), `Price 24 h ago; the change is last − open. ${maybe}`),
    place("high", z.string(), `Highest price of the last 24 h. ${maybe}`),
    place("low", z.string(), `Lowest price of the last 24 h. ${maybe}`),
    place("volume", z.string(), `Traded in 24 h, in the base currency. ${maybe}`),
    place("turnover", z.string(), `Traded in 24 h, in the quote currency. ${maybe}`),
    place("bid", z.string(), `Best bid. ${maybe}`),
    place("ask", z.string(), `Best ask. ${maybe}`),
    place("time", timeMs, "When it last changed; 0 while nothing is known."),
    place("seq", sequence, "Rises with each change of the row; the higher is the newer."),
  ]),
  { description: "The last 24 hours of one market, as a positional row." },
)
export type TickerRow = z.infer<typeof tickerRow>

/** One trade; ids rise by one without a gap. */
export const tradeRow = named(
  "TradeRow",
  z.tuple([
    place("id", sequence, "Rises by one within an instrument, without a gap."),
    place("price", priceText),
    place("quantity", quantityText),
    place("taker side", z.union([z.literal(1), z.literal(-1)]), "1: the taker bought; -1: the taker sold."),
    place("time", timeMs),
  ]),
  { description: "One trade, as a positional row." },
)
export type TradeRow = z.infer<typeof tradeRow>

export const candleRow = named(
  "CandleRow",
  z.tuple([
    place("open time", timeMs, "First millisecond of its bucket; the candle is known by it."),
    place("open", priceText),
    place("high", priceText),
    place("low", priceText),
    place("close", priceText),
    place("volume", quantityText),
    place(
      "last trade id",
      sequence,
      "Id of the last trade in it, 0 while none. Of two versions the higher is newer.",
    ),
    place("closed", z.union([z.literal(0), z.literal(1)]), "1: its bucket is over, it changes no more."),
    place(
      "generated",
      z.union([z.literal(0), z.literal(1)]),
      "1: some of it was computed as history of a simulated market, not traded here.",
    ),
  ]),
  { description: "One candle, as a positional row." },
)
export type CandleRow = z.infer<typeof candleRow>

export const levelRow = named(
  "LevelRow",
  z.tuple([place("price", priceText), place("total", quantityText, "Everything offered at this price.")]),
  { description: "One price level of an order book, as a positional row." },
)
export type LevelRow = z.infer<typeof levelRow>

const listed = {
  id: instrumentId,
  base: described(z.string(), "Base currency, e.g. `BTC`."),
  quote: described(z.string(), "Quote currency, e.g. `USDT`."),
  name: described(z.string(), "English name of the base coin, e.g. `Bitcoin`."),
  tick: described(priceText, "Step of prices: every price is a whole multiple."),
  lot: described(quantityText, "Step of quantities: every quantity is a whole multiple."),
  state: instrumentState,
  listedAt: described(timeMs, "When it was listed."),
  ticker: tickerRow,
}

const bookFields = {
  minQuantity: described(quantityText, "Least quantity of an order."),
  maxQuantity: described(quantityText, "Greatest quantity of an order."),
  minNotional: described(amountText, "Least price × quantity of an order."),
  priceRule: described(
    z.enum(["strict", "band", "off"]),
    "`strict`: a buy limit may not be above the best ask, a sell limit not below the best bid; `band`: within a percentage; `off`: anywhere.",
  ),
}

const contractIndex = described(instrumentId, "Key of its index on the channel `index`.")

export const spotMarket = named(
  "SpotMarket",
  z.object({ kind: z.literal("spot"), ...listed, ...bookFields }),
  { description: "A spot market." },
)
export const contractMarket = named(
  "ContractMarket",
  z.object({
    kind: z.literal("perpetual"),
    ...listed,
    ...bookFields,
    index: contractIndex,
    leverageMax: described(z.int(), "Greatest leverage."),
    fundingHours: described(z.int(), "Hours from funding to funding."),
    indexPrice: described(z.string(), maybe),
    mark: described(z.string(), `Mark price. ${maybe}`),
    fundingRate: described(rateText, "Funding rate as it would be if it were paid now."),
    nextFunding: described(timeMs, "When it is paid next; 0 while unknown."),
  }),
  { description: "A perpetual market." },
)
export const secondMarket = named(
  "SecondMarket",
  z.object({
    kind: z.literal("second"),
    ...listed,
    index: contractIndex,
    periods: z.array(
      z.object({
        seconds: described(z.int(), "Length of the contract."),
        payoutRate: described(rateText, "Profit on a right answer, as a share of the stake."),
        minStake: amountText,
        maxStake: amountText,
      }),
    ),
  }),
  { description: "A second-contract market: no order book; it opens and settles on index ticks." },
)
export type SpotMarket = z.infer<typeof spotMarket>
export type ContractMarket = z.infer<typeof contractMarket>
export type SecondMarket = z.infer<typeof secondMarket>
export type Market = SpotMarket | ContractMarket | SecondMarket

/** Where prices come from; every screen names it, and that money is practice money when it is. */
export const feedInfo = named(
  "FeedInfo",
  z.object({
    kind: described(z.enum(["simulated", "replay", "ccxt"]), "What makes the prices."),
    source: described(z.string(), "What follows the colon in the setting (file or exchange), else empty."),
    practice: described(z.boolean(), "Prices are made up or old: this is practice money."),
    since: described(
      timeMs,
      "First millisecond that this server's engine traded; older candles are generated.",
    ),
  }),
  { description: "Where prices come from." },
)
export type FeedInfo = z.infer<typeof feedInfo>

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
    "For one look. To keep a book, subscribe to the channel `depth`: its snapshot and its deltas belong together. Second contracts have no book.",
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

export const trades = endpoint({
  method: "GET",
  path: "/market/trades",
  summary: "Trades, newest first, with ids below `before` (default: the newest)",
  notes:
    "Closes a gap in the tape: ask with `before` = the first id you have and `limit` = the number missing.",
  access: "visitor",
  limit: "read",
  request: z.strictObject({
    symbol: instrumentId,
    before: z.optional(countWithin(1, Number.MAX_SAFE_INTEGER, "Only trades with ids below this one.")),
    limit: limitWithin(TRADES_LIMIT_MAX, 50),
  }),
  response: z.object({ symbol: instrumentId, rows: z.array(tradeRow) }),
  problems: ["UNKNOWN_INSTRUMENT"],
  example: examples.trades,
})
