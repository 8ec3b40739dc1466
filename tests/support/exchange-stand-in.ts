/** A stand-in exchange with Binance's spot protocol, to test live feeds without the internet. */

import type { AddressInfo } from "node:net"
import Fastify, { type FastifyInstance } from "fastify"
import { type WebSocket, WebSocketServer } from "ws"

type StandInLevel = readonly [price: string, quantity: string]
export interface StandInBook {
  bids: readonly StandInLevel[]
  asks: readonly StandInLevel[]
}

interface StandInMarket extends StandInBook {
  base: string
  quote: string
  tick: string
  lot: string
  minNotional: string
  lastUpdateId: number
  lastTradeId: number
}

/** What REST answers with instead of what was asked. */
export interface StandInRefusal {
  status: number
  headers?: Record<string, string>
  body?: string
}

const FRAME_MS: Readonly<Record<string, number>> = {
  "1s": 1000,
  "1m": 60_000,
  "5m": 300_000,
  "15m": 900_000,
  "30m": 1_800_000,
  "1h": 3_600_000,
  "4h": 14_400_000,
  "1d": 86_400_000,
}
const KLINES_MAX = 1000

/** Sends what a test tells it to, and nothing by itself. */
export class ExchangeStandIn {
  /** Paths asked for by REST, with their query, in order. */
  readonly asked: string[] = []
  /** While set, each REST call is answered with it. */
  refusal: StandInRefusal | undefined
  /** Messages of clients, as parsed. */
  readonly heard: unknown[] = []
  /** Close of a candle that opens at `time`, by symbol; text as an exchange would send it. */
  priceAt: (symbol: string, time: number) => string = () => "100.00"
  /** Nothing was traded before. */
  firstCandle = 0
  readonly #now: () => number
  readonly #app: FastifyInstance = Fastify()
  readonly #sockets = new WebSocketServer({ noServer: true })
  readonly #markets = new Map<string, StandInMarket>()
  readonly #subscribed = new Map<WebSocket, Set<string>>()

  constructor(now: () => number = Date.now) {
    this.#now = now
    this.#routes()
    this.#app.server.on("upgrade", (request, socket, head) =>
      this.#sockets.handleUpgrade(request, socket, head, (client) => this.#welcome(client)),
    )
  }

  list(
    base: string,
    quote: string,
    steps: { tick: string; lot: string; minNotional?: string },
    book: StandInBook,
  ): void {
    this.#markets.set(base + quote, {
      base,
      quote,
      minNotional: "5.00000000",
      ...steps,
      ...book,
      lastUpdateId: 1000,
      lastTradeId: 0,
    })
  }

  /** Starts on a free port; answers its base address. */
  async start(): Promise<string> {
    await this.#app.listen({ port: 0, host: "127.0.0.1" })
    return `http://127.0.0.1:${(this.#app.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.cut()
    this.#sockets.close()
    await this.#app.close()
  }

  /** Sockets that are open. */
  get connections(): number {
    return this.#subscribed.size
  }

  /** Has someone subscribed to this stream? */
  hears(stream: string): boolean {
    return [...this.#subscribed.values()].some((streams) => streams.has(stream))
  }

  /** Replaces the book and sends what has changed. */
  move(symbol: string, book: StandInBook): void {
    const market = this.#market(symbol)
    const before = { bids: market.bids, asks: market.asks }
    Object.assign(market, book)
    const from = market.lastUpdateId + 1
    market.lastUpdateId = from + 1
    this.send(`${symbol.toLowerCase()}@depth@100ms`, {
      e: "depthUpdate",
      E: this.#now(),
      s: symbol,
      U: from,
      u: market.lastUpdateId,
      b: changes(before.bids, market.bids),
      a: changes(before.asks, market.asks),
    })
    const [bid, ask] = [market.bids[0], market.asks[0]]
    this.send(`${symbol.toLowerCase()}@bookTicker`, {
      u: market.lastUpdateId,
      s: symbol,
      b: bid?.[0],
      B: bid?.[1],
      a: ask?.[0],
      A: ask?.[1],
    })
  }

  /** Loses a message: the next one doesn't follow what the client has. */
  lose(symbol: string): void {
    this.#market(symbol).lastUpdateId += 5
  }

  trade(symbol: string, taker: "buy" | "sell", price: string, quantity: string): void {
    const market = this.#market(symbol)
    market.lastTradeId += 1
    const time = this.#now()
    this.send(`${symbol.toLowerCase()}@trade`, {
      e: "trade",
      E: time,
      s: symbol,
      t: market.lastTradeId,
      p: price,
      q: quantity,
      T: time,
      m: taker === "sell",
      M: true,
    })
  }

  /** To all who subscribed to the stream; text goes out as it is. */
  send(stream: string, message: unknown): void {
    const text = typeof message === "string" ? message : JSON.stringify(message)
    for (const [socket, streams] of this.#subscribed) if (streams.has(stream)) socket.send(text)
  }

  /** Drops every connection without a goodbye. */
  cut(): void {
    for (const socket of this.#subscribed.keys()) socket.terminate()
  }

  #market(symbol: string): StandInMarket {
    const market = this.#markets.get(symbol)
    if (!market) throw new Error(`the stand-in lists no ${symbol}`)
    return market
  }

  #welcome(socket: WebSocket): void {
    const streams = new Set<string>()
    this.#subscribed.set(socket, streams)
    socket.on("close", () => this.#subscribed.delete(socket))
    socket.on("error", () => socket.terminate())
    socket.on("message", (data) => {
      const message = JSON.parse(String(data)) as { method?: string; params?: string[]; id?: number }
      this.heard.push(message)
      for (const stream of message.params ?? [])
        if (message.method === "SUBSCRIBE") streams.add(stream)
        else streams.delete(stream)
      socket.send(JSON.stringify({ result: null, id: message.id }))
    })
  }

  #routes(): void {
    this.#app.addHook("onRequest", async (request, reply) => {
      this.asked.push(request.url)
      const { refusal } = this
      if (refusal)
        await reply
          .code(refusal.status)
          .headers(refusal.headers ?? {})
          .send(refusal.body ?? JSON.stringify({ code: -1003, msg: "Too much request weight used." }))
    })
    this.#app.get("/api/v3/exchangeInfo", () => ({
      timezone: "UTC",
      serverTime: this.#now(),
      symbols: [...this.#markets].map(([symbol, market]) => infoOf(symbol, market)),
    }))
    this.#app.get<{ Querystring: { symbol: string; limit?: string } }>("/api/v3/depth", ({ query }) => {
      const { lastUpdateId, bids, asks } = this.#market(query.symbol)
      const limit = Number(query.limit ?? 100)
      return { lastUpdateId, bids: bids.slice(0, limit), asks: asks.slice(0, limit) }
    })
    this.#app.get<{ Querystring: Record<string, string> }>("/api/v3/klines", ({ query }) =>
      this.#klines(query),
    )
  }

  #klines(query: Record<string, string>): unknown[] {
    const { symbol = "", interval = "", startTime, limit } = query
    this.#market(symbol)
    const step = FRAME_MS[interval] ?? 60_000
    const first = Math.max(Number(startTime ?? 0), this.firstCandle)
    const rows: unknown[] = []
    const most = Math.min(Number(limit ?? 500), KLINES_MAX)
    for (let time = Math.ceil(first / step) * step; time <= this.#now() && rows.length < most; time += step) {
      const price = this.priceAt(symbol, time)
      rows.push([time, price, price, price, price, "1.50000000", time + step - 1, "1", 1, "1", "1", "0"])
    }
    return rows
  }
}

function changes(before: readonly StandInLevel[], after: readonly StandInLevel[]): StandInLevel[] {
  const now = new Map(after)
  const old = new Map(before)
  return [
    ...before.filter(([price]) => !now.has(price)).map(([price]): StandInLevel => [price, "0.00000000"]),
    ...after.filter(([price, quantity]) => old.get(price) !== quantity),
  ]
}

const infoOf = (symbol: string, { base, quote, tick, lot, minNotional }: StandInMarket) => ({
  symbol,
  status: "TRADING",
  baseAsset: base,
  baseAssetPrecision: 8,
  quoteAsset: quote,
  quotePrecision: 8,
  quoteAssetPrecision: 8,
  orderTypes: ["LIMIT", "MARKET"],
  icebergAllowed: true,
  isSpotTradingAllowed: true,
  isMarginTradingAllowed: false,
  filters: [
    { filterType: "PRICE_FILTER", minPrice: tick, maxPrice: "1000000.00000000", tickSize: tick },
    { filterType: "LOT_SIZE", minQty: lot, maxQty: "9000.00000000", stepSize: lot },
    { filterType: "NOTIONAL", minNotional, applyMinToMarket: true, avgPriceMins: 5 },
  ],
  permissions: [],
  permissionSets: [["SPOT"]],
})
