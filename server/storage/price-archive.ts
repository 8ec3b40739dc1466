/** Stores and reads back candles of mark and index prices, sixty to a row. */

import { type Kysely, sql, type Transaction } from "kysely"
import { INTERVAL_MS } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import { mergeCandles } from "#core/candle/roll-up.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { StoredInterval } from "./market-archive.ts"
import { packPrices, unpackPrices } from "./packed-prices.ts"
import type { Tables } from "./schema.ts"
import type { Storage } from "./storage.ts"

/** Candles in one row. */
const BLOCK_CANDLES = 60

/** A candle of a series, as it stands or since it was saved last. */
export interface PriceRow {
  /** `mark:BTC_USDT_PERP`, `index:BTC_USDT_PERP`. */
  series: string
  interval: StoredInterval
  candle: Candle
}

interface Block {
  series: string
  interval: StoredInterval
  start: TimeMs
  candles: Map<TimeMs, Candle>
}

const lengthOf = (interval: StoredInterval): number => BLOCK_CANDLES * INTERVAL_MS[interval]
const blockOf = (time: TimeMs, interval: StoredInterval): TimeMs =>
  Math.floor(time / lengthOf(interval)) * lengthOf(interval)

export class PriceArchive {
  readonly #storage: Storage
  readonly #database: Kysely<Tables>

  constructor(storage: Storage) {
    this.#storage = storage
    this.#database = storage.database
  }

  /** Adds to what is stored of each candle: the same part may come again, in the same order. All of it or nothing. */
  async save(rows: readonly PriceRow[]): Promise<void> {
    if (rows.length === 0) return
    await this.#storage.prepare()
    await this.#database.transaction().execute(async (transaction) => {
      const blocks = await readBlocks(transaction, rows)
      for (const { series, interval, candle } of rows) {
        const start = blockOf(candle.openTime, interval)
        const key = keyOf(series, interval, start)
        const block = blocks.get(key) ?? { series, interval, start, candles: new Map() }
        blocks.set(key, block)
        const known = block.candles.get(candle.openTime)
        block.candles.set(candle.openTime, known ? mergeCandles(known, candle) : candle)
      }
      await writeBlocks(transaction, [...blocks.values()])
    })
  }

  /** Those that open in [from, to), oldest first. */
  async candles(series: string, interval: StoredInterval, from: TimeMs, to: TimeMs): Promise<Candle[]> {
    const rows = await this.#database
      .selectFrom("price_candles")
      .select(["block", "rows"])
      .where("series", "=", series)
      .where("step", "=", INTERVAL_MS[interval])
      .where("block", ">", from - lengthOf(interval))
      .where("block", "<", to)
      .orderBy("block")
      .execute()
    return rows
      .flatMap(({ block, rows }) => unpackPrices(rows, block, INTERVAL_MS[interval]))
      .filter(({ openTime }) => openTime >= from && openTime < to)
  }

  /** When the newest that opens before `before` opens; undefined: there is none. */
  async lastBefore(series: string, interval: StoredInterval, before: TimeMs): Promise<TimeMs | undefined> {
    const rows = await this.#database
      .selectFrom("price_candles")
      .select(["block", "rows"])
      .where("series", "=", series)
      .where("step", "=", INTERVAL_MS[interval])
      .where("block", "<", before)
      .orderBy("block", "desc")
      .limit(2)
      .execute()
    const times = rows.flatMap(({ block, rows }) =>
      unpackPrices(rows, block, INTERVAL_MS[interval]).map(({ openTime }) => openTime),
    )
    const earlier = times.filter((time) => time < before)
    return earlier.length > 0 ? Math.max(...earlier) : undefined
  }
}

const keyOf = (series: string, interval: StoredInterval, block: TimeMs) => `${series} ${interval} ${block}`

async function readBlocks(
  transaction: Transaction<Tables>,
  rows: readonly PriceRow[],
): Promise<Map<string, Block>> {
  const blocks = new Map<string, Block>()
  for (const { series, interval, candle } of rows) {
    const start = blockOf(candle.openTime, interval)
    blocks.set(keyOf(series, interval, start), { series, interval, start, candles: new Map() })
  }
  const { series, steps, starts } = columnsOf([...blocks.values()])
  const { rows: stored } = await sql<{ place: number; rows: Uint8Array }>`
    select asked.place::int4 as place, price_candles.rows
    from unnest(${series}::text[], ${steps}::int8[], ${starts}::int8[]) with ordinality
      asked (series, step, block, place)
    join price_candles using (series, step, block)`.execute(transaction)
  const all = [...blocks.values()]
  for (const { place, rows: packed } of stored) {
    const block = all[place - 1]
    if (!block) continue
    for (const candle of unpackPrices(packed, block.start, INTERVAL_MS[block.interval]))
      block.candles.set(candle.openTime, candle)
  }
  return blocks
}

async function writeBlocks(transaction: Transaction<Tables>, blocks: readonly Block[]): Promise<void> {
  const packed = blocks.map(({ interval, start, candles }) => {
    const ascending = [...candles.values()].sort((one, other) => one.openTime - other.openTime)
    return packPrices(ascending, start, INTERVAL_MS[interval])
  })
  await transaction
    .insertInto("price_candles")
    .values(
      blocks.map(({ series, interval, start }, place) => ({
        ...{ series, step: INTERVAL_MS[interval], block: start },
        rows: packed[place] ?? new Uint8Array(),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["series", "step", "block"])
        .doUpdateSet((row) => ({ rows: row.ref("excluded.rows") })),
    )
    .execute()
}

const columnsOf = (blocks: readonly Block[]) => ({
  series: blocks.map(({ series }) => series),
  steps: blocks.map(({ interval }) => INTERVAL_MS[interval]),
  starts: blocks.map(({ start }) => start),
})
