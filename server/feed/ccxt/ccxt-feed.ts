/** The live feed: books, trades and candles of the first exchange, and the best prices of all for the indexes. */

import type { Instrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import { Beat } from "#server/maker/beat.ts"
import { HouseOrders } from "#server/maker/house-orders.ts"
import type { CommandDoor } from "../../exchange/command-door.ts"
import type { PastHistory } from "../../read-model/history-source.ts"
import type { Feed } from "../feed.ts"
import type { CcxtTrade } from "./ccxt-exchange.ts"
import { sourceOf } from "./fed-symbols.ts"
import { learnMarkets, type OpenVenue } from "./learn-markets.ts"
import type { FedMarkets } from "./listed-markets.ts"
import { MarketMirror } from "./market-mirror.ts"
import { PastCandles } from "./past-candles.ts"
import { type Surroundings, Venue } from "./venue.ts"
import { indexesOf, VenueQuotes } from "./venue-quotes.ts"

/** As long without any price, the feed is silent: users are told, and the house takes its quotes back. */
const SILENT_MS = 10_000
/** How often a market is looked at. */
const LOOK_MS = 250
const PERPETUAL_LOOK_MS = 500
const WATCH_MS = 1000
/** The server comes up without the first book after this. */
const FIRST_BOOK_MS = 15_000

export interface CcxtFeedParts {
  /** The first is mirrored. */
  venues: readonly [OpenVenue, ...OpenVenue[]]
  markets: FedMarkets
  weights: ReadonlyMap<string, bigint>
  surroundings: Surroundings
  say(text: string): void
  /** By whose beat it lives; tests hand in one that they advance themselves. */
  beat?: Beat
}

export class CcxtFeed implements Feed {
  readonly kind = "ccxt"
  readonly source: string
  readonly instruments: readonly Instrument[]
  readonly coinNames: ReadonlyMap<string, string>
  readonly past: PastHistory
  readonly indexWeights: ReadonlyMap<string, bigint>
  readonly #parts: CcxtFeedParts
  readonly #beat: Beat
  readonly #pastCandles: PastCandles
  readonly #mirrored: Venue
  readonly #venues: readonly Venue[]
  readonly #mirrors = new Map<string, MarketMirror[]>()
  #orders: HouseOrders | undefined
  #quotes: VenueQuotes | undefined
  #silence: () => void = () => undefined
  #startedAt: TimeMs = 0
  readonly #silent = new Set<Venue>()

  constructor(parts: CcxtFeedParts) {
    const { venues, markets, surroundings } = parts
    const [first] = venues
    this.#parts = parts
    this.#beat = parts.beat ?? new Beat()
    this.source = venues.map(({ exchange }) => exchange.id).join(",")
    const all = [...markets.traded, ...markets.seconds]
    this.instruments = all.map((market) => market.instrument)
    this.coinNames = markets.coinNames
    this.indexWeights = parts.weights
    const { say } = parts
    const { now } = surroundings
    this.#pastCandles = new PastCandles({ exchange: first.exchange, markets: all, now, say })
    this.past = this.#pastCandles
    this.#venues = venues.map(
      (venue, at) =>
        new Venue({
          ...surroundings,
          ...venue,
          // An index can do without one of its sources: it comes in when it answers.
          ...(at > 0 && { learn: (signal: AbortSignal) => learnMarkets(venue, surroundings, say, signal) }),
          // Of the others only those that an index needs.
          symbols: () => (at === 0 ? markets.symbols : this.#indexSymbols(venue.exchange.markets)),
          isMirrored: at === 0,
          onTrades: (trades) => this.#take(trades),
          say,
        }),
    )
    this.#mirrored = this.#venues[0] as Venue
  }

  /** Resolves when the first book stands, or after a while without one. */
  async start(door: CommandDoor): Promise<void> {
    const orders = new HouseOrders(door)
    this.#orders = orders
    this.#silence = door.listen(({ events }) => orders.take(events))
    await door.submit({ type: "order.cancel-all", account: "house-maker" })
    this.#startedAt = door.now()
    const { traded, seconds } = this.#parts.markets
    const quotes = new VenueQuotes(door, this.#venues, indexesOf([...traded, ...seconds]))
    this.#quotes = quotes
    // Quotes first: without an index no order of a perpetual is taken.
    this.#beat.add((now) => quotes.step(now), door.now())
    this.#beat.add((now) => this.#watch(now), door.now())
    const first = Promise.withResolvers<void>()
    for (const market of traded) {
      const mirror = new MarketMirror(market, orders, door)
      this.#mirrors.set(market.symbol, [...(this.#mirrors.get(market.symbol) ?? []), mirror])
      this.#beat.add((now) => this.#look(mirror, now, first.resolve), door.now())
    }
    this.#pastCandles.started()
    for (const venue of this.#venues) venue.start()
    this.#beat.start(() => door.now())
    const stop = new AbortController()
    await Promise.race([first.promise, this.#parts.surroundings.pause(FIRST_BOOK_MS, stop.signal)])
    stop.abort()
  }

  async stop(): Promise<void> {
    this.#beat.stop()
    await Promise.all(this.#venues.map((venue) => venue.stop()))
    for (const mirrors of this.#mirrors.values()) for (const mirror of mirrors) await mirror.settled()
    await this.#quotes?.settled()
    await this.#orders?.settled()
    this.#silence()
  }

  silentSince(): TimeMs {
    const heard = this.#mirrored.heardAt || this.#startedAt
    return heard > 0 && this.#parts.surroundings.now() - heard >= SILENT_MS ? heard : 0
  }

  #indexSymbols(listed: OpenVenue["exchange"]["markets"]): string[] {
    const { traded, seconds } = this.#parts.markets
    const indexes = indexesOf([...traded, ...seconds])
    return [...new Set(indexes.flatMap((index) => sourceOf(listed, index)?.symbol ?? []))]
  }

  #take(trades: readonly CcxtTrade[]): void {
    for (const trade of trades)
      for (const mirror of this.#mirrors.get(trade.symbol ?? "") ?? []) mirror.note(trade)
  }

  #look(mirror: MarketMirror, now: TimeMs, onBook: () => void): number {
    const { symbol, instrument } = mirror.fed
    const { heardAt } = this.#mirrored
    const book = heardAt > 0 && now - heardAt < SILENT_MS ? this.#mirrored.book(symbol) : undefined
    // Without a book nothing is known: an exchange that resets it sends a new one.
    if (book) {
      mirror.look(book)
      onBook()
    } else mirror.withdraw()
    return instrument.kind === "perpetual" ? PERPETUAL_LOOK_MS : LOOK_MS
  }

  #watch(now: TimeMs): number {
    for (const venue of this.#venues) venue.watch(now)
    for (const venue of this.#venues) this.#tellSilence(venue, now)
    return WATCH_MS
  }
  #tellSilence(venue: Venue, now: TimeMs): void {
    const isSilent = now - (venue.heardAt || this.#startedAt) >= SILENT_MS
    if (isSilent === this.#silent.has(venue)) return
    if (isSilent) this.#silent.add(venue)
    else this.#silent.delete(venue)
    const end = venue === this.#mirrored ? "the house has taken its quotes back" : "the indexes do without it"
    this.#parts.say(isSilent ? `${venue.name} is silent: ${end}.` : `${venue.name} is heard again.`)
  }
}
