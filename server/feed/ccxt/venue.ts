/** Connection to one exchange: its books, trades or best prices, over sockets where available, else by polling. */

import type { Instrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { CcxtBook, CcxtExchange, CcxtTicker, CcxtTrade, Figure } from "./ccxt-exchange.ts"
import { runChannel } from "./channel.ts"
import { figureUnits } from "./decimal-units.ts"
import { type Source, sourceOf } from "./fed-symbols.ts"
import { bookMiddle, middleOf, PriceSense } from "./price-sense.ts"
import type { RateGate } from "./rate-gate.ts"
import { SeenTrades } from "./seen-trades.ts"
import { VenueChannels } from "./venue-channels.ts"

/** After so long without a message the sockets are hung up and dialled anew, again and again. */
const HANG_UP_MS = 20_000
/** A book of before a cut, or one that was asked for, is believed for so long. */
const BOOK_AGE_MS_MAX = 10_000
/** A close that takes longer is cut. */
const CLOSE_WITHIN_MS = 2000
/** Refused figures are reported at the first, the tenth, the hundredth … */
const TELL_AGAIN = 10

/** Time from outside, so that tests can hold it. */
export interface Surroundings {
  now(): TimeMs
  /** Resolves after `ms`, or at once when `signal` is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

export interface VenueParts extends Surroundings {
  exchange: CcxtExchange
  gate: RateGate
  /** Learns the exchange's markets first, however long that takes; left out: they are known. */
  learn?: (signal: AbortSignal) => Promise<void>
  /** Those that are watched, of what the exchange lists. */
  symbols(): readonly string[]
  /** Whose books and trades we mirror; of the others only best prices are heard. */
  isMirrored: boolean
  /** Messages and levels that nothing could be made of, so far. */
  nonsense(): number
  onTrades(trades: readonly CcxtTrade[]): void
  /** Called when prices stop and when they come again. */
  say(text: string): void
}

/** A book as it stood when its channel was cut: until it changes it is old. */
interface CutBook {
  book: CcxtBook
  nonce: number | undefined
  timestamp: number | undefined
  at: TimeMs
}

export class Venue {
  readonly name: string
  /** When sound prices were last heard; 0: never. */
  heardAt: TimeMs = 0
  readonly #parts: VenueParts
  readonly #stop = new AbortController()
  readonly #polledBooks = new Map<string, { book: CcxtBook; at: TimeMs }>()
  readonly #polledPrices = new Map<string, { ticker: CcxtTicker; at: TimeMs }>()
  readonly #cutBooks = new Map<string, CutBook>()
  readonly #senses = new Map<string, PriceSense>()
  readonly #seen = new SeenTrades()
  readonly #sources = new Map<string, Source | undefined>()
  readonly #failing = new Set<string>()
  #running: Promise<unknown> = Promise.resolve()
  #isLearnt: boolean
  #hungUpAt: TimeMs = 0
  #refused = 0
  #refusedTold = 0

  constructor(parts: VenueParts) {
    this.#parts = parts
    this.name = parts.exchange.id
    this.#isLearnt = parts.learn === undefined
  }

  /** Figures that made no sense and went nowhere, so far. */
  get refused(): number {
    return this.#refused + this.#parts.nonsense()
  }

  start(): void {
    this.#hungUpAt = this.#parts.now()
    this.#running = this.#run()
  }

  /** Resolves when nothing of it is under way. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#hangUp()
    await this.#running
  }

  /** The market that tells an instrument's or index's price here; undefined: none does, or the markets aren't known yet. */
  source(instrument: Pick<Instrument, "base" | "quote">): Source | undefined {
    if (!this.#isLearnt) return undefined
    const key = `${instrument.base}/${instrument.quote}`
    if (!this.#sources.has(key)) this.#sources.set(key, sourceOf(this.#parts.exchange.markets, instrument))
    return this.#sources.get(key)
  }

  /** The book as it stands now, if it can be believed. */
  book(symbol: string): CcxtBook | undefined {
    const book = this.#currentBook(symbol)
    return book && this.#isSound(symbol, bookMiddle(book)) ? book : undefined
  }

  /** Best prices of a symbol, or its last; those that can be believed. */
  quote(symbol: string): CcxtTicker | undefined {
    if (this.#parts.isMirrored) {
      const book = this.book(symbol)
      return book && { bid: book.bids[0]?.[0], ask: book.asks[0]?.[0] }
    }
    const ticker = this.#ticker(symbol)
    return ticker && this.#soundPrices(symbol, ticker)
  }

  /** To be called now and then: a socket that is open and says nothing is dialled anew. */
  watch(now: TimeMs): void {
    this.#tellRefused()
    if (now - Math.max(this.heardAt, this.#hungUpAt) < HANG_UP_MS || this.#stop.signal.aborted) return
    this.#hungUpAt = now
    if (Object.keys(this.#parts.exchange.clients ?? {}).length > 0) void this.#hangUp()
  }

  async #run(): Promise<void> {
    const { learn, isMirrored, exchange, gate, now, pause } = this.#parts
    const { signal } = this.#stop
    await learn?.(signal)
    if (signal.aborted) return
    this.#isLearnt = true
    const channels = new VenueChannels({
      exchange,
      symbols: this.#parts.symbols(),
      pause: (ms) => pause(ms, signal),
      isStopped: () => signal.aborted,
      onBook: (book) => this.#takeBook(book),
      onPolledBook: (symbol, book) => this.#takePolledBook(symbol, book),
      onTrades: (trades) => this.#take(this.#seen.told(trades, now())),
      onPolledTrades: (symbol, trades) => this.#take(this.#seen.asked(symbol, trades, now())),
      onPrices: (tickers) => this.#takePrices(tickers),
      onPolledPrices: (tickers) => this.#takePolledPrices(tickers),
    })
    const all = isMirrored ? channels.mirrored() : channels.quoted()
    for (const text of channels.missing(isMirrored)) this.#parts.say(`${this.name}: ${text}`)
    await Promise.all(
      all.map(({ name, ways, symbols }) =>
        runChannel({
          name,
          ways,
          signal,
          now,
          pause,
          toldToWait: () => gate.left,
          onFailed: (_, reason) => this.#failed(name, reason, symbols),
          onRecovered: () => this.#recovered(name),
        }),
      ),
    )
  }

  #takeBook(book: CcxtBook | undefined): void {
    const { symbol } = book ?? {}
    if (!book || symbol === undefined) return
    this.#polledBooks.delete(symbol)
    if (this.#isSound(symbol, bookMiddle(book))) this.#heard()
    else this.#refused += 1
  }

  #takePolledBook(symbol: string, book: CcxtBook): void {
    this.#polledBooks.set(symbol, { book, at: this.#parts.now() })
    if (this.#isSound(symbol, bookMiddle(book))) this.#heard()
    else this.#refused += 1
  }

  #takePrices(tickers: Readonly<Record<string, CcxtTicker>>): void {
    for (const [symbol, ticker] of Object.entries(tickers ?? {})) {
      this.#polledPrices.delete(symbol)
      if (this.#soundPrices(symbol, ticker)) this.#heard()
      else this.#refused += 1
    }
  }

  #takePolledPrices(tickers: Readonly<Record<string, CcxtTicker>>): void {
    const at = this.#parts.now()
    this.#takePrices(tickers)
    for (const [symbol, ticker] of Object.entries(tickers ?? {}))
      this.#polledPrices.set(symbol, { ticker, at })
  }

  #take(trades: readonly CcxtTrade[]): void {
    if (this.#stop.signal.aborted) return
    const sound = trades.filter(({ symbol = "", price }) => {
      const units = figureUnits(price)
      return units !== undefined && this.#senseOf(symbol).fits(2n * units)
    })
    this.#refused += trades.length - sound.length
    this.#parts.onTrades(sound)
  }

  #currentBook(symbol: string): CcxtBook | undefined {
    const now = this.#parts.now()
    const polled = this.#polledBooks.get(symbol)
    if (polled) return now - polled.at < BOOK_AGE_MS_MAX ? polled.book : undefined
    const book = this.#parts.exchange.orderbooks?.[symbol]
    const cut = this.#cutBooks.get(symbol)
    if (!book || !cut) return book
    const isAsItWas = book === cut.book && book.nonce === cut.nonce && book.timestamp === cut.timestamp
    if (isAsItWas && now - cut.at >= BOOK_AGE_MS_MAX) return undefined
    if (!isAsItWas) this.#cutBooks.delete(symbol)
    return book
  }

  #ticker(symbol: string): CcxtTicker | undefined {
    const polled = this.#polledPrices.get(symbol)
    if (polled) return this.#parts.now() - polled.at < BOOK_AGE_MS_MAX ? polled.ticker : undefined
    return this.#parts.exchange.bidsasks?.[symbol] ?? this.#parts.exchange.tickers?.[symbol]
  }

  /** Best prices that make sense, else the last one if that does. */
  #soundPrices(symbol: string, { bid, ask, last }: CcxtTicker): CcxtTicker | undefined {
    const middle = middleOf(bid, ask)
    if (middle !== undefined) return this.#isSound(symbol, middle) ? { bid, ask } : undefined
    const units = figureUnits(last as Figure)
    return units !== undefined && this.#isSound(symbol, 2n * units) ? { last } : undefined
  }

  #isSound(symbol: string, middle: bigint | undefined): boolean {
    return middle !== undefined && this.#senseOf(symbol).judge(middle, this.#parts.now())
  }

  #senseOf(symbol: string): PriceSense {
    const sense = this.#senses.get(symbol) ?? new PriceSense()
    this.#senses.set(symbol, sense)
    return sense
  }

  #heard(): void {
    this.heardAt = this.#parts.now()
  }

  #tellRefused(): void {
    const { refused } = this
    if (refused < Math.max(1, this.#refusedTold * TELL_AGAIN)) return
    this.#refusedTold = refused
    this.#parts.say(
      `${this.name}: ${refused} ${refused === 1 ? "figure or message" : "figures or messages"} made no sense so far.`,
    )
  }

  #failed(name: string, reason: string, symbols: readonly string[]): void {
    const at = this.#parts.now()
    for (const symbol of symbols) {
      const book = this.#parts.exchange.orderbooks?.[symbol]
      if (book) this.#cutBooks.set(symbol, { book, nonce: book.nonce, timestamp: book.timestamp, at })
    }
    if (this.#failing.has(name)) return
    this.#failing.add(name)
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
