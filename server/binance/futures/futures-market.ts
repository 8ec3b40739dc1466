/** Routes of futures' market data, for anyone: books, trades, candles, marks, funding, open interest. */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { TradeRow } from "#core/wire/index.ts"
import type { DoorGround, DoorRequest, DoorRoute } from "../door-route.ts"
import {
  aggregateTradesOf,
  allWeight,
  bookOf,
  klinesOf,
  type ReadCandles,
  tradedCandles,
  tradesOf,
  turnoverOf,
} from "../market-data.ts"
import type { Parameters } from "../parameters.ts"
import { bookTickerOf, futuresTickerOf } from "../tickers.ts"
import { fundingInfo, fundingRates } from "./futures-funding.ts"
import { coinFuturesInfo, futuresInfo } from "./futures-info.ts"

const KLINES_MAX = 1500

export function futuresMarketRoutes(ground: DoorGround): DoorRoute[] {
  const { reader, symbols, now } = ground
  const marketOf = ({ parameters }: DoorRequest) => symbols.future(parameters.required("symbol"))
  const pairOf = ({ parameters }: DoorRequest) => symbols.future(parameters.required("pair"))
  const open = { method: "GET", access: "none", limit: "read" } as const
  const past = { ...open, limit: "history", weight: klineWeight } as const
  const trades = (asked: DoorRequest) => tradesOf(reader, marketOf(asked), asked.parameters).map(tradeOf)
  const candles = (asked: DoorRequest, market: PerpetualInstrument) =>
    klinesOf(asked.parameters, KLINES_MAX, tradedCandles(asked, market))
  const prices = (asked: DoorRequest, price: "mark" | "index", market: PerpetualInstrument) =>
    klinesOf(asked.parameters, KLINES_MAX, priceCandles(asked, price, market))
  const price = ({ parameters }: DoorRequest) =>
    ofEach(ground, parameters, ({ id }) => {
      const row = reader.ticker(id)
      return { symbol: symbols.nameOf(id), price: row?.[1] || "0", time: row?.[9] ?? 0 }
    })
  return [
    { ...open, path: "/fapi/v1/ping", weight: 1, handle: () => ({}) },
    { ...open, path: "/fapi/v1/time", weight: 1, handle: () => ({ serverTime: now() }) },
    { ...open, path: "/fapi/v1/exchangeInfo", weight: 1, handle: () => futuresInfo(ground) },
    { ...open, path: "/dapi/v1/ping", weight: 1, handle: () => ({}) },
    { ...open, path: "/dapi/v1/exchangeInfo", weight: 1, handle: () => coinFuturesInfo(ground) },
    {
      ...{ ...open, path: "/fapi/v1/depth", weight: depthWeight },
      handle(asked) {
        const { seq, time, bids, asks } = bookOf(reader, marketOf(asked), asked.parameters)
        return { lastUpdateId: seq, E: time, T: time, bids, asks }
      },
    },
    { ...open, path: "/fapi/v1/trades", weight: 5, handle: trades },
    { ...open, path: "/fapi/v1/historicalTrades", access: "key", weight: 20, handle: trades },
    {
      ...{ ...open, path: "/fapi/v1/aggTrades", weight: 20 },
      handle: (asked) => aggregateTradesOf(reader, marketOf(asked), asked.parameters),
    },
    { ...past, path: "/fapi/v1/klines", handle: (asked) => candles(asked, marketOf(asked)) },
    { ...past, path: "/fapi/v1/continuousKlines", handle: (asked) => candles(asked, pairOf(asked)) },
    { ...past, path: "/fapi/v1/markPriceKlines", handle: (asked) => prices(asked, "mark", marketOf(asked)) },
    { ...past, path: "/fapi/v1/indexPriceKlines", handle: (asked) => prices(asked, "index", pairOf(asked)) },
    {
      ...{ ...open, path: "/fapi/v1/premiumIndex", weight: allWeight(1, 10) },
      handle: ({ parameters }) => ofEach(ground, parameters, (market) => premiumOf(ground, market)),
    },
    {
      ...{ ...open, limit: "history", path: "/fapi/v1/fundingRate", weight: 1 },
      handle: (asked) => fundingRates(ground, asked),
    },
    { ...open, path: "/fapi/v1/fundingInfo", weight: 1, handle: () => fundingInfo(ground) },
    {
      ...{ ...open, path: "/fapi/v1/ticker/24hr", weight: allWeight(1, 40) },
      handle: ({ parameters }) => ofEach(ground, parameters, (market) => futuresTickerOf(ground, market)),
    },
    { ...open, path: "/fapi/v1/ticker/price", weight: allWeight(1, 2), handle: price },
    { ...open, path: "/fapi/v2/ticker/price", weight: allWeight(1, 2), handle: price },
    {
      ...{ ...open, path: "/fapi/v1/ticker/bookTicker", weight: allWeight(2, 5) },
      handle: ({ parameters }) =>
        ofEach(ground, parameters, (market) => ({
          ...bookTickerOf(ground, market),
          ...{ time: reader.now(), lastUpdateId: reader.depth(market.id, 1)?.seq ?? 0 },
        })),
    },
    {
      ...{ ...open, path: "/fapi/v1/openInterest", weight: 1 },
      handle(asked) {
        const { id } = marketOf(asked)
        const openInterest = reader.openInterest(id)?.[1] ?? "0"
        return { openInterest, symbol: symbols.nameOf(id), time: reader.now() }
      },
    },
  ]
}

const depthWeight = (parameters: Parameters): number => {
  const limit = parameters.limit(500, 1000)
  if (limit <= 50) return 2
  if (limit <= 100) return 5
  return limit <= 500 ? 10 : 20
}

const klineWeight = (parameters: Parameters): number => {
  const limit = parameters.limit(500, KLINES_MAX)
  if (limit < 100) return 1
  if (limit < 500) return 2
  return limit <= 1000 ? 5 : 10
}

/** One row where a contract is named, else all of them. @throws DoorError -1121 */
function ofEach<Row>(
  { symbols }: DoorGround,
  parameters: Parameters,
  write: (market: PerpetualInstrument) => Row,
): Row | Row[] {
  const one = parameters.text("symbol")
  return one === undefined ? symbols.allFutures().map(write) : write(symbols.future(one))
}

const tradeOf = ([id, price, qty, side, time]: TradeRow) => ({
  ...{ id, price, qty, quoteQty: turnoverOf(price, qty), time, isBuyerMaker: side === -1 },
})

const priceCandles =
  ({ calls }: DoorRequest, price: "mark" | "index", { id }: PerpetualInstrument): ReadCandles =>
  async ({ interval, before, limit }) =>
    (await calls.make("priceCandles", { instrument: id, price, interval, before, limit })).rows

function premiumOf({ reader, symbols }: DoorGround, { id, interest }: PerpetualInstrument) {
  const [, index = "", mark = "", rate = "0", nextFundingTime = 0] = reader.mark(id) ?? []
  return {
    symbol: symbols.nameOf(id),
    ...{ markPrice: mark || "0", indexPrice: index || "0", estimatedSettlePrice: index || "0" },
    ...{ lastFundingRate: rate, interestRate: formatAmount(interest) },
    ...{ nextFundingTime, time: reader.now() },
  }
}
