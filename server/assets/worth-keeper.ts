/** Stores what the watch noted: closing worths once a day and account (L7), and what was put in or taken out (L8). */

import { type Kysely, sql } from "kysely"
import type { Price8, TimeMs } from "#core/money/units.ts"
import type { Tables } from "../storage/schema.ts"
import { Valuation } from "./own-worth.ts"
import { DAY_MS, type DayEnd, type WorthWatch } from "./worth-watch.ts"

/** So long closing worths are kept: a year for the chart, and some days. */
export const KEPT_DAYS = 400
/** How often it is looked whether there is something to store. */
const LOOK_EVERY_MS = 1_000
/** Rows of one statement: a database takes some 65,000 parameters. */
const ROWS_AT_ONCE = 5_000

/** The close of a spot market's last minute before `time`, as its history has it; undefined: nobody knows it. */
type PriceBefore = (instrument: string, time: TimeMs) => Promise<Price8 | undefined>

interface KeeperParts {
  database: Kysely<Tables>
  watch: WorthWatch
  /** Sequence of the last command that is kept: what came behind it may never have happened. */
  committed(): number
  /** Spot markets, with the prices of a moment at which the exchange was down. */
  markets(): Valuation["markets"]
  priceBefore: PriceBefore
  log: { error(values: object, text: string): void }
}

export class WorthKeeper {
  readonly #parts: KeeperParts
  #timer: NodeJS.Timeout | undefined
  #saving: Promise<void> = Promise.resolve()

  constructor(parts: KeeperParts) {
    this.#parts = parts
  }

  /** Stores what there is now and then, until `stop`. */
  start(): void {
    this.#timer = setInterval(() => {
      if (!this.#parts.watch.hasNoted()) return
      this.save().catch((error) =>
        this.#parts.log.error({ err: error }, "closing worths could not be stored; it is tried again"),
      )
    }, LOOK_EVERY_MS).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#saving.catch(() => undefined)
  }

  /** Stores all that was noted of commands that are kept; one after the other. Rejects when the database doesn't take it. */
  save(): Promise<void> {
    const saved = this.#saving.catch(() => undefined).then(() => this.#save())
    this.#saving = saved
    return saved
  }

  async #save(): Promise<void> {
    const { watch, committed } = this.#parts
    const last = committed()
    await this.#saveMoves(last)
    for (;;) {
      const [dayEnd] = watch.dayEnds
      if (!dayEnd || dayEnd.seq > last) return
      await this.#saveDay(dayEnd)
      watch.dayEnds.shift()
    }
  }

  async #saveMoves(last: number): Promise<void> {
    const { database, watch } = this.#parts
    const moves = watch.moves.filter(({ seq }) => seq <= last)
    const rows = moves.map(({ seq, time, userId, value }) => ({
      ...{ seq, time, user_id: userId, value: value ?? null },
    }))
    for (const some of inParts(rows))
      await database
        .insertInto("worth_moves")
        .values(some)
        // A replay notes them again.
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    const stored = new Set(moves)
    watch.moves = watch.moves.filter((move) => !stored.has(move))
  }

  async #saveDay(dayEnd: DayEnd): Promise<void> {
    const { time, amounts } = dayEnd
    const valuation = dayEnd.valuation ?? (await this.#valuationAt(dayEnd))
    await this.#parts.database.transaction().execute(async (transaction) => {
      const nets = await netsOf(transaction, time)
      const ended = await endedAt(transaction, time)
      const rows: { user_id: number; time: number; worth: bigint; net_in: bigint | null }[] = []
      for (const userId of new Set([...amounts.keys(), ...nets.keys(), ...ended])) {
        // Who has nothing any more is told so once; who never had anything has no row.
        const worth = valuation.worthOf(amounts.get(userId) ?? new Map())
        const isOver = worth === 0n && !nets.has(userId) && !ended.has(userId)
        if (worth === undefined || isOver) continue
        const net = nets.get(userId)
        rows.push({ user_id: userId, time, worth, net_in: net === undefined ? 0n : net })
      }
      for (const some of inParts(rows))
        await transaction
          .insertInto("closing_worths")
          .values(some)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      const before = time - KEPT_DAYS * DAY_MS
      await transaction.deleteFrom("closing_worths").where("time", "<", before).execute()
      await transaction.deleteFrom("worth_moves").where("time", "<", before).execute()
    })
  }

  /** By the history: of the markets of coins that somebody has, and of those against USDT that these go through. */
  async #valuationAt({ time, amounts }: DayEnd): Promise<Valuation> {
    const { markets, priceBefore } = this.#parts
    const all = markets()
    const held = new Set([...amounts.values()].flatMap((own) => [...own.keys()]))
    const wanted = all.filter(({ base }) => held.has(base))
    const through = new Set(wanted.map(({ quote }) => quote))
    const prices = new Map<string, Price8>()
    for (const { id } of all.filter((market) => wanted.includes(market) || through.has(market.base))) {
      const price = await priceBefore(id, time)
      if (price !== undefined) prices.set(id, price)
    }
    return new Valuation(all, (id) => prices.get(id))
  }
}

/** Of the day that was over at `time`, by user: put in less taken out; null: the price of some of it wasn't known. */
async function netsOf(database: Kysely<Tables>, time: TimeMs): Promise<Map<number, bigint | null>> {
  const rows = await database
    .selectFrom("worth_moves")
    .select([
      "user_id",
      sql<string>`sum(value)`.as("sum"),
      sql<boolean>`bool_and(value is not null)`.as("known"),
    ])
    .where("time", ">=", time - DAY_MS)
    .where("time", "<", time)
    .groupBy("user_id")
    .execute()
  return new Map(rows.map(({ user_id, sum, known }) => [user_id, known ? BigInt(sum) : null]))
}

/** Who had something a day before `time`. */
async function endedAt(database: Kysely<Tables>, time: TimeMs): Promise<Set<number>> {
  const rows = await database
    .selectFrom("closing_worths")
    .select("user_id")
    .where("time", "=", time - DAY_MS)
    .where("worth", ">", "0")
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

function* inParts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE)
}
