/** Log of what was sent to the client, in order: ranges of the lap and single messages, replayed by the oracle at the end. */

import { INTERVAL_MS } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import type { HeldMarket } from "../oracle/held-market.ts"
import { PlainMarket } from "../oracle/plain-market.ts"
import { type Lap, sequenceOf, tradeId } from "./encoded-lap.ts"
import type { SentRange } from "./stream.ts"

export interface Message {
  type: string
  data: Record<string, unknown>
}
type Entry = { range: SentRange } | { message: Message }

const LOT_DECIMALS = 5
/** Messages that the oracle reads without a pause. */
const PAUSE_AFTER = 50_000

export class Journal {
  readonly #lap: Lap
  #parsed: Message[] | null = null
  #entries: Entry[] = []
  /** Messages so far. */
  count = 0

  constructor(lap: Lap) {
    this.#lap = lap
  }

  /** Another client: what an older one was sent is of no interest. */
  clear(): void {
    this.#entries = []
    this.count = 0
  }

  range(range: SentRange): void {
    this.count += range.to - range.from
    const last = this.#entries.at(-1)
    // Neighbours of one millisecond are one entry.
    if (last && "range" in last && last.range.time === range.time && last.range.lap === range.lap)
      last.range = { ...last.range, to: range.to }
    else this.#entries.push({ range: { ...range } })
  }

  message(message: Message): void {
    this.count += 1
    this.#entries.push({ message })
  }

  /**
   * The oracle reads the stream from its beginning up to this moment. With pauses: of ten minutes there is a lot to
   * read, and a generator whose heart stops meanwhile would be taken for dead.
   */
  async truth(interval: Interval): Promise<HeldMarket> {
    const span = INTERVAL_MS[interval]
    const market = new PlainMarket(interval, (time) => Math.floor(time / span) * span)
    const entries = this.#entries.slice()
    let paused = 0
    for (const entry of entries) {
      if ("message" in entry) market.take(entry.message)
      else for (const message of this.#messagesOf(entry.range)) market.take(message)
      if (market.messages - paused < PAUSE_AFTER) continue
      paused = market.messages
      await new Promise((resolve) => setImmediate(resolve))
    }
    return market.truth(LOT_DECIMALS)
  }

  *#messagesOf({ lap, from, to, time }: SentRange): Generator<Message> {
    this.#parsed ??= this.#lap.texts.map((text) => JSON.parse(text) as Message)
    const { depths, trades } = this.#lap
    let depth = firstFrom(depths, from)
    let trade = firstFrom(trades, from)
    for (let index = from; index < to; index += 1) {
      const message = this.#parsed[index] as Message
      const seq = sequenceOf(lap, index)
      if (message.type === "ticker") {
        const [row = []] = message.data.rows as (string | number)[][]
        yield { type: "ticker", data: { rows: [[...row.slice(0, 9), time, seq]] } }
      } else if (message.type === "depth") {
        const prev =
          depth === 0 ? sequenceOf(lap - 1, depths.at(-1) ?? 0) : sequenceOf(lap, depths[depth - 1] ?? 0)
        depth += 1
        yield { type: "depth", data: { ...message.data, prev, seq, time } }
      } else {
        const [row = []] = message.data.rows as (string | number)[][]
        const rows = [[tradeId(this.#lap, lap, trade), row[1], row[2], row[3], time]]
        trade += 1
        yield { type: "trade", data: { ...message.data, rows } }
      }
    }
  }
}

function firstFrom(sorted: readonly number[], least: number): number {
  const at = sorted.findIndex((index) => index >= least)
  return at < 0 ? sorted.length : at
}
