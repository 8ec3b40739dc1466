/** The simulated feed: a catalogue, its history, and a house that quotes and trades along the fair path. */

import type { Instrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import { Beat } from "#server/maker/beat.ts"
import type { BeginDraws } from "#server/maker/chance.ts"
import { HouseCrowd } from "#server/maker/house-crowd.ts"
import { HouseMaker } from "#server/maker/house-maker.ts"
import { HouseOrders } from "#server/maker/house-orders.ts"
import type { MadeMarket } from "#server/maker/made-market.ts"
import type { CommandDoor } from "../../exchange/command-door.ts"
import type { GeneratedHistory } from "../../read-model/history-source.ts"
import type { Feed } from "../feed.ts"
import { buildCatalogue, type Catalogue, type TradedLife } from "./catalogue.ts"
import { PathHistory } from "./generated-history.ts"
import { IndexQuotes } from "./index-quotes.ts"
import type { MarketDraws } from "./keyed-walk/draws.ts"
import { houseDrawsOf, type MarketIdentity, walkOf } from "./market-identity.ts"
import { SECOND_MS } from "./nest.ts"
import { type PriceWalk, PriceWalks } from "./price-walks.ts"
import { fold, type Stretch } from "./stretch.ts"
import { type PricePath, turnsOf } from "./walk.ts"

export interface SimulatedFeedSettings {
  market: MarketIdentity
  /** Spot markets of the catalogue, or a catalogue that was made elsewhere. */
  spotMarkets: number | Catalogue
  /** Lets the operator walk prices; default no. */
  hasWalks?: boolean
  /** By whose beat it lives; tests and the time machine hand in one that they advance themselves. */
  beat?: Beat
  /**
   * How far that beat goes at a time, in whole seconds; default: it looks many times in a second. What is traded in all
   * seconds of a step is then traded at its one look.
   */
  stepMs?: number
}

/** Books that are filled before the exchange's answers are waited for. */
const BOOKS_AT_ONCE = 8

export class SimulatedFeed implements Feed {
  readonly kind = "simulated"
  readonly source = ""
  readonly instruments: readonly Instrument[]
  readonly coinNames: ReadonlyMap<string, string>
  readonly history: GeneratedHistory
  readonly #catalogue: Catalogue
  readonly #draws: MarketDraws
  readonly #beat: Beat
  readonly #stepMs: number
  readonly walk?: (instrument: string, walk: PriceWalk) => boolean
  readonly #walks = new PriceWalks()
  #door: CommandDoor | undefined
  #orders: HouseOrders | undefined
  #crowds: HouseCrowd[] = []
  #silence: () => void = () => undefined

  constructor(settings: SimulatedFeedSettings) {
    const { market, spotMarkets, beat = new Beat(), stepMs = SECOND_MS, hasWalks = false } = settings
    this.#draws = houseDrawsOf(market)
    this.#beat = beat
    this.#stepMs = stepMs
    this.#catalogue =
      typeof spotMarkets === "number" ? buildCatalogue(walkOf(market), spotMarkets) : spotMarkets
    const lives = [...this.#catalogue.traded, ...this.#catalogue.seconds]
    this.instruments = lives.map((life) => life.instrument)
    this.coinNames = this.#catalogue.coinNames
    const paths = new Map(lives.map((life) => [life.instrument.id, life.path]))
    this.history = new PathHistory((id) => paths.get(id))
    if (hasWalks) this.walk = (instrument, walk) => this.#beginWalk(instrument, walk)
  }

  /** Resolves when every index is quoted and every book is filled. */
  async start(door: CommandDoor): Promise<void> {
    this.#door = door
    const orders = new HouseOrders(door)
    this.#orders = orders
    this.#silence = door.listen(({ events }) => orders.take(events))
    await this.#startIndexes(door)
    await door.submit({ type: "order.cancel-all", account: "house-maker" })
    const { traded } = this.#catalogue
    for (const [at, life] of traded.entries()) {
      const market = madeMarket(life, this.#walks, this.#stepMs)
      const maker = new HouseMaker(market, orders, this.#drawsOf("maker", life), traded.length)
      const crowd = new HouseCrowd({
        market,
        book: orders.book(life.instrument.id),
        door,
        begin: this.#drawsOf("crowd", life),
        follow: (now) => maker.follow(now),
      })
      this.#crowds.push(crowd)
      maker.fill(door.now())
      if (at % BOOKS_AT_ONCE === BOOKS_AT_ONCE - 1) await orders.settled()
      this.#beat.add((now) => crowd.step(now), door.now())
      this.#beat.add((now) => maker.step(now), door.now())
    }
    await orders.settled()
    this.#beat.start(() => door.now())
  }

  async stop(): Promise<void> {
    this.#beat.stop()
    await this.settled()
    this.#silence()
  }

  /** Resolves when every answer to maker and crowd is there. */
  async settled(): Promise<void> {
    await this.#orders?.settled()
    for (const crowd of this.#crowds) await crowd.settled()
  }

  /** All markets of the coin walk with it: spot against USDT, perpetual, second contract. Pairs of two coins don't. */
  #beginWalk(id: string, walk: PriceWalk): boolean {
    const instrument = this.instruments.find((one) => one.id === id)
    if (!instrument || !this.#door) return false
    this.#walks.begin(indexOf(instrument), walk, this.#door.now())
    return true
  }

  /** Where the chance of a house account in one market comes from. */
  #drawsOf(account: string, { instrument }: TradedLife): BeginDraws {
    const draws = this.#draws.of(`${account}/${instrument.id}`)
    return (chance, purpose, time) => draws.begin(chance, purpose, time)
  }

  async #startIndexes(door: CommandDoor): Promise<void> {
    const livelinessOf = new Map(this.#catalogue.traded.map((life) => [life.path.base, life.liveliness]))
    for (const [index, path] of this.#catalogue.indexes) {
      const logPrice = (now: TimeMs) => path.logPrice(now) + this.#walks.logShift(index, now)
      const quotes = new IndexQuotes(index, logPrice, door, livelinessOf.get(path.base) ?? 0.5)
      this.#beat.add((now) => quotes.step(now), door.now())
      await quotes.quote(BigInt(Math.round(Math.exp(path.logPrice(door.now())) * 1e8)))
    }
  }
}

/** What its price follows, or is followed by. */
const indexOf = (instrument: Instrument): string =>
  instrument.kind === "spot" ? instrument.id : instrument.index

function madeMarket(
  { instrument, path, turnover, liveliness }: TradedLife,
  walks: PriceWalks,
  stepMs: number,
): MadeMarket {
  const stretchAt = stepMs === SECOND_MS ? (now: TimeMs) => path.second(now) : stretchesOf(path, stepMs)
  const index = indexOf(instrument)
  const tick = Number(instrument.tick) / 1e8
  const lot = Number(instrument.lot) / 1e8
  return {
    instrument,
    turnover,
    liveliness,
    fairTicks: (now) => Math.exp(path.logPrice(now) + walks.logShift(index, now)) / tick,
    second(now) {
      const second = stretchAt(now)
      const { openTime, high, low, volume } = second
      const range = (Math.exp(high) - Math.exp(low)) / tick
      return { openTime, lots: volume, range, turns: turnsOf(second) }
    },
    lotValue: (now: TimeMs) => path.basePrice(Math.floor(now / 86_400_000)) * lot,
  }
}

/** All seconds of a step as one; the last is remembered, since maker and crowd ask for it several times. */
function stretchesOf(path: PricePath, stepMs: number): (now: TimeMs) => Stretch {
  let last: Stretch | undefined
  return (now) => {
    const openTime = Math.floor(now / stepMs) * stepMs
    if (last?.openTime === openTime) return last
    const seconds = Array.from({ length: stepMs / SECOND_MS }, (_, at) =>
      path.second(openTime + at * SECOND_MS),
    )
    last = { ...(fold(seconds) ?? path.second(now)), openTime }
    return last
  }
}
