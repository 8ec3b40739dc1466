/** Names of markets: `BTCUSDT` there is `BTC_USDT` of ours on spot, and `BTC_USDT_PERP` among futures. */

import type { PerpetualInstrument, SpotInstrument } from "#core/instrument/instrument.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import { unknownSymbol } from "./door-error.ts"

/**
 * Reads and writes the names. Markets are as many as when the server began; their states are read each time anew.
 * @example symbols.spot("BTCUSDT").id // "BTC_USDT"
 */
export class Symbols {
  readonly #reader: MarketReader
  /** Ids by name; of two markets whose names run together to the same, the first listed has it. */
  readonly #spot = new Map<string, string>()
  readonly #futures = new Map<string, string>()
  readonly #names = new Map<string, string>()

  constructor(reader: MarketReader) {
    this.#reader = reader
    for (const { id, base, quote, kind } of reader.instruments()) {
      if (kind === "second") continue
      const ids = kind === "spot" ? this.#spot : this.#futures
      const name = base + quote
      if (ids.has(name)) continue
      ids.set(name, id)
      this.#names.set(id, name)
    }
  }

  /** @throws DoorError -1121 */
  spot(name: string): SpotInstrument {
    const instrument = this.#reader.instrument(this.#spot.get(name) ?? "")
    if (instrument?.kind !== "spot") throw unknownSymbol()
    return instrument
  }

  /** @throws DoorError -1121 */
  future(name: string): PerpetualInstrument {
    const instrument = this.#reader.instrument(this.#futures.get(name) ?? "")
    if (instrument?.kind !== "perpetual") throw unknownSymbol()
    return instrument
  }

  allSpot(): SpotInstrument[] {
    return [...this.#spot.keys()].map((name) => this.spot(name))
  }

  allFutures(): PerpetualInstrument[] {
    return [...this.#futures.keys()].map((name) => this.future(name))
  }

  /** Name of a market of ours, spot or perpetual; one that was delisted is named by its id without the underscores. */
  nameOf(id: string): string {
    return this.#names.get(id) ?? id.replace(/_PERP$/, "").replaceAll("_", "")
  }
}
