/** Routes of spot market data, for anyone. */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { TradeRow } from "#core/wire/index.ts"
import { DoorError } from "../door-error.ts"
import type { DoorGround, DoorRequest, DoorRoute } from "../door-route.ts"
import {
  aggregateTradesOf,
  allWeight,
  bookOf,
  KLINES_MAX,
  klinesOf,
  tradedCandles,
  tradesOf,
  turnoverOf,
} from "../market-data.ts"
import type { Parameters } from "../parameters.ts"
import { bookTickerOf, dayTickerOf, miniTickerOf } from "../tickers.ts"
import { spotInfo } from "./spot-info.ts"

const AVERAGE_MINUTES = 5

export function spotMarketRoutes(ground: DoorGround): DoorRoute[] {
  const { reader, symbols, now } = ground
  const marketOf = ({ parameters }: DoorRequest) => symbols.spot(parameters.required("symbol"))
  const open = { method: "GET", access: "none", limit: "read" } as const
  const trades = (asked: DoorRequest) => tradesOf(reader, marketOf(asked), asked.parameters).map(spotTradeOf)
  const candles = (asked: DoorRequest) =>
    klinesOf(asked.parameters, KLINES_MAX, tradedCandles(asked, marketOf(asked)))
  return [
    { ...open, path: "/api/v3/ping", weight: 1, handle: () => ({}) },
    { ...open, path: "/api/v3/time", weight: 1, handle: () => ({ serverTime: now() }) },
    {
      ...{ ...open, path: "/api/v3/exchangeInfo", weight: 20 },
      handle: ({ parameters }) => spotInfo(ground, parameters),
    },
    {
      ...{ ...open, path: "/api/v3/depth", weight: depthWeight },
      handle(asked) {
        const { seq, bids, asks } = bookOf(reader, marketOf(asked), asked.parameters)
        return { lastUpdateId: seq, bids, asks }
      },
    },
    { ...open, path: "/api/v3/trades", weight: 25, handle: trades },
    { ...open, path: "/api/v3/historicalTrades", access: "key", weight: 25, handle: trades },
    {
      ...{ ...open, path: "/api/v3/aggTrades", weight: 4 },
      handle: (asked) => aggregateTradesOf(reader, marketOf(asked), asked.parameters),
    },
    { ...open, limit: "history", path: "/api/v3/klines", weight: 2, handle: candles },
    { ...open, limit: "history", path: "/api/v3/uiKlines", weight: 2, handle: candles },
    {
      ...{ ...open, path: "/api/v3/avgPrice", weight: 2 },
      handle: (asked) => averagePrice(ground, marketOf(asked)),
    },
    {
      ...{ ...open, path: "/api/v3/ticker/24hr", weight: allWeight(2, 80) },
      handle: ({ parameters }) => {
        const isMini = parameters.oneOf("type", ["FULL", "MINI"]) === "MINI"
        const write = isMini ? miniTickerOf : dayTickerOf
        return ofEach(ground, parameters, (market) => write(ground, market))
      },
    },
    {
      ...{ ...open, path: "/api/v3/ticker/price", weight: allWeight(2, 4) },
      handle: ({ parameters }) =>
        ofEach(ground, parameters, ({ id }) => ({
          ...{ symbol: symbols.nameOf(id), price: reader.ticker(id)?.[1] || "0" },
        })),
    },
    {
      ...{ ...open, path: "/api/v3/ticker/bookTicker", weight: allWeight(2, 4) },
      handle: ({ parameters }) => ofEach(ground, parameters, (market) => bookTickerOf(ground, market)),
    },
  ]
}

const depthWeight = (parameters: Parameters): number => {
  const limit = parameters.limit(100, 5000)
  if (limit <= 100) return 5
  if (limit <= 500) return 25
  return limit <= 1000 ? 50 : 250
}

/** One row where one market is named, else a list. @throws DoorError -1121, -1128 where both are named */
function ofEach<Row>(
  { symbols }: DoorGround,
  parameters: Parameters,
  write: (market: SpotInstrument) => Row,
): Row | Row[] {
  const one = parameters.text("symbol")
  const several = parameters.list("symbols")
  if (one !== undefined && several !== undefined)
    throw new DoorError(-1128, "Combination of optional parameters invalid.")
  if (one !== undefined) return write(symbols.spot(one))
  return (several?.map((name) => symbols.spot(name)) ?? symbols.allSpot()).map(write)
}

const spotTradeOf = ([id, price, qty, side, time]: TradeRow) => ({
  ...{ id, price, qty, quoteQty: turnoverOf(price, qty), time },
  ...{ isBuyerMaker: side === -1, isBestMatch: true },
})

/** By volume, of the last minutes; where nothing was traded in them, the last price. */
export function averagePrice({ reader }: Pick<DoorGround, "reader">, { id }: Pick<SpotInstrument, "id">) {
  const view = reader.window(id, AVERAGE_MINUTES)
  const [volume, turnover] = [unitsOf(view?.volume ?? "0"), unitsOf(view?.turnover ?? "0")]
  return {
    mins: AVERAGE_MINUTES,
    price: volume > 0n ? formatAmount((turnover * UNITS_PER_COIN) / volume, 8) : (view?.last ?? "0"),
    closeTime: reader.trades(id, Number.MAX_SAFE_INTEGER, 1)[0]?.[4] ?? 0,
  }
}
