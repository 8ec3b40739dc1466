/** Chooses how an exchange is read, by ccxt's capabilities: a socket for many markets, a socket for one, or polling. */

import type { CcxtBook, CcxtExchange, CcxtTicker, CcxtTrade } from "./ccxt-exchange.ts"
import type { Way } from "./channel.ts"

/** Symbols that share one subscription. */
const SYMBOLS_AT_ONCE = 100
/** Levels that an exchange is asked for where its own choice would be too few; each takes only some numbers. */
const LEVELS_ASKED: Readonly<Record<string, number>> = { kraken: 100 }
/** Between two rounds of asking, where there is no socket. */
const POLL_MS = 1000
/** Books that are asked for must come round in this time, or they are too old to trade on. */
const ROUND_MS = 8000

export interface Channel {
  name: string
  ways: readonly Way[]
  symbols: readonly string[]
}

export interface VenueChannelsParts {
  exchange: CcxtExchange
  symbols: readonly string[]
  pause(ms: number): Promise<void>
  isStopped(): boolean
  onBook(book: CcxtBook | undefined): void
  onPolledBook(symbol: string, book: CcxtBook): void
  onTrades(trades: readonly CcxtTrade[]): void
  onPolledTrades(symbol: string, trades: readonly CcxtTrade[]): void
  onPrices(tickers: Readonly<Record<string, CcxtTicker>>): void
  onPolledPrices(tickers: Readonly<Record<string, CcxtTicker>>): void
}

/** Does this exchange tell its books by itself? */
const hasBookSocket = ({ has }: CcxtExchange): boolean =>
  has.watchOrderBookForSymbols === true || has.watchOrderBook === true

/** How many markets' books and trades can be asked for within {@link ROUND_MS}, at the exchange's own pace. */
const marketsWithinRound = ({ rateLimit }: CcxtExchange): number =>
  Math.max(1, Math.floor(ROUND_MS / (2 * Math.max(1, rateLimit))))

export class VenueChannels {
  readonly #parts: VenueChannelsParts

  constructor(parts: VenueChannelsParts) {
    this.#parts = parts
  }

  /** Books and trades, of an exchange that is mirrored. */
  mirrored(): Channel[] {
    const { exchange, onBook, onPolledBook, onTrades, onPolledTrades } = this.#parts
    const levels = LEVELS_ASKED[exchange.id]
    const books = this.#channels({
      name: "books",
      many: "watchOrderBookForSymbols",
      one: "watchOrderBook",
      watchMany: async (symbols) => onBook(await exchange.watchOrderBookForSymbols(symbols, levels)),
      watchOne: async (symbol) => onBook(await exchange.watchOrderBook(symbol, levels)),
      ask: async (symbol) => onPolledBook(symbol, await exchange.fetchOrderBook(symbol)),
    })
    const hasTrades = exchange.has.fetchTrades === true
    const trades = this.#channels({
      name: "trades",
      many: "watchTradesForSymbols",
      one: "watchTrades",
      watchMany: async (symbols) => onTrades(await exchange.watchTradesForSymbols(symbols)),
      watchOne: async (symbol) => onTrades(await exchange.watchTrades(symbol)),
      ...(hasTrades && {
        ask: async (symbol: string) => onPolledTrades(symbol, await exchange.fetchTrades(symbol)),
      }),
    })
    return [...books, ...trades]
  }

  /** Best prices, of an exchange that only counts in the indexes. */
  quoted(): Channel[] {
    const { exchange, symbols, onPrices, onPolledPrices, pause } = this.#parts
    const { has } = exchange
    if (symbols.length === 0) return []
    const ways: Way[] = []
    if (has.watchBidsAsks === true) ways.push(async () => onPrices(await exchange.watchBidsAsks(symbols)))
    if (has.watchTickers === true) ways.push(async () => onPrices(await exchange.watchTickers(symbols)))
    if (has.fetchTickers === true)
      ways.push(async () => {
        onPolledPrices(await exchange.fetchTickers(symbols))
        await pause(POLL_MS)
      })
    ways.push(
      this.#round(symbols, async (symbol) =>
        onPolledPrices({ [symbol]: await exchange.fetchTicker(symbol) }),
      ),
    )
    return [{ name: "best prices", ways, symbols }]
  }

  /** What the exchange can't tell, in plain words. */
  missing(isMirrored: boolean): string[] {
    const { exchange, symbols } = this.#parts
    if (symbols.length === 0) return ["it lists none of the markets that are needed."]
    if (!isMirrored) return []
    const { has } = exchange
    const texts: string[] = []
    const most = marketsWithinRound(exchange)
    if (!hasBookSocket(exchange)) {
      texts.push("it has no socket for books; they are asked for, market by market.")
      if (most < symbols.length)
        texts.push(
          `at its pace, ${most} of ${symbols.length} markets can be followed; SAKER_CCXT_PAIRS chooses them.`,
        )
    }
    if (has.watchTradesForSymbols !== true && has.watchTrades !== true)
      texts.push(
        has.fetchTrades === true
          ? "it has no socket for trades; they are asked for."
          : "it doesn't tell its trades: only the book is followed.",
      )
    if (has.fetchOHLCV !== true) texts.push("it has no candles: the past begins with the start.")
    return texts
  }

  #channels(kind: {
    name: string
    many: string
    one: string
    watchMany(symbols: readonly string[]): Promise<void>
    watchOne(symbol: string): Promise<void>
    ask?: (symbol: string) => Promise<void>
  }): Channel[] {
    const { exchange, symbols } = this.#parts
    const { name, ask } = kind
    if (symbols.length === 0) return []
    // Each loop falls back to asking for its own symbols.
    const asking = (some: readonly string[]): Way[] =>
      ask ? [this.#round(some.slice(0, marketsWithinRound(exchange)), ask)] : []
    const all: Channel[] = []
    if (exchange.has[kind.many] === true)
      for (const some of chunks(symbols))
        all.push({ name, symbols: some, ways: [() => kind.watchMany(some), ...asking(some)] })
    else if (exchange.has[kind.one] === true)
      for (const symbol of symbols)
        all.push({ name, symbols: [symbol], ways: [() => kind.watchOne(symbol), ...asking([symbol])] })
    else if (ask) all.push({ name, symbols, ways: asking(symbols) })
    return all.length < 2 ? all : all.map((one, at) => ({ ...one, name: `${name} (${at + 1})` }))
  }

  /** Asks for one after the other, then rests. One that fails doesn't keep the others from being asked. */
  #round(symbols: readonly string[], ask: (symbol: string) => Promise<void>): Way {
    return async () => {
      let failure: unknown
      let answers = 0
      for (const symbol of symbols) {
        if (this.#parts.isStopped()) return
        try {
          await ask(symbol)
          answers += 1
        } catch (error) {
          failure = error
        }
      }
      if (answers === 0 && failure !== undefined) throw failure
      await this.#parts.pause(POLL_MS)
    }
  }
}

function chunks(symbols: readonly string[]): string[][] {
  const all: string[][] = []
  for (let at = 0; at < symbols.length; at += SYMBOLS_AT_ONCE)
    all.push(symbols.slice(at, at + SYMBOLS_AT_ONCE))
  return all
}
