/** What is heard from one exchange? Its books, trades or best prices, over sockets where it has them, else asked for. */

import type { TimeMs } from "#core/money/units.ts"
import { BackOff } from "./back-off.ts"
import type { CcxtBook, CcxtExchange, CcxtTicker, CcxtTrade } from "./ccxt-exchange.ts"
import type { RateGate } from "./rate-gate.ts"

/** Symbols that share one subscription. */
const SYMBOLS_AT_ONCE = 100
/** Between two rounds of asking, where there is no socket. */
const POLL_MS = 1000
/** After so long without a message the sockets are hung up and dialled anew, again and again. */
const HANG_UP_MS = 20_000
/** A trade older than this on arrival is an exchange telling what was before. */
const TRADE_AGE_MS_MAX = 60_000
/** A close that takes longer is cut. */
const CLOSE_WITHIN_MS = 2000
/** Trades whose ids are remembered, a symbol, where they are asked for. */
const IDS_MAX = 1000

/** Time from outside, so that tests can hold it. */
export interface Surroundings {
  now(): TimeMs
  /** Resolves after `ms`, or at once when `signal` is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

export interface VenueParts extends Surroundings {
  exchange: CcxtExchange
  gate: RateGate
  symbols: readonly string[]
  /** Whose books and trades we mirror; of the others only best prices are heard. */
  isMirrored: boolean
  onTrades(trades: readonly CcxtTrade[]): void
  /** Told when prices stop and when they come again. */
  say(text: string): void
}

/** One way to hear something; it resolves with each news and throws when it is cut. */
type Way = () => Promise<unknown>

export class Venue {
  readonly name: string
  /** When prices were last heard; 0: never. */
  heardAt: TimeMs = 0
  readonly #parts: VenueParts
  readonly #stop = new AbortController()
  readonly #polled = new Map<string, CcxtBook>()
  readonly #seen = new Map<string, Set<string>>()
  readonly #loops: Promise<void>[] = []
  /** Channels whose last try failed, by name. */
  readonly #failing = new Set<string>()
  #hungUpAt: TimeMs = 0

  constructor(parts: VenueParts) {
    this.#parts = parts
    this.name = parts.exchange.id
  }

  start(): void {
    const { isMirrored, now } = this.#parts
    this.#hungUpAt = now()
    for (const [name, ways] of isMirrored ? this.#mirrorChannels() : this.#quoteChannels())
      this.#loops.push(this.#listen(name, ways))
  }

  /** Resolves when nothing of it is under way. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#hangUp()
    await Promise.all(this.#loops)
  }

  book(symbol: string): CcxtBook | undefined {
    return this.#polled.get(symbol) ?? this.#parts.exchange.orderbooks?.[symbol]
  }

  /** Best prices of a symbol, or its last. */
  quote(symbol: string): CcxtTicker | undefined {
    if (!this.#parts.isMirrored)
      return this.#parts.exchange.bidsasks?.[symbol] ?? this.#parts.exchange.tickers?.[symbol]
    const book = this.book(symbol)
    return book && { bid: book.bids[0]?.[0], ask: book.asks[0]?.[0] }
  }

  /** To be called now and then: a socket that is open and says nothing is dialled anew. */
  watch(now: TimeMs): void {
    if (now - Math.max(this.heardAt, this.#hungUpAt) < HANG_UP_MS || this.#stop.signal.aborted) return
    this.#hungUpAt = now
    if (Object.keys(this.#parts.exchange.clients ?? {}).length > 0) void this.#hangUp()
  }

  #mirrorChannels(): [name: string, ways: Way[]][] {
    const { exchange, symbols } = this.#parts
    const books = this.#ways({
      at: "watchOrderBookForSymbols",
      each: "watchOrderBook",
      all: (some) => exchange.watchOrderBookForSymbols(some).then(() => this.#heard()),
      one: (symbol) => exchange.watchOrderBook(symbol).then(() => this.#heard()),
      poll: async (symbol) => {
        this.#polled.set(symbol, await exchange.fetchOrderBook(symbol))
        this.#heard()
      },
    })
    const trades = this.#ways({
      at: "watchTradesForSymbols",
      each: "watchTrades",
      all: (some) => exchange.watchTradesForSymbols(some).then((news) => this.#take(news)),
      one: (symbol) => exchange.watchTrades(symbol).then((news) => this.#take(news)),
      poll: async (symbol) => this.#take(this.#fresh(symbol, await exchange.fetchTrades(symbol))),
    })
    return symbols.length === 0 ? [] : [...named("books", books), ...named("trades", trades)]
  }

  #quoteChannels(): [name: string, ways: Way[]][] {
    const { exchange, symbols } = this.#parts
    const { has } = exchange
    const ways: Way[] = []
    if (has.watchBidsAsks === true) ways.push(() => exchange.watchBidsAsks(symbols).then(() => this.#heard()))
    if (has.watchTickers === true) ways.push(() => exchange.watchTickers(symbols).then(() => this.#heard()))
    ways.push(async () => {
      if (has.fetchTickers === true) Object.assign(exchange.tickers, await exchange.fetchTickers(symbols))
      else for (const symbol of symbols) exchange.tickers[symbol] = await exchange.fetchTicker(symbol)
      this.#heard()
      await this.#parts.pause(POLL_MS, this.#stop.signal)
    })
    return symbols.length === 0 ? [] : [["best prices", ways]]
  }

  /** For all symbols: the ways to hear of them, the best first. One list for each loop that is needed. */
  #ways(kind: {
    at: string
    each: string
    all(symbols: readonly string[]): Promise<void>
    one(symbol: string): Promise<void>
    poll(symbol: string): Promise<void>
  }): Way[][] {
    const { exchange, symbols } = this.#parts
    if (exchange.has[kind.at] === true) return chunks(symbols).map((some) => [() => kind.all(some)])
    if (exchange.has[kind.each] === true) return symbols.map((symbol) => [() => kind.one(symbol)])
    return [
      [
        async () => {
          for (const symbol of symbols) {
            if (this.#stop.signal.aborted) return
            await kind.poll(symbol)
          }
          await this.#parts.pause(POLL_MS, this.#stop.signal)
        },
      ],
    ]
  }

  /** Listens until stopped; waits longer after each failure, and as long as the exchange tells us to. */
  async #listen(name: string, ways: Way[]): Promise<void> {
    const { gate, pause } = this.#parts
    const backOff = new BackOff()
    let way = 0
    while (!this.#stop.signal.aborted) {
      try {
        await ways[way]?.()
        backOff.reset()
        this.#recovered(name)
      } catch (error) {
        if (this.#stop.signal.aborted) return
        if (isUnsupported(error) && way + 1 < ways.length) {
          way += 1
          continue
        }
        this.#failed(name, error)
        await pause(Math.max(backOff.next(), gate.left), this.#stop.signal)
      }
    }
  }

  #heard(): void {
    this.heardAt = this.#parts.now()
  }

  #take(trades: readonly CcxtTrade[]): void {
    const least = this.#parts.now() - TRADE_AGE_MS_MAX
    this.#parts.onTrades(trades.filter(({ timestamp }) => timestamp === undefined || timestamp >= least))
  }

  /** Of trades that were asked for: those not seen before. The first answer tells only what was. */
  #fresh(symbol: string, trades: readonly CcxtTrade[]): CcxtTrade[] {
    const idOf = (trade: CcxtTrade) => trade.id ?? `${trade.timestamp}/${trade.price}/${trade.amount}`
    const seen = this.#seen.get(symbol)
    const fresh = seen ? trades.filter((trade) => !seen.has(idOf(trade))) : []
    this.#seen.set(symbol, new Set([...(seen ?? []), ...trades.map(idOf)].slice(-IDS_MAX)))
    return fresh
  }

  #failed(name: string, error: unknown): void {
    if (this.#failing.has(name)) return
    this.#failing.add(name)
    const reason = error instanceof Error ? error.message.slice(0, 300) : String(error)
    this.#parts.say(`${this.name}: ${name} were cut (${reason}); trying again.`)
  }

  #recovered(name: string): void {
    if (this.#failing.delete(name)) this.#parts.say(`${this.name}: ${name} come again.`)
  }

  /** Closes all sockets; those that don't answer are cut. */
  async #hangUp(): Promise<void> {
    const { exchange } = this.#parts
    const clients = Object.values(exchange.clients ?? {})
    const closed = exchange.close().catch(() => undefined)
    const cut = setTimeout(() => {
      for (const client of clients) client.connection?.terminate?.()
    }, CLOSE_WITHIN_MS)
    await closed
    clearTimeout(cut)
  }
}

const isUnsupported = (error: unknown): boolean => error instanceof Error && error.name === "NotSupported"

const named = (name: string, lists: Way[][]): [string, Way[]][] =>
  lists.map((ways, at) => [lists.length === 1 ? name : `${name} (${at + 1})`, ways])

function chunks(symbols: readonly string[]): string[][] {
  const all: string[][] = []
  for (let at = 0; at < symbols.length; at += SYMBOLS_AT_ONCE)
    all.push(symbols.slice(at, at + SYMBOLS_AT_ONCE))
  return all
}
