/** What does the simulation bring? A catalogue, its history, and a house that quotes and trades along the fair path. */

import type { Instrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import { Beat } from "#server/maker/beat.ts"
import { HouseCrowd } from "#server/maker/house-crowd.ts"
import { HouseMaker } from "#server/maker/house-maker.ts"
import { HouseOrders } from "#server/maker/house-orders.ts"
import type { MadeMarket } from "#server/maker/made-market.ts"
import type { CommandDoor, Feed, GeneratedHistory } from "../feed.ts"
import { buildCatalogue, type Catalogue, type TradedLife } from "./catalogue.ts"
import { turnsOf } from "./fair-path.ts"
import { PathHistory } from "./generated-history.ts"
import { IndexQuotes } from "./index-quotes.ts"

export interface SimulatedFeedSettings {
  seed: string
  spotMarkets: number
  /** By whose beat it lives; tests hand in one that they advance themselves. */
  beat?: Beat
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
  readonly #seed: string
  readonly #beat: Beat
  #orders: HouseOrders | undefined
  #crowds: HouseCrowd[] = []
  #silence: () => void = () => undefined

  constructor({ seed, spotMarkets, beat = new Beat() }: SimulatedFeedSettings) {
    this.#seed = seed
    this.#beat = beat
    this.#catalogue = buildCatalogue(seed, spotMarkets)
    const lives = [...this.#catalogue.traded, ...this.#catalogue.seconds]
    this.instruments = lives.map((life) => life.instrument)
    this.coinNames = this.#catalogue.coinNames
    const paths = new Map(lives.map((life) => [life.instrument.id, life.path]))
    this.history = new PathHistory((id) => paths.get(id))
  }

  /** Resolves when every index is quoted and every book is filled. */
  async start(door: CommandDoor): Promise<void> {
    const orders = new HouseOrders(door)
    this.#orders = orders
    this.#silence = door.listen(({ events }) => orders.take(events))
    await this.#startIndexes(door)
    await door.submit({ type: "order.cancel-all", account: "house-maker" })
    const { traded } = this.#catalogue
    for (const [at, life] of traded.entries()) {
      const market = madeMarket(life)
      const maker = new HouseMaker(market, orders, this.#seed, traded.length)
      const crowd = new HouseCrowd({
        market,
        book: orders.book(life.instrument.id),
        door,
        seed: this.#seed,
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
    await this.#orders?.settled()
    for (const crowd of this.#crowds) await crowd.settled()
    this.#silence()
  }

  async #startIndexes(door: CommandDoor): Promise<void> {
    const livelinessOf = new Map(
      this.#catalogue.traded.map((life) => [life.path.pair.base.symbol, life.liveliness]),
    )
    for (const [index, path] of this.#catalogue.indexes) {
      const quotes = new IndexQuotes(index, path, door, livelinessOf.get(path.pair.base.symbol) ?? 0.5)
      this.#beat.add((now) => quotes.step(now), door.now())
      await quotes.quote(BigInt(Math.round(Math.exp(path.logPrice(door.now())) * 1e8)))
    }
  }
}

function madeMarket({ instrument, path, turnover, liveliness }: TradedLife): MadeMarket {
  const tick = Number(instrument.tick) / 1e8
  const lot = Number(instrument.lot) / 1e8
  return {
    instrument,
    turnover,
    liveliness,
    fairTicks: (now) => Math.exp(path.logPrice(now)) / tick,
    second(now) {
      const second = path.second(now)
      const { openTime, high, low, volume } = second
      const range = (Math.exp(high) - Math.exp(low)) / tick
      return { openTime, lots: volume, range, turns: turnsOf(second) }
    },
    lotValue: (now: TimeMs) => path.pair.basePrice(Math.floor(now / 86_400_000)) * lot,
  }
}
