/** Stores and reads back hours of index ticks: lines of the hour that runs, and the file of one that is over (O6). */

import { type Kysely, sql, type Transaction } from "kysely"
import type { TimeMs } from "#core/money/units.ts"
import { SILENT_LIMIT_MS } from "#core/second/second-contract.ts"
import { HOUR_MS } from "#core/second/tick-line.ts"
import type { Tables } from "./schema.ts"
import type { Storage } from "./storage.ts"

/** The longest period that a second contract may have, and the silence after it (O3, O4). */
const LONGEST_MS = 86_400_000 + SILENT_LIMIT_MS
/**
 * Does a second contract name a tick of the hour, as its first, its last, or one between? One that was refunded without a
 * tick rests on the ticks until then.
 */
const RESTS = sql<boolean>`exists (
  select 1 from second_contracts
  where second_contracts.index_id = index_hours.index_id
    and open_time >= index_hours.hour - ${sql.lit(LONGEST_MS)}::int8
    and open_time < index_hours.hour + ${sql.lit(HOUR_MS)}::int8
    and coalesce(settle_time, settled, expiry) >= index_hours.hour
)`

/** An hour as it is stored, without its ticks. */
export interface StoredHour {
  index: string
  hour: TimeMs
  first: number
  last: number
  before: string
  hash: string
}
export type HourState = Tables["index_hours"]["state"]

/** Lines that are new; `head`: the hour as it stands with them. */
export interface NewLines {
  head: StoredHour
  /** Number of the first of them. */
  from: number
  /** As gzip. */
  lines: Uint8Array
}

/** What is stored of an hour's ticks: its file, or its lines; neither: they were dropped. */
export interface StoredTicks {
  head: StoredHour
  file?: Uint8Array
  parts?: Uint8Array[]
}

export class HourArchive {
  readonly #storage: Storage
  readonly #database: Kysely<Tables>

  constructor(storage: Storage) {
    this.#storage = storage
    this.#database = storage.database
  }

  /** The last hour of each index. */
  async newest(): Promise<StoredHour[]> {
    const rows = await this.#heads()
      .distinctOn("index_id")
      .orderBy("index_id")
      .orderBy("hour", "desc")
      .execute()
    return rows.map(hourOfRow)
  }

  /** Adds lines behind those that are there; the same may come again, and more of them. All of it or nothing. */
  async save(parts: readonly NewLines[]): Promise<void> {
    if (parts.length === 0) return
    await this.#storage.prepare()
    await this.#database.transaction().execute(async (transaction) => {
      await saveHeads(transaction, parts)
      await transaction
        .insertInto("index_lines")
        .values(
          parts.map(({ head, from, lines }) => ({
            ...{ index_id: head.index, hour: head.hour, first: from, last: head.last, lines },
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(["index_id", "hour", "first"])
            .doUpdateSet((row) => ({ last: row.ref("excluded.last"), lines: row.ref("excluded.lines") })),
        )
        .execute()
    })
  }

  /** Hours before `time` that have no file yet, the oldest first. */
  async unjoined(time: TimeMs): Promise<StoredHour[]> {
    const rows = await this.#heads()
      .where("state", "=", "running")
      .where("hour", "<=", time - HOUR_MS)
      .orderBy("hour")
      .orderBy("index_id")
      .execute()
    return rows.map(hourOfRow)
  }

  /** Puts the file in the place of its lines. */
  async join({ index, hour }: StoredHour, file: Uint8Array): Promise<void> {
    await this.#storage.prepare()
    await this.#database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable("index_hours")
        .set({ file, state: "joined" })
        .where("index_id", "=", index)
        .where("hour", "=", hour)
        .where("state", "=", "running")
        .execute()
      await transaction
        .deleteFrom("index_lines")
        .where("index_id", "=", index)
        .where("hour", "=", hour)
        .execute()
    })
  }

  /** Up to `limit` hours that lie in [from, to], newest first. */
  async hours(
    index: string,
    { from, to, limit }: { from: TimeMs; to: TimeMs; limit: number },
  ): Promise<{ hour: StoredHour; state: HourState }[]> {
    const rows = await this.#heads()
      .where("index_id", "=", index)
      .where("hour", ">", from - HOUR_MS)
      .where("hour", "<=", to)
      .orderBy("hour", "desc")
      .limit(limit)
      .execute()
    return rows.map((row) => ({ hour: hourOfRow(row), state: row.state }))
  }

  /** The ticks that are stored of an hour; undefined: none of it are. */
  async ticks(index: string, hour: TimeMs): Promise<StoredTicks | undefined> {
    // In one statement: a file that is joined meanwhile takes the lines away.
    const { rows } = await sql<HeadRow & { file: Uint8Array | null; lines: Uint8Array | null }>`
      select index_hours.*, index_lines.lines from index_hours left join index_lines using (index_id, hour)
      where index_id = ${index} and hour = ${hour} order by index_lines.first`.execute(this.#database)
    const [row] = rows
    if (!row) return undefined
    const head = hourOfRow(row)
    if (row.file) return { head, file: row.file }
    if (row.state !== "running") return { head }
    return { head, parts: rows.flatMap(({ lines }) => (lines ? [lines] : [])) }
  }

  /** Files of hours before `time` go, but for those that a second contract rests on: they stay for good. */
  async drop(time: TimeMs): Promise<void> {
    await this.#storage.prepare()
    await sql`
      with old as (
        select index_id, hour, ${RESTS} as rests from index_hours where state = 'joined' and hour <= ${time - HOUR_MS}
      )
      update index_hours set state = case when rests then 'kept' else 'dropped' end,
        file = case when rests then file end
      from old where old.index_id = index_hours.index_id and old.hour = index_hours.hour`.execute(
      this.#database,
    )
  }

  /** Gives the room of replaced and deleted rows back to the tables. */
  async vacuum(): Promise<void> {
    for (const table of ["index_lines", "index_hours"]) await this.#storage.run(`vacuum ${table}`)
  }

  #heads() {
    const columns = ["index_id", "hour", "first", "last", "before", "hash", "state"] as const
    return this.#database.selectFrom("index_hours").select(columns)
  }
}

async function saveHeads(transaction: Transaction<Tables>, parts: readonly NewLines[]): Promise<void> {
  await transaction
    .insertInto("index_hours")
    .values(
      parts.map(({ head: { index, ...head } }) => ({
        ...{ index_id: index, ...head, state: "running" as const, file: null },
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["index_id", "hour"])
        .doUpdateSet((row) => ({ last: row.ref("excluded.last"), hash: row.ref("excluded.hash") })),
    )
    .execute()
}

type HeadRow = Omit<Tables["index_hours"], "file">

const hourOfRow = ({ index_id, hour, first, last, before, hash }: HeadRow): StoredHour => ({
  ...{ index: index_id, hour, first, last, before, hash },
})
