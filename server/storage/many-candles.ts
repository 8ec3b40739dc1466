/** Reads what was traded of many instruments with one statement, where all of them are asked the same. */

import { type Kysely, sql } from "kysely"
import type { Candle } from "#core/candle/candle.ts"
import type { TimeMs } from "#core/money/units.ts"
import { type MarketArchive, STEP, type StoredInterval, secondsIn, toCandle } from "./market-archive.ts"
import type { CandleTable, SecondsTable, Tables } from "./schema.ts"

/** What is asked of the archive for one instrument. */
export type CandleReader = Pick<MarketArchive, "candles" | "seconds" | "lastMinute">

/** Instruments that are read together: a day of minutes of all of them may wait in memory. */
const GROUP = 32

/**
 * Answers as the archive would, but the first question reads for a whole group of instruments and keeps the rows for
 * the others: to be used for one pass over all of them, and for times that nobody writes any more.
 */
export class ManyCandles implements CandleReader {
  readonly #database: Kysely<Tables>
  readonly #groups = new Map<string, readonly string[]>()
  readonly #read = new Map<string, Promise<Map<string, Candle[]>>>()

  constructor(database: Kysely<Tables>, instruments: readonly string[]) {
    this.#database = database
    for (let from = 0; from < instruments.length; from += GROUP) {
      const group = instruments.slice(from, from + GROUP)
      for (const instrument of group) this.#groups.set(instrument, group)
    }
  }

  candles(instrument: string, interval: StoredInterval, from: TimeMs, to: TimeMs): Promise<Candle[]> {
    return this.#of(instrument, `${interval} ${from} ${to}`, async (group) => {
      const { rows } = await sql<CandleTable>`
        select * from candles where instrument = any(${group}::text[]) and step = ${STEP[interval]}
          and open_time >= ${from} and open_time < ${to}
        order by instrument, open_time`.execute(this.#database)
      return grouped(rows, (row) => [toCandle(row)])
    })
  }

  seconds(instrument: string, from: TimeMs, to: TimeMs): Promise<Candle[]> {
    return this.#of(instrument, `1s ${from} ${to}`, async (group) => {
      const { rows } = await sql<SecondsTable>`
        select * from seconds where instrument = any(${group}::text[])
          and minute > ${from - MINUTE_MS} and minute < ${to}
        order by instrument, minute`.execute(this.#database)
      return grouped(rows, (row) => secondsIn(row, from, to))
    })
  }

  async lastMinute(instrument: string, before: TimeMs): Promise<Candle | undefined> {
    const [last] = await this.#of(instrument, `last ${before}`, async (group) => {
      const { rows } = await sql<CandleTable>`
        select newest.* from unnest(${group}::text[]) as asked (id), lateral (
          select * from candles where instrument = asked.id and step = ${STEP["1m"]} and open_time < ${before}
          order by open_time desc limit 1) newest`.execute(this.#database)
      return grouped(rows, (row) => [toCandle(row)])
    })
    return last
  }

  async #of(
    instrument: string,
    question: string,
    read: (group: readonly string[]) => Promise<Map<string, Candle[]>>,
  ): Promise<Candle[]> {
    const group = this.#groups.get(instrument) ?? [instrument]
    const key = `${group[0]} ${question}`
    const known = this.#read.get(key) ?? read(group)
    this.#read.set(key, known)
    return (await known).get(instrument) ?? []
  }
}

const MINUTE_MS = 60_000

function grouped<Row extends { instrument: string }>(
  rows: readonly Row[],
  candlesOf: (row: Row) => Candle[],
): Map<string, Candle[]> {
  const found = new Map<string, Candle[]>()
  for (const row of rows) {
    const known = found.get(row.instrument)
    if (known) known.push(...candlesOf(row))
    else found.set(row.instrument, candlesOf(row))
  }
  return found
}
