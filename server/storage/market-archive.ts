/** Stores and reads back the market's data: candles of what was traded, run spans, counters, the last trades. */

import { type Kysely, type Selectable, sql, type Transaction } from "kysely"
import { bucketStart } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import type { Interval } from "#core/candle/interval.ts"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { Lots, Ticks, TimeMs } from "#core/money/units.ts"
import type { TradeRow } from "#core/wire/index.ts"
import { StartProblem } from "#server/settings/start-problem.ts"
import { packSeconds, unpackSeconds } from "./packed-seconds.ts"
import type { CandleTable, SecondsTable, Tables } from "./schema.ts"
import type { Storage } from "./storage.ts"

/** Stored as they are; every other interval is rolled up from one of them, or from packed seconds. */
export const STORED_INTERVALS = ["1m", "1h", "1D"] as const
export type StoredInterval = (typeof STORED_INTERVALS)[number]
export const STEP: Readonly<Record<StoredInterval, number>> = { "1m": 60, "1h": 3600, "1D": 86_400 }

/** One-second candles are kept this long. */
export const SECONDS_KEPT_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000
/** Counter of the batches told: nothing that is kept brings it back. Every other number comes back with the engine. */
export const REVISION = "revision"
/**
 * How far ahead of the revision given the saved one lies while the exchange runs. After a kill numbering goes on
 * behind that, so no revision is given twice, even if saving had failed for an hour.
 */
export const RESERVED_AHEAD = 10_000_000

/** When the exchange was up, [from, to) in epoch ms. */
export interface RunSpan {
  from: TimeMs
  to: TimeMs
}

/** The newest candle of each stored interval, and the seconds of the newest minute that has any, ascending. */
export interface NewestCandles {
  stored: { interval: StoredInterval; candle: Candle }[]
  seconds: Candle[]
}

export interface Saved {
  spans: RunSpan[]
  /** Numbering goes on behind these. */
  counters: Map<string, number>
  /** Oldest first. */
  trades: Map<string, TradeRow[]>
}

export interface SaveBatch {
  /** Everything up to here is in the batch. */
  time: TimeMs
  candles: readonly { instrument: string; interval: StoredInterval; candle: Candle }[]
  /** All seconds of a minute that saw a tick, ascending. */
  seconds: readonly { instrument: string; minute: TimeMs; candles: readonly Candle[] }[]
  /** The last number given, by name. */
  counters: ReadonlyMap<string, number>
  trades: ReadonlyMap<string, readonly TradeRow[]>
  /** The exchange is stopping: revisions go on right behind the last. */
  final: boolean
}

export class MarketArchive {
  readonly #storage: Storage
  readonly #database: Kysely<Tables>
  #started: TimeMs = 0

  constructor(storage: Storage) {
    this.#storage = storage
    this.#database = storage.database
  }

  async load(): Promise<Saved> {
    const spans = await this.#database.selectFrom("run_spans").selectAll().orderBy("started").execute()
    const counters = await this.#database.selectFrom("counters").selectAll().execute()
    const trades = await this.#database.selectFrom("recent_trades").selectAll().execute()
    return {
      spans: spans.map(({ started, ended }) => ({ from: started, to: ended })),
      counters: new Map(counters.map((row) => [row.name, row.resume_after])),
      trades: new Map(trades.map((row) => [row.instrument, JSON.parse(row.rows) as TradeRow[]])),
    }
  }

  /**
   * Opens the run's span and reserves its numbers, before the first of them is given.
   * Throws a StartProblem when an instrument's steps are not those its stored candles were counted in.
   */
  async begin(time: TimeMs, instruments: readonly Instrument[], counters: ReadonlyMap<string, number>) {
    await this.#checkSteps(instruments)
    this.#started = time
    await this.#database.transaction().execute(async (transaction) => {
      await transaction
        .insertInto("run_spans")
        .values({ started: time, ended: time })
        .onConflict((conflict) => conflict.column("started").doNothing())
        .execute()
      await saveCounters(transaction, counters, RESERVED_AHEAD)
    })
  }

  /** One transaction for everything; throws when nothing of it was kept. */
  async save(batch: SaveBatch): Promise<void> {
    await this.#storage.prepare()
    await this.#database.transaction().execute(async (transaction) => {
      await saveCandles(transaction, batch.candles)
      await saveSeconds(transaction, batch.seconds)
      await saveTrades(transaction, batch.trades)
      await saveCounters(transaction, batch.counters, batch.final ? 0 : RESERVED_AHEAD)
      await transaction
        .updateTable("run_spans")
        .set({ ended: batch.time })
        .where("started", "=", this.#started)
        .execute()
    })
  }

  /** Adds what was missing of an earlier run, and the span in which it was traded; all of it or nothing. */
  async recover({ candles, seconds, span }: Pick<SaveBatch, "candles" | "seconds"> & { span: RunSpan }) {
    await this.#storage.prepare()
    await this.#database.transaction().execute(async (transaction) => {
      await saveCandles(transaction, candles)
      await saveSeconds(transaction, seconds)
      await transaction
        .insertInto("run_spans")
        .values({ started: span.from, ended: span.to })
        .onConflict((conflict) => conflict.column("started").doUpdateSet({ ended: span.to }))
        .execute()
    })
  }

  /** Removes seconds that are too old, and gives the room of replaced rows back to the tables. */
  async prune(now: TimeMs): Promise<void> {
    await this.#storage.prepare()
    await this.#database
      .deleteFrom("seconds")
      .where("minute", "<", now - SECONDS_KEPT_MS)
      .execute()
    for (const table of ["seconds", "candles", "counters", "recent_trades", "run_spans", "price_candles"]) {
      await this.#storage.run(`vacuum ${table}`)
    }
  }

  /** What was traded, by buckets that open in [from, to), oldest first. */
  async candles(instrument: string, interval: StoredInterval, from: TimeMs, to: TimeMs): Promise<Candle[]> {
    const rows = await this.#database
      .selectFrom("candles")
      .selectAll()
      .where("instrument", "=", instrument)
      .where("step", "=", STEP[interval])
      .where("open_time", ">=", from)
      .where("open_time", "<", to)
      .orderBy("open_time")
      .execute()
    return rows.map(toCandle)
  }

  /** The buckets that hold `time`, of all instruments. */
  async candlesAt(time: TimeMs): Promise<Map<StoredInterval, { instrument: string; candle: Candle }[]>> {
    const found = new Map<StoredInterval, { instrument: string; candle: Candle }[]>()
    for (const interval of STORED_INTERVALS) {
      const rows = await sql<CandleTable>`
        select candles.* from instruments join candles on candles.instrument = instruments.id
          and candles.step = ${STEP[interval]} and candles.open_time = ${bucketStart(time, interval)}`.execute(
        this.#database,
      )
      found.set(
        interval,
        rows.rows.map((row) => ({ instrument: row.instrument, candle: toCandle(row) })),
      )
    }
    return found
  }

  /** Where saving had come to, by instrument. */
  async newest(): Promise<Map<string, NewestCandles>> {
    const found = new Map<string, NewestCandles>()
    const of = (instrument: string) => {
      const known = found.get(instrument) ?? { stored: [], seconds: [] }
      found.set(instrument, known)
      return known
    }
    for (const interval of STORED_INTERVALS) {
      const { rows } = await sql<CandleTable>`
        select newest.* from instruments, lateral (select * from candles where instrument = instruments.id
          and step = ${STEP[interval]} order by open_time desc limit 1) newest`.execute(this.#database)
      for (const row of rows) of(row.instrument).stored.push({ interval, candle: toCandle(row) })
    }
    const { rows } = await sql<SecondsTable>`
      select newest.* from instruments, lateral (select * from seconds where instrument = instruments.id
        order by minute desc limit 1) newest`.execute(this.#database)
    for (const { instrument, minute, rows: packed } of rows)
      of(instrument).seconds = unpackSeconds(packed, minute)
    return found
  }

  /** The newest minute with a trade that opens before `before`. */
  async lastMinute(instrument: string, before: TimeMs): Promise<Candle | undefined> {
    const row = await this.#database
      .selectFrom("candles")
      .selectAll()
      .where("instrument", "=", instrument)
      .where("step", "=", STEP["1m"])
      .where("open_time", "<", before)
      .orderBy("open_time", "desc")
      .limit(1)
      .executeTakeFirst()
    return row && toCandle(row)
  }

  /** One-second candles that open in [from, to), oldest first. */
  async seconds(instrument: string, from: TimeMs, to: TimeMs): Promise<Candle[]> {
    const rows = await this.#database
      .selectFrom("seconds")
      .selectAll()
      .where("instrument", "=", instrument)
      .where("minute", ">", from - MINUTE_MS)
      .where("minute", "<", to)
      .orderBy("minute")
      .execute()
    return rows.flatMap((row) => secondsIn(row, from, to))
  }

  async #checkSteps(instruments: readonly Instrument[]): Promise<void> {
    const known = await this.#database.selectFrom("instruments").selectAll().execute()
    const steps = new Map(known.map((row) => [row.id, row]))
    for (const { id, tick, lot } of instruments) {
      const row = steps.get(id)
      if (!row || (row.tick === Number(tick) && row.lot === Number(lot))) continue
      throw new StartProblem(
        `SAKER_DATA: ${id} was stored with tick ${row.tick} and lot ${row.lot} (in 1e-8), the feed lists it with ${tick} and ${lot}; allowed: a folder of the same listing`,
      )
    }
    const fresh = instruments.filter(({ id }) => !steps.has(id))
    if (fresh.length === 0) return
    await this.#database
      .insertInto("instruments")
      .values(fresh.map(({ id, tick, lot }) => ({ id, tick: Number(tick), lot: Number(lot) })))
      .execute()
  }
}

async function saveCandles(transaction: Transaction<Tables>, rows: SaveBatch["candles"]): Promise<void> {
  if (rows.length === 0) return
  const column = (read: (candle: Candle) => number) => rows.map(({ candle }) => read(candle))
  await sql`
    insert into candles (instrument, step, open_time, open, high, low, close, volume, last_trade_id)
    select * from unnest(
      ${rows.map((row) => row.instrument)}::text[],
      ${rows.map((row) => STEP[row.interval])}::int4[],
      ${column((candle) => candle.openTime)}::int8[],
      ${column((candle) => candle.open)}::int8[],
      ${column((candle) => candle.high)}::int8[],
      ${column((candle) => candle.low)}::int8[],
      ${column((candle) => candle.close)}::int8[],
      ${column((candle) => candle.volume)}::int8[],
      ${column((candle) => candle.lastTradeId)}::int8[])
    on conflict (instrument, step, open_time) do update set
      open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
      volume = excluded.volume, last_trade_id = excluded.last_trade_id`.execute(transaction)
}

async function saveSeconds(transaction: Transaction<Tables>, rows: SaveBatch["seconds"]): Promise<void> {
  if (rows.length === 0) return
  await transaction
    .insertInto("seconds")
    .values(
      rows.map(({ instrument, minute, candles }) => ({
        instrument,
        minute,
        rows: packSeconds(candles, minute),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["instrument", "minute"]).doUpdateSet((row) => ({ rows: row.ref("excluded.rows") })),
    )
    .execute()
}

async function saveTrades(transaction: Transaction<Tables>, trades: SaveBatch["trades"]): Promise<void> {
  if (trades.size === 0) return
  await sql`
    insert into recent_trades (instrument, rows)
    select * from unnest(
      ${[...trades.keys()]}::text[],
      ${[...trades.values()].map((rows) => JSON.stringify(rows))}::text[])
    on conflict (instrument) do update set rows = excluded.rows`.execute(transaction)
}

async function saveCounters(
  transaction: Transaction<Tables>,
  counters: ReadonlyMap<string, number>,
  ahead: number,
): Promise<void> {
  if (counters.size === 0) return
  const values = [...counters].map(([name, last]) => (name === REVISION ? last + ahead : last))
  await sql`
    insert into counters (name, resume_after)
    select * from unnest(${[...counters.keys()]}::text[], ${values}::int8[])
    on conflict (name) do update set resume_after = excluded.resume_after`.execute(transaction)
}

/** Seconds of a stored minute that open in [from, to). */
export const secondsIn = ({ rows, minute }: Selectable<SecondsTable>, from: TimeMs, to: TimeMs): Candle[] =>
  unpackSeconds(rows, minute).filter((candle) => candle.openTime >= from && candle.openTime < to)

export function toCandle(row: Selectable<CandleTable>): Candle {
  return {
    openTime: row.open_time,
    open: row.open as Ticks,
    high: row.high as Ticks,
    low: row.low as Ticks,
    close: row.close as Ticks,
    volume: row.volume as Lots,
    lastTradeId: row.last_trade_id,
    closed: true,
    generated: false,
  }
}

/** Which stored interval another is rolled up from; undefined: the packed seconds. */
export function storedSource(interval: Interval): StoredInterval | undefined {
  switch (interval) {
    case "1s":
    case "5s":
    case "15s":
      return undefined
    case "1m":
    case "5m":
    case "15m":
    case "30m":
      return "1m"
    case "1h":
    case "4h":
      return "1h"
    default:
      return "1D"
  }
}
