/** Where do prices come from? What a feed gives, and what the exchange lets it do. */

import type { Candle } from "#core/candle/candle.ts"
import type { Interval } from "#core/candle/interval.ts"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { Answer } from "#server/engine/answer.ts"
import type { Command } from "#server/engine/command.ts"
import type { EngineEvent } from "#server/engine/event.ts"

/** The way into the exchange, as feeds and the house maker see it. */
export interface CommandDoor {
  submit(command: Command): Promise<Answer>
  /** Called after each committed batch, in order. Returns how to stop listening. */
  listen(listener: (batch: { time: TimeMs; events: readonly EngineEvent[] }) => void): () => void
  /** The engine's wall clock, epoch ms. */
  now(): TimeMs
  /** Does it take new orders? For a while after a restart it doesn't (N6). */
  isOpen(instrument: string): boolean
}

/**
 * History from before the engine traded, computed for each request: a pure function of seed, symbol and time.
 * All intervals agree: a candle equals its parts folded.
 */
export interface GeneratedHistory {
  /** First millisecond for which there is any, given now: a start of a day, three years back or when it was listed. */
  since(now: TimeMs, instrument?: Pick<Instrument, "listedAt">): TimeMs
  /**
   * Candles whose buckets open in [from, to), oldest first; every one `generated: true`, `lastTradeId` 0.
   * A bucket cut by `to` is folded from the seconds before `to` only.
   */
  candles(instrument: Instrument, interval: Interval, from: TimeMs, to: TimeMs): Candle[]
}

/** History from before the engine traded, as an exchange has it: real, and asked for over the network. */
export interface PastHistory {
  /** From when on there may be any of an interval; later as soon as the exchange had none before. */
  since(now: TimeMs, instrument: Instrument, interval: Interval): TimeMs
  /**
   * Candles whose buckets open in [from, to), oldest first; `generated: false`, `lastTradeId` 0. What the exchange
   * doesn't have, or doesn't give in time, is missing: never a fill, never a throw.
   */
  candles(instrument: Instrument, interval: Interval, from: TimeMs, to: TimeMs): Promise<Candle[]>
}

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
  /** When prices were last heard, if that is too long ago; 0 while they come. Left out: it is never silent. */
  silentSince?(): TimeMs
  /** Starts to send quotes and house orders. Instruments are listed and open by then. */
  start(door: CommandDoor): Promise<void>
  /** Stops sending; resolves when nothing of its own is under way. */
  stop(): Promise<void>
}
