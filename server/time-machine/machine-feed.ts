/**
 * The feed of a time machine: the simulation's house on a few markets, whose prices are generated or recorded candles; or a
 * recording of books and trades, played as it was.
 */

import type { Instrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { Feed } from "../feed/feed.ts"
import type { RecordedSymbol } from "../feed/recorded/recorded-event.ts"
import { ReplayFeed } from "../feed/replay/replay-feed.ts"
import { HandPace } from "../feed/replay/replay-pace.ts"
import type { CandleFile } from "../feed/simulated/candle-file.ts"
import { CandlePath } from "../feed/simulated/candle-path.ts"
import { buildCatalogue, type Catalogue, SPOT_MARKETS } from "../feed/simulated/catalogue.ts"
import { seededKey, walkOf } from "../feed/simulated/market-identity.ts"
import { SimulatedFeed } from "../feed/simulated/simulated-feed.ts"
import { Beat } from "../maker/beat.ts"
import type { MachineSettings } from "./machine-settings.ts"
import type { RecordingStretch } from "./recording-stretch.ts"

const SECOND_MS = 1000
const DAY_MS = 86_400_000
/**
 * At the end of each whole second, and of each longer step, the house looks at prices of this much before: all that was to be
 * traded in it is due by then, and the second is still the same.
 */
const LOOK_BACK_MS = 50
/** Share of seconds in which a recorded market is traded: its volume lies evenly in its candles. */
const RECORDED_LIVELINESS = 0.9
/** A market without volume has a house all the same. */
const TURNOVER_LEAST = 100_000

/** Moved on by hand; what its time would be doesn't matter. */
class HandBeat extends Beat {
  override start(): void {}
}

const allMarkets = (seed: number): Catalogue =>
  buildCatalogue(walkOf({ key: seededKey(String(seed)) }), SPOT_MARKETS)

const indexOf = (instrument: Instrument): string =>
  instrument.kind === "spot" ? instrument.id : instrument.index

/** Symbols that can be run, the busiest first: those in USDT. */
export const knownSymbols = (): string[] => [
  ...new Set(
    allMarkets(0)
      .traded.filter(({ instrument }) => instrument.quote === "USDT")
      .map(({ instrument }) => indexOf(instrument).replace("_", "")),
  ),
]

export interface MachineFeed {
  feed: Feed & {
    /** Resolves when every answer to the house is there. */
    settled(): Promise<void>
  }
  /** Lets the house do what it has to do by `now`. */
  look(now: TimeMs): void
}

/** `begins`: what the clock shows at first, epoch ms. @throws StartProblem for a recording that can't be played */
export function createMachineFeed(settings: MachineSettings, begins: TimeMs): MachineFeed {
  return settings.recording === null ? livelyFeed(settings) : playedFeed(settings.recording, settings, begins)
}

/** Books and trades stand and happen at the times at which they were recorded. */
function playedFeed(recording: RecordingStretch, { symbols }: MachineSettings, begins: TimeMs): MachineFeed {
  const pace = new HandPace(begins)
  const wanted = new Set(symbols)
  const wants = (symbol: RecordedSymbol) => wanted.has(symbol.base + symbol.quote)
  const feed = new ReplayFeed({ file: recording.file, pace, since: begins, wants })
  return { feed, look: (now) => pace.moveTo(now) }
}

function livelyFeed(settings: MachineSettings): MachineFeed {
  const { seed, stepMs, symbols, candles } = settings
  const beat = new HandBeat()
  const wanted = new Set(symbols.map((symbol) => symbol.replace(/USDT$/, "_USDT")))
  const narrow = narrowed(allMarkets(seed), wanted)
  const catalogue = candles.size > 0 ? recorded(narrow, candles) : narrow
  const isWhole = stepMs >= SECOND_MS
  const feed = new SimulatedFeed({
    market: { key: seededKey(String(seed)) },
    spotMarkets: catalogue,
    beat,
    stepMs: isWhole ? stepMs : SECOND_MS,
  })
  return { feed, look: (now) => beat.advance(isWhole ? now - LOOK_BACK_MS : now) }
}

function narrowed(
  { traded, seconds, indexes, coinNames }: Catalogue,
  wanted: ReadonlySet<string>,
): Catalogue {
  const isWanted = ({ instrument }: { instrument: Instrument }) => wanted.has(indexOf(instrument))
  return {
    traded: traded.filter(isWanted),
    seconds: seconds.filter(isWanted),
    indexes: new Map([...indexes].filter(([index]) => wanted.has(index))),
    coinNames,
  }
}

/** The same markets on recorded prices: a perpetual without a file of its own goes with its index. */
function recorded(catalogue: Catalogue, files: ReadonlyMap<string, CandleFile>): Catalogue {
  const fileOf = (instrument: Instrument): CandleFile => {
    const file = files.get(instrument.id) ?? files.get(indexOf(instrument))
    if (!file) throw new Error(`${instrument.id} has no candles`)
    return file
  }
  const life = <Life extends { instrument: Instrument }>(market: Life) => {
    const { instrument } = market
    const file = fileOf(instrument)
    const path = new CandlePath(instrument.base, file, Number(instrument.lot) / 1e8)
    const listedAt = Math.min(instrument.listedAt, file.candles[0]?.openTime ?? instrument.listedAt)
    return { ...market, instrument: { ...instrument, listedAt }, path, liveliness: RECORDED_LIVELINESS }
  }
  const traded = catalogue.traded.map((market) => ({
    ...life(market),
    turnover: Math.max(TURNOVER_LEAST, turnoverOf(fileOf(market.instrument))),
  }))
  const index = (id: string, base: string) => {
    const file = files.get(id)
    if (!file) throw new Error(`${id} has no candles`)
    return new CandlePath(base, file, 1)
  }
  return {
    ...catalogue,
    traded,
    seconds: catalogue.seconds.map(life),
    indexes: new Map([...catalogue.indexes].map(([id, path]) => [id, index(id, path.base)])),
  }
}

/** Of a mean day, in USDT. */
function turnoverOf({ candles, intervalMs }: CandleFile): number {
  const sum = candles.reduce((total, { volume, close }) => total + volume * close, 0)
  return (sum * DAY_MS) / (candles.length * intervalMs)
}
