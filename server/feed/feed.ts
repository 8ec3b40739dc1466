/** What a feed gives the exchange: instruments, their history, and, once started, prices and house orders. */

import type { Instrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { CommandDoor } from "#server/exchange/command-door.ts"
import type { GeneratedHistory, PastHistory } from "#server/read-model/history-source.ts"
import type { PriceWalk } from "./simulated/price-walks.ts"

export interface Feed {
  kind: "simulated" | "replay" | "ccxt"
  /** File or exchange; empty for the simulation. */
  source: string
  /** The instruments it brings; the exchange lists them at start. */
  instruments: readonly Instrument[]
  /** English coin names by symbol: `BTC` → `Bitcoin`. */
  coinNames: ReadonlyMap<string, string>
  /** Only the simulation has it. */
  history?: GeneratedHistory
  /** Only live feeds have it. */
  past?: PastHistory
  /** How much each source counts in an index (P1); left out: equally. */
  indexWeights?: ReadonlyMap<string, bigint>
  /** Lets a market's price walk; only the simulation has it, and only where the operator allows it. False: it has no such market. */
  walk?: (instrument: string, walk: PriceWalk) => boolean
  /** When prices were last heard, if that is too long ago; 0 while they come. Left out: it is never silent. */
  silentSince?(): TimeMs
  /** Starts to send quotes and house orders. Instruments are listed and open by then. */
  start(door: CommandDoor): Promise<void>
  /** Stops sending; resolves when nothing of its own is under way. */
  stop(): Promise<void>
}
