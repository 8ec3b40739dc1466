/** A stand-in exchange that speaks the dialect it is given, to test live feeds with further exchanges. */

import type { AddressInfo } from "node:net"
import Fastify, { type FastifyInstance } from "fastify"
import { type WebSocket, WebSocketServer } from "ws"
import type { StandInBook, StandInRefusal } from "./exchange-stand-in.ts"

export interface DialectMarket extends StandInBook {
  base: string
  quote: string
  tick: string
  lot: string
  /** Decimals of the two. */
  decimals: number
  lotDecimals: number
  /** Number of the last book message. */
  seq: number
}

export interface DialectTrade {
  id: number
  side: "buy" | "sell"
  price: string
  quantity: string
  time: number
}

interface Asked {
  query: Record<string, string | undefined>
  markets: readonly DialectMarket[]
  /** The one that is asked for. */
  market: DialectMarket
  /** All so far, the oldest first. */
  trades: readonly DialectTrade[]
  /** Of the market, from a time on, oldest first. */
  candles(step: number, from: number, most: number): { time: number; price: string }[]
  now: number
}

/** What one exchange says. */
export interface Dialect {
  /** As ccxt calls it. */
  id: string
  rest: Readonly<Record<string, (asked: Asked) => unknown>>
  /** `BTC/USDT`, from a question. */
  marketOf(query: Record<string, string | undefined>): string
  /** Answers a client's message; gives the topics that it subscribes to. */
  subscribe(message: Record<string, unknown>, answer: (message: unknown) => void): string[]
  topics(kind: "books" | "trades" | "best", market: DialectMarket): string
  /** The book, to whoever subscribes; this and the following are undefined where nothing is told by itself. */
  whole(market: DialectMarket, now: number): unknown
  delta(market: DialectMarket, before: DialectMarket, now: number): unknown
  best(market: DialectMarket, now: number): unknown
  trade(market: DialectMarket, trade: DialectTrade): unknown
}

/** Sends what a test tells it to, and of itself only the whole book to whoever subscribes. */
export class SpokenStandIn {
  /** Paths asked for by REST, with their query, in order. */
  readonly asked: string[] = []
  /** While set, each REST call, and each socket's first, is answered with it. */
  refusal: StandInRefusal | undefined
  /** While true, sockets open and hear nothing. */
  isMute = false
  priceAt: (time: number) => string = () => "100.0"
  readonly dialect: Dialect
  readonly #now: () => number
  readonly #app: FastifyInstance = Fastify()
  readonly #sockets = new WebSocketServer({ noServer: true })
  readonly #markets = new Map<string, DialectMarket>()
  readonly #topics = new Map<WebSocket, Set<string>>()
  readonly #trades: DialectTrade[] = []

  constructor(dialect: Dialect, now: () => number = Date.now) {
    this.dialect = dialect
    this.#now = now
    this.#app.addHook("onRequest", async (request, reply) => {
      this.asked.push(request.url)
      const { refusal } = this
      if (refusal)
        await reply
          .code(refusal.status)
          .headers(refusal.headers ?? {})
          .send(refusal.body ?? "<html><body>Too many requests</body></html>")
    })
    for (const [path, answer] of Object.entries(dialect.rest))
      this.#app.get<{ Querystring: Record<string, string> }>(path, ({ query }) =>
        answer(this.#question(query)),
      )
    this.#app.server.on("upgrade", (request, socket, head) => {
      const { refusal } = this
      if (!refusal)
        return this.#sockets.handleUpgrade(request, socket, head, (client) => this.#welcome(client))
      this.asked.push(`socket ${request.url}`)
      const headers = Object.entries(refusal.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.end(`HTTP/1.1 ${refusal.status} Refused\r\n${headers.join("")}Connection: close\r\n\r\n`)
    })
  }

  list(base: string, quote: string, tick: string, lot: string, book: StandInBook): void {
    const decimals = (step: string) => step.split(".")[1]?.length ?? 0
    const market = { base, quote, tick, lot, decimals: decimals(tick), lotDecimals: decimals(lot), seq: 1000 }
    this.#markets.set(`${base}/${quote}`, { ...market, ...book })
  }

  /** Starts on a free port, or the one given; answers its base address. */
  async start(port = 0): Promise<string> {
    await this.#app.listen({ port, host: "127.0.0.1" })
    return `http://127.0.0.1:${(this.#app.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.cut()
    this.#sockets.close()
    await this.#app.close()
  }

  get connections(): number {
    return this.#topics.size
  }

  hears(pair: string, kind: "books" | "trades" | "best"): boolean {
    const topic = this.dialect.topics(kind, this.#market(pair))
    return [...this.#topics.values()].some((topics) => topics.has(topic))
  }

  /** Replaces the book and sends what has changed. */
  move(pair: string, book: StandInBook): void {
    const market = this.#market(pair)
    const before = { ...market }
    Object.assign(market, book, { seq: market.seq + 1 })
    this.send(pair, "books", this.dialect.delta(market, before, this.#now()))
    this.send(pair, "best", this.dialect.best(market, this.#now()))
  }

  /** As {@link move}, but nobody is told how: the next message doesn't follow what the client has. */
  lose(pair: string): void {
    this.#market(pair).seq += 5
  }

  /** Numbered on, unless an `id` is given. */
  trade(
    pair: string,
    trade: Partial<DialectTrade> & Pick<DialectTrade, "side" | "price" | "quantity">,
  ): void {
    const whole = { id: this.#trades.length + 1, time: this.#now(), ...trade }
    this.#trades.push(whole)
    this.send(pair, "trades", this.dialect.trade(this.#market(pair), whole))
  }

  /** To all who hear that; text goes out as it is. */
  send(pair: string, kind: "books" | "trades" | "best", message: unknown): void {
    if (message === undefined) return
    const topic = this.dialect.topics(kind, this.#market(pair))
    const text = typeof message === "string" ? message : JSON.stringify(message)
    for (const [socket, topics] of this.#topics) if (topics.has(topic)) socket.send(text)
  }

  /** Drops every connection without a goodbye. */
  cut(): void {
    for (const socket of this.#topics.keys()) socket.terminate()
  }

  #market(pair: string): DialectMarket {
    const market = this.#markets.get(pair)
    if (!market) throw new Error(`the stand-in lists no ${pair}`)
    return market
  }

  #question(query: Record<string, string>): Asked {
    const [first] = this.#markets.keys()
    const now = this.#now()
    return {
      query,
      now,
      markets: [...this.#markets.values()],
      trades: this.#trades,
      market: this.#market(this.dialect.marketOf(query) || (first ?? "")),
      candles: (step, from, most) => {
        const rows: { time: number; price: string }[] = []
        for (let time = Math.ceil(from / step) * step; time <= now && rows.length < most; time += step)
          rows.push({ time, price: this.priceAt(time) })
        return rows
      },
    }
  }

  #welcome(socket: WebSocket): void {
    const topics = new Set<string>()
    this.#topics.set(socket, topics)
    socket.on("close", () => this.#topics.delete(socket))
    socket.on("error", () => socket.terminate())
    socket.on("message", (data) => {
      if (this.isMute) return
      const text = String(data)
      if (text === "ping") return socket.send("pong")
      const answer = (message: unknown) => socket.send(JSON.stringify(message))
      for (const topic of this.dialect.subscribe(JSON.parse(text), answer)) this.#subscribe(socket, topic)
      return undefined
    })
  }

  #subscribe(socket: WebSocket, topic: string): void {
    this.#topics.get(socket)?.add(topic)
    for (const market of this.#markets.values())
      for (const kind of ["books", "best"] as const)
        if (this.dialect.topics(kind, market) === topic) {
          const message =
            kind === "books"
              ? this.dialect.whole(market, this.#now())
              : this.dialect.best(market, this.#now())
          if (message !== undefined) socket.send(JSON.stringify(message))
        }
  }
}
