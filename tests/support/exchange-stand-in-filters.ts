/** Exchanges of Binance's family for the stand-in: one that lists perpetuals only, and one without a socket. */

import type { Dialect, DialectMarket } from "./exchange-stand-in-spoken.ts"

type Answering = NonNullable<Dialect["rest"][string]>

const filters = ({ tick, lot }: DialectMarket) => [
  { filterType: "PRICE_FILTER", minPrice: tick, maxPrice: "4529764", tickSize: tick },
  { filterType: "LOT_SIZE", minQty: lot, maxQty: "1000", stepSize: lot },
  { filterType: "MIN_NOTIONAL", notional: "5" },
]
const depth: Answering = ({ market: { seq, bids, asks } }) => ({ lastUpdateId: seq, bids, asks })
const klines: Answering = ({ query, candles }) => {
  const step = { "1m": 60_000, "1h": 3_600_000, "1d": 86_400_000 }[query.interval ?? ""] ?? 60_000
  return candles(step, Number(query.startTime ?? 0), Number(query.limit ?? 500)).map(({ time, price }) => [
    time,
    price,
    price,
    price,
    price,
    "1.5",
    time + step - 1,
    "1",
    1,
    "1",
    "1",
    "0",
  ])
}
const marketOf: Dialect["marketOf"] = ({ symbol = "" }) => symbol.replace(/USDT$/, "/USDT")

/** Perpetuals margined in USDT, and nothing else. */
export const binanceUsdM: Dialect = {
  id: "binanceusdm",
  rest: {
    "/fapi/v1/exchangeInfo": ({ markets }) => ({
      symbols: markets.map((market) => ({
        symbol: market.base + market.quote,
        pair: market.base + market.quote,
        contractType: "PERPETUAL",
        status: "TRADING",
        baseAsset: market.base,
        quoteAsset: market.quote,
        marginAsset: market.quote,
        deliveryDate: 4_133_404_800_000,
        onboardDate: 1_569_398_400_000,
        filters: filters(market),
      })),
    }),
    "/fapi/v1/depth": depth,
    "/fapi/v1/klines": klines,
  },
  marketOf,
  subscribe({ method, params, id }, answer) {
    answer({ result: null, id })
    return method === "SUBSCRIBE" ? (params as string[]) : []
  },
  topics: (kind, { base, quote }) => {
    const name = { books: "depth@100ms", trades: "trade", best: "bookTicker" }[kind]
    return `${(base + quote).toLowerCase()}@${name}`
  },
  whole: () => undefined,
  delta: ({ base, quote, bids, asks, seq }, before, now) => ({
    e: "depthUpdate",
    E: now,
    T: now,
    s: base + quote,
    U: before.seq + 1,
    u: seq,
    pu: before.seq,
    b: [...before.bids.map(([price]) => [price, "0"]), ...bids],
    a: [...before.asks.map(([price]) => [price, "0"]), ...asks],
  }),
  best: () => undefined,
  trade: ({ base, quote }, { id, side, price, quantity, time }) => ({
    e: "trade",
    E: time,
    T: time,
    s: base + quote,
    t: id,
    p: price,
    q: quantity,
    m: side === "sell",
  }),
}

/** No socket: books, trades and candles are asked for. */
export const coinsPh: Dialect = {
  id: "coinsph",
  rest: {
    "/openapi/v1/exchangeInfo": ({ markets }) => ({
      symbols: markets.map((market) => ({
        symbol: market.base + market.quote,
        status: "trading",
        baseAsset: market.base,
        quoteAsset: market.quote,
        filters: filters(market),
      })),
    }),
    "/openapi/quote/v1/depth": depth,
    "/openapi/quote/v1/klines": klines,
    "/openapi/quote/v1/trades": ({ trades }) =>
      trades.map(({ id, side, price, quantity, time }) => ({
        id,
        price,
        qty: quantity,
        time,
        isBuyerMaker: side === "buy",
      })),
  },
  marketOf,
  subscribe: () => [],
  topics: (kind) => kind,
  whole: () => undefined,
  delta: () => undefined,
  best: () => undefined,
  trade: () => undefined,
}
