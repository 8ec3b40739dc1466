/** Replays a recording through the engine at its own pace, faster, or by a clock that is moved by hand; trading stops when it has ended. */

import { basename } from "node:path"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { Price8, TimeMs } from "#core/money/units.ts"
import { HouseOrders } from "#server/maker/house-orders.ts"
import type { CommandDoor } from "../../exchange/command-door.ts"
import type { Feed } from "../feed.ts"
import type {
  RecordedDelta,
  RecordedEvent,
  RecordedSnapshot,
  RecordedSymbol,
} from "../recorded/recorded-event.ts"
import { measureSteps } from "../recorded/recorded-steps.ts"
import { openRecording, type Recording } from "../recorded/recording.ts"
import { COINS, QUOTE_NAMES } from "../simulated/coins.ts"
import { eventsSince } from "./events-since.ts"
import { MirroredBook } from "./mirrored-book.ts"
import { type RecordedMarket, recordedMarket } from "./recorded-instruments.ts"
import type { ReplayPace } from "./replay-pace.ts"

export interface ReplayFeedSettings {
  file: string
  pace: ReplayPace
  /** Left out: all of it. In epoch ms: from there on, with the books as they stood then. */
  since?: TimeMs
  /** Which of its markets are played; left out: all that can be. */
  wants?: (symbol: RecordedSymbol) => boolean
  /** Says what a person should know: that it has ended, what could not be played. */
  say?: (text: string) => void
}

type RecordedBook = RecordedSnapshot | RecordedDelta

const SOURCE = "replay"
/** An index follows the recorded best prices at most so often, engine time. */
const QUOTE_EVERY_MS = 200

/** How often it is looked at whether all markets are open. */
const OPEN_LOOK_MS = 100

export class ReplayFeed implements Feed {
  readonly kind = "replay"
  readonly source: string
  readonly instruments: readonly Instrument[]
  readonly coinNames: ReadonlyMap<string, string>
  readonly #recording: Recording
  readonly #pace: ReplayPace
  readonly #since: TimeMs
  readonly #say: (text: string) => void
  readonly #markets = new Map<string, RecordedMarket>()
  readonly #quotedAt = new Map<string, number>()
  /** Our own recordings carry the index itself. */
  readonly #hasOwnIndex = new Set<string>()
  #isStopped = false
  #playing: Promise<void> = Promise.resolve()

  /** @throws Error that says what is wrong with the file. */
  constructor(settings: ReplayFeedSettings) {
    const { file, pace, since = 0, wants = () => true, say = () => undefined } = settings
    this.source = basename(file)
    this.#pace = pace
    this.#since = since
    this.#say = say
    this.#recording = openRecording(file)
    const steps = measureSteps(this.#recording.events())
    const listed = firstTime(this.#recording)
    for (const [name, symbol] of this.#recording.symbols) {
      if (!wants(symbol)) continue
      const seen = steps.get(name)
      const market = seen && recordedMarket(symbol, seen, listed)
      if (market) this.#markets.set(name, market)
      else say(`${this.source}: ${name} can't be played${seen ? ": its prices are finer than 1e-8" : ""}.`)
    }
    if (this.#markets.size === 0)
      throw new Error(`The recording ${this.source} holds no market that can be played.`)
    this.instruments = [...this.#markets.values()].map((market) => market.instrument)
    this.coinNames = namesFor(this.instruments)
  }

  /** Resolves when the first book stands, or when that waits for somebody who moves the clock. */
  async start(door: CommandDoor): Promise<void> {
    const first = Promise.withResolvers<void>()
    this.#playing = this.#play(door, () => first.resolve()).catch((error: unknown) => {
      first.resolve()
      this.#say(
        `The replay of ${this.source} has stopped: ${error instanceof Error ? error.message : String(error)}`,
      )
      return this.#close(door)
    })
    this.#playing.then(() => this.#pace.stop())
    await Promise.race([first.promise, this.#pace.rest()])
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#pace.stop()
    await this.#playing
  }

  /** Resolves when all that is due is done; for a clock that is moved by hand. */
  async settled(): Promise<void> {
    await this.#pace.rest()
  }

  async #play(door: CommandDoor, onFirstBook: () => void): Promise<void> {
    const now = () => door.now()
    const orders = new HouseOrders(door)
    const silence = door.listen(({ events }) => orders.take(events))
    await door.submit({ type: "order.cancel-all", account: "house-maker" })
    const books = new Map<string, MirroredBook>()
    for (const [name, market] of this.#markets) books.set(name, new MirroredBook(market, orders))
    // After a restart nothing new is taken for a while (N6): a recording would be played to closed doors.
    while (!this.#isStopped && !this.instruments.every(({ id }) => door.isOpen(id))) {
      onFirstBook()
      await this.#pace.pass(OPEN_LOOK_MS, now)
    }
    let hasBook = false
    for (const event of eventsSince(this.#recording.events(), this.#since)) {
      // What was recorded before the first book is silence; nobody should wait for it.
      hasBook ||= event.kind === "snapshot"
      if (!hasBook || event.kind === "ticker") continue
      await this.#pace.turnOf(event.time, now)
      if (this.#isStopped) break
      await this.#do(event, books.get(event.symbol), door)
      await orders.settled()
      if (event.kind === "snapshot") onFirstBook()
    }
    silence()
    onFirstBook()
    if (this.#isStopped) return
    this.#say(`The recording ${this.source} has ended; its markets take no new orders now.`)
    await this.#close(door)
  }

  async #do(event: RecordedEvent, book: MirroredBook | undefined, door: CommandDoor): Promise<void> {
    if (event.kind === "index") await this.#quoteRecorded(event.symbol, event.price, door)
    if (!book) return
    if (event.kind === "trade") await book.take(event, door)
    if (event.kind !== "snapshot" && event.kind !== "delta") return
    // First: without an index no order of a perpetual is taken.
    await this.#quoteBook(book, event, door)
    book.update(event)
  }

  /** A perpetual's index is the middle of its own recorded book, since nothing else was recorded. */
  async #quoteBook(book: MirroredBook, event: RecordedBook, door: CommandDoor): Promise<void> {
    const { instrument } = book.market
    if (instrument.kind !== "perpetual" || this.#hasOwnIndex.has(instrument.index)) return
    const best =
      event.kind === "snapshot" ? book.bestOf(event) : { bid: book.best("buy"), ask: book.best("sell") }
    if (best.bid === undefined || best.ask === undefined || !this.#isDue(instrument.index, door.now())) return
    const price = (ticks: number) => (BigInt(ticks) * instrument.tick) as Price8
    await door.submit({
      type: "feed.quote",
      index: instrument.index,
      source: SOURCE,
      bid: price(best.bid),
      ask: price(best.ask),
    })
  }

  async #quoteRecorded(index: string, price: string, door: CommandDoor): Promise<void> {
    this.#hasOwnIndex.add(index)
    const [whole = "0", fraction = ""] = price.split(".")
    const last = BigInt(whole + fraction.slice(0, 8).padEnd(8, "0")) as Price8
    await door.submit({ type: "feed.quote", index, source: SOURCE, last })
  }

  #isDue(index: string, now: number): boolean {
    if (now - (this.#quotedAt.get(index) ?? 0) < QUOTE_EVERY_MS) return false
    this.#quotedAt.set(index, now)
    return true
  }

  async #close(door: CommandDoor): Promise<void> {
    for (const { id } of this.instruments)
      await door.submit({ type: "instrument.state", instrument: id, state: "cancel-only" })
  }
}

function firstTime(recording: Recording): number {
  for (const event of recording.events()) return event.time
  return 0
}

function namesFor(instruments: readonly Instrument[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>([
    ...QUOTE_NAMES,
    ...COINS.map((coin) => [coin.symbol, coin.name] as const),
  ])
  const symbols = instruments.flatMap(({ base, quote }) => [base, quote])
  return new Map(symbols.map((symbol) => [symbol, known.get(symbol) ?? symbol]))
}
