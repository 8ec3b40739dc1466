/** Kraken, OKX and Bybit for the stand-in: REST answers and socket messages in each one's own format. */

import type { Dialect, DialectMarket, DialectTrade } from "./exchange-stand-in-spoken.ts"

const changed = (
  before: DialectMarket["bids"],
  after: DialectMarket["bids"],
): (readonly [price: string, quantity: string])[] => {
  const now = new Map(after)
  const old = new Map(before)
  return [
    ...before.filter(([price]) => !now.has(price)).map(([price]) => [price, "0"] as const),
    ...after.filter(([price, quantity]) => old.get(price) !== quantity),
  ]
}
const seconds = (text: string | undefined) => Number(text ?? 0) * 1000

/** Numbers, not text; coins by old names in REST; the first message after a subscription is the whole book. */
export const kraken: Dialect = {
  id: "kraken",
  rest: {
    "/0/public/AssetPairs": ({ markets }) => ({
      error: [],
      result: Object.fromEntries(
        markets.map(({ base, quote, decimals, lotDecimals }) => [
          `X${base}Z${quote}`,
          {
            altname: base + quote,
            wsname: `${base}/${quote}`,
            base: base === "BTC" ? "XXBT" : base,
            quote: quote === "USD" ? "ZUSD" : quote,
            pair_decimals: decimals,
            lot_decimals: lotDecimals,
            ordermin: "0.0001",
            costmin: "0.5",
            status: "online",
            fees: [[0, 0.4]],
            fees_maker: [[0, 0.25]],
          },
        ]),
      ),
    }),
    "/0/public/OHLC": ({ query, market, candles, now }) => {
      const step = Number(query.interval ?? 1) * 60_000
      // Whatever is asked for: the last 720.
      const from = Math.max(seconds(query.since), now - 720 * step)
      const rows = candles(step, from, 720).map(({ time, price }) => [
        time / 1000,
        price,
        price,
        price,
        price,
        price,
        "1.50000000",
        7,
      ])
      return { error: [], result: { [`X${market.base}Z${market.quote}`]: rows, last: 0 } }
    },
  },
  marketOf: (query) => (query.pair ?? "").replace(/^X(.+)Z(.+)$/, "$1/$2"),
  subscribe({ method, params, req_id }, answer) {
    if (method === "ping") answer({ method: "pong", req_id })
    if (method !== "subscribe") return []
    const { channel = "", symbol = [], event_trigger = "" } = params as Record<string, never>
    const names = symbol as string[]
    for (const name of names)
      answer({ method, req_id, success: true, result: { channel, symbol: name, snapshot: true } })
    return names.map((name) => `${channel}${event_trigger}:${name}`)
  },
  topics: (kind, { base, quote }) => {
    const name = { books: "book", trades: "trade", best: "tickerbbo" }[kind]
    return `${name}:${base}/${quote}`
  },
  whole: (market) => ({
    channel: "book",
    type: "snapshot",
    data: [{ symbol: `${market.base}/${market.quote}`, ...krakenSides(market), checksum: 1 }],
  }),
  delta: (market, before, now) => ({
    channel: "book",
    type: "update",
    data: [
      {
        symbol: `${market.base}/${market.quote}`,
        ...krakenSides({ bids: changed(before.bids, market.bids), asks: changed(before.asks, market.asks) }),
        checksum: 1,
        timestamp: new Date(now).toISOString(),
      },
    ],
  }),
  best: (market, now) => ({
    channel: "ticker",
    type: "update",
    data: [
      {
        symbol: `${market.base}/${market.quote}`,
        bid: Number(market.bids[0]?.[0]),
        bid_qty: 1,
        ask: Number(market.asks[0]?.[0]),
        ask_qty: 1,
        last: Number(market.bids[0]?.[0]),
        timestamp: new Date(now).toISOString(),
      },
    ],
  }),
  trade: ({ base, quote }, { id, side, price, quantity, time }: DialectTrade) => ({
    channel: "trade",
    type: "update",
    data: [
      {
        symbol: `${base}/${quote}`,
        side,
        price: Number(price),
        qty: Number(quantity),
        ord_type: "market",
        trade_id: id,
        timestamp: new Date(time).toISOString(),
      },
    ],
  }),
}

const krakenSides = ({ bids, asks }: Pick<DialectMarket, "bids" | "asks">) => {
  const rows = (levels: DialectMarket["bids"]) =>
    levels.map(([price, qty]) => ({ price: Number(price), qty: Number(qty) }))
  return { bids: rows(bids), asks: rows(asks) }
}

/** Text; books by sequence numbers; a "ping" of plain text. */
export const okx: Dialect = {
  id: "okx",
  rest: {
    "/api/v5/public/instruments": ({ markets }) => ({
      code: "0",
      msg: "",
      data: markets.map(({ base, quote, tick, lot }) => ({
        instType: "SPOT",
        instId: `${base}-${quote}`,
        baseCcy: base,
        quoteCcy: quote,
        tickSz: tick,
        lotSz: lot,
        minSz: lot,
        maxMktSz: "1000000",
        state: "live",
      })),
    }),
    "/api/v5/market/candles": (asked) => okxCandles(asked),
    "/api/v5/market/history-candles": (asked) => okxCandles(asked),
  },
  marketOf: (query) => (query.instId ?? "").replace("-", "/"),
  subscribe({ op, args }, answer) {
    if (op !== "subscribe") return []
    const list = args as { channel: string; instId: string }[]
    for (const arg of list) answer({ event: "subscribe", arg, connId: "1" })
    return list.map(({ channel, instId }) => `${channel}:${instId}`)
  },
  topics: (kind, { base, quote }) => {
    const name = { books: "books", trades: "trades", best: "bbo-tbt" }[kind]
    return `${name}:${base}-${quote}`
  },
  whole: (market, now) => okxBook(market, "snapshot", market, -1, now),
  delta: (market, before, now) =>
    okxBook(
      market,
      "update",
      { bids: changed(before.bids, market.bids), asks: changed(before.asks, market.asks) },
      before.seq,
      now,
    ),
  best: ({ base, quote, bids, asks, seq }, now) => ({
    arg: { channel: "bbo-tbt", instId: `${base}-${quote}` },
    data: [
      {
        bids: bids.slice(0, 1).map(([price, size]) => [price, size, "0", "1"]),
        asks: asks.slice(0, 1).map(([price, size]) => [price, size, "0", "1"]),
        ts: String(now),
        seqId: seq,
      },
    ],
  }),
  trade: ({ base, quote }, { id, side, price, quantity, time }) => ({
    arg: { channel: "trades", instId: `${base}-${quote}` },
    data: [
      {
        instId: `${base}-${quote}`,
        tradeId: String(id),
        px: price,
        sz: quantity,
        side,
        ts: String(time),
        count: "1",
      },
    ],
  }),
}

function okxCandles({ query, candles }: Parameters<NonNullable<Dialect["rest"][string]>>[0]): unknown {
  const step = { "1m": 60_000, "1H": 3_600_000, "1Dutc": 86_400_000 }[query.bar ?? ""] ?? 60_000
  const most = Math.min(300, Number(query.limit ?? 100))
  const all = candles(step, Number(query.before ?? 0) + 1, most).filter(
    ({ time }) => time < Number(query.after ?? Number.MAX_SAFE_INTEGER),
  )
  // The newest first.
  const rows = all.map(({ time, price }) => [
    String(time),
    price,
    price,
    price,
    price,
    "1.5",
    "1.5",
    "90000",
    "1",
  ])
  return { code: "0", msg: "", data: rows.reverse() }
}

const okxBook = (
  { base, quote, seq }: DialectMarket,
  action: string,
  { bids, asks }: Pick<DialectMarket, "bids" | "asks">,
  prevSeqId: number,
  now: number,
) => ({
  arg: { channel: "books", instId: `${base}-${quote}` },
  action,
  data: [
    {
      bids: bids.map(([price, size]) => [price, size, "0", "1"]),
      asks: asks.map(([price, size]) => [price, size, "0", "1"]),
      ts: String(now),
      seqId: seq,
      prevSeqId,
      checksum: 1,
    },
  ],
})

/** Hosts with a hole in them, `api.{hostname}`; spot and contracts told apart by the socket's path. */
export const bybit: Dialect = {
  id: "bybit",
  rest: {
    "/v5/market/instruments-info": ({ markets }) => ({
      retCode: 0,
      retMsg: "OK",
      result: {
        category: "spot",
        list: markets.map(({ base, quote, tick, lot }) => ({
          symbol: base + quote,
          baseCoin: base,
          quoteCoin: quote,
          status: "Trading",
          lotSizeFilter: {
            basePrecision: lot,
            quotePrecision: "0.0000001",
            minOrderQty: lot,
            minOrderAmt: "1",
          },
          priceFilter: { tickSize: tick },
        })),
      },
    }),
    "/v5/market/kline": ({ query, candles }) => {
      const step = { "1": 60_000, "60": 3_600_000, D: 86_400_000 }[query.interval ?? ""] ?? 60_000
      const rows = candles(step, Number(query.start ?? 0), Math.min(1000, Number(query.limit ?? 200))).map(
        ({ time, price }) => [String(time), price, price, price, price, "1.5", "90000"],
      )
      return {
        retCode: 0,
        retMsg: "OK",
        result: { category: "spot", symbol: query.symbol, list: rows.reverse() },
      }
    },
  },
  marketOf: (query) => (query.symbol ?? "").replace(/(USDT?)$/, "/$1"),
  subscribe({ op, args, req_id }, answer) {
    if (op !== "subscribe") {
      answer({ success: true, ret_msg: "pong", op: "ping", req_id })
      return []
    }
    answer({ success: true, ret_msg: "", op, req_id, conn_id: "1" })
    return args as string[]
  },
  topics: (kind, { base, quote }) => {
    const name = { books: "orderbook.50", trades: "publicTrade", best: "orderbook.1" }[kind]
    return `${name}.${base}${quote}`
  },
  whole: (market, now) => bybitBook(market, "snapshot", market, "50", now),
  delta: (market, before, now) =>
    bybitBook(
      market,
      "delta",
      { bids: changed(before.bids, market.bids), asks: changed(before.asks, market.asks) },
      "50",
      now,
    ),
  best: (market, now) =>
    bybitBook(market, "snapshot", { bids: market.bids.slice(0, 1), asks: market.asks.slice(0, 1) }, "1", now),
  trade: ({ base, quote }, { id, side, price, quantity, time }) => ({
    topic: `publicTrade.${base}${quote}`,
    type: "snapshot",
    ts: time,
    data: [
      {
        i: String(id),
        T: time,
        p: price,
        v: quantity,
        S: side === "buy" ? "Buy" : "Sell",
        s: base + quote,
        BT: false,
      },
    ],
  }),
}

const bybitBook = (
  { base, quote, seq }: DialectMarket,
  type: string,
  { bids, asks }: Pick<DialectMarket, "bids" | "asks">,
  depth: string,
  now: number,
) => ({
  topic: `orderbook.${depth}.${base}${quote}`,
  type,
  ts: now,
  data: { s: base + quote, b: bids, a: asks, u: seq, seq },
})
