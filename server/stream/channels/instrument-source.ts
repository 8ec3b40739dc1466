/** Instrument: its state, with a version that rises. */

import type { InstrumentState } from "#core/instrument/instrument.ts"
import type { MarketChange, MarketReader } from "#server/read-model/market-reader.ts"
import { messageText, type Source, type Topic } from "../topic.ts"

/** There is nothing to keep for a slow reader: the state is read when it is written out. */
type Changed = true

class InstrumentSource implements Source<Changed> {
  readonly channel = "instrument"
  readonly topics = new Map<string, Topic>()
  readonly #reader: MarketReader
  /** Versions are told by changes only, so each is kept, with or without an audience. */
  readonly #states = new Map<string, { state: InstrumentState; version: number }>()
  #changed = new Set<string>()

  constructor(reader: MarketReader) {
    this.#reader = reader
  }

  knows(key: string): boolean {
    return this.#reader.instrument(key) !== undefined
  }

  gather(change: MarketChange): boolean {
    for (const [id, state] of change.instruments) {
      this.#states.set(id, state)
      if (this.topics.has(id)) this.#changed.add(id)
    }
    return this.#changed.size > 0
  }

  *take(): Iterable<readonly [string, Changed]> {
    const changed = this.#changed
    if (changed.size === 0) return
    this.#changed = new Set()
    for (const id of changed) yield [id, true]
  }

  whole(): Changed {
    return true
  }

  merge(): Changed {
    return true
  }

  encode(key: string): string | undefined {
    const instrument = this.#reader.instrument(key)
    if (!instrument) return undefined
    const { openAt = 0, delistAt = 0 } = instrument
    const { state, version } = this.#states.get(key) ?? { state: instrument.state, version: 0 }
    return messageText(this.channel, JSON.stringify({ instrument: key, state, openAt, delistAt, version }))
  }

  size(): number {
    return 0
  }

  forget(key: string): void {
    this.#changed.delete(key)
  }
}

export const instrumentSource = (reader: MarketReader): Source<Changed> => new InstrumentSource(reader)
