/** Replays a recording through the engine at its own pace or faster; trading stops when the replay has ended. */

import { basename } from "node:path"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { Price8 } from "#core/money/units.ts"
import { HouseOrders } from "#server/maker/house-orders.ts"
import type { CommandDoor } from "../../exchange/command-door.ts"
import type { Feed } from "../feed.ts"
import type { RecordedDelta, RecordedEvent, RecordedSnapshot } from "../recorded/recorded-event.ts"
import { measureSteps } from "../recorded/recorded-steps.ts"
import { openRecording, type Recording } from "../recorded/recording.ts"
import { COINS, QUOTE_NAMES } from "../simulated/coins.ts"
import { MirroredBook } from "./mirrored-book.ts"
import { type RecordedMarket, recordedMarket } from "./recorded-instruments.ts"

export interface ReplayFeedSettings {
  file: string
  /** 1 is the pace of the recording. */
  speed: number
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
  readonly #speed: number
  readonly #say: (text: string) => void
  readonly #markets = new Map<string, RecordedMarket>()
  readonly #quotedAt = new Map<string, number>()
  /** Our own recordings carry the index itself. */
  readonly #hasOwnIndex = new Set<string>()
  #isStopped = false
  #wake: () => void = () => undefined
  #playing: Promise<void> = Promise.resolve()

  /** @throws Error that says what is wrong with the file. */
  constructor({ file, speed, say = () => undefined }: ReplayFeedSettings) {
    this.source = basename(file)
    this.#speed = speed
    this.#say = say
    this.#recording = openRecording(file)
    const steps = measureSteps(this.#recording.events())
    const since = firstTime(this.#recording)
    for (const [name, symbol] of this.#recording.symbols) {
      const seen = steps.get(name)
      const market = seen && recordedMarket(symbol, seen, since)
      if (market) this.#markets.set(name, market)
      else say(`${this.source}: ${name} can't be played${seen ? ": its prices are finer than 1e-8" : ""}.`)
    }
    if (this.#markets.size === 0)
      throw new Error(`The recording ${this.source} holds no market that can be played.`)
    this.instruments = [...this.#markets.values()].map((market) => market.instrument)
    this.coinNames = namesFor(this.instruments)
  }

  /** Resolves when the first book stands. */
  async start(door: CommandDoor): Promise<void> {
    const first = Promise.withResolvers<void>()
    this.#playing = this.#play(door, () => first.resolve()).catch((error: unknown) => {
      first.resolve()
      this.#say(
        `The replay of ${this.source} has stopped: ${error instanceof Error ? error.message : String(error)}`,
      )
      return this.#close(door)
    })
    await first.promise
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#wake()
    await this.#playing
  }

  async #play(door: CommandDoor, onFirstBook: () => void): Promise<void> {
    const orders = new HouseOrders(door)
    const silence = door.listen(({ events }) => orders.take(events))
    await door.submit({ type: "order.cancel-all", account: "house-maker" })
    const books = new Map<string, MirroredBook>()
    for (const [name, market] of this.#markets) books.set(name, new MirroredBook(market, orders))
    // After a restart nothing new is taken for a while (N6): a recording would be played to closed doors.
    while (!this.#isStopped && !this.instruments.every(({ id }) => door.isOpen(id))) {
      onFirstBook()
      await this.#until(door.now() + OPEN_LOOK_MS, door)
    }
    let origin: { recorded: number; now: number } | undefined
    for (const event of this.#recording.events()) {
      // What was recorded before the first book is silence; nobody should wait for it.
      if ((!origin && event.kind !== "snapshot") || event.kind === "ticker") continue
      origin ??= { recorded: event.time, now: door.now() }
      await this.#until(origin.now + (event.time - origin.recorded) / this.#speed, door)
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

  /** Waits until the clock shows `time`, or the feed is stopped. */
  async #until(time: number, door: CommandDoor): Promise<void> {
    for (let left = time - door.now(); left > 0 && !this.#isStopped; left = time - door.now()) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(left, 1000))
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
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
