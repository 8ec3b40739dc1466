/** Reads closing worths of a user, and what has changed since the newest, always by the user's own number. */

import type { Kysely } from "kysely"
import { formatAmount } from "#core/money/steps.ts"
import type { ResponseOf, worth } from "#core/wire/index.ts"
import type { EngineState } from "#server/engine/state.ts"
import type { Tables } from "../storage/schema.ts"
import { amountsOfUser, Valuation } from "./own-worth.ts"
import { todayChange } from "./today-change.ts"
import { DAY_MS, type WorthWatch } from "./worth-watch.ts"

interface WorthSources {
  database: Kysely<Tables>
  /** Read between two commands. */
  engine: EngineState
  watch: WorthWatch
  now(): number
}

/** `days`: closing worths of so many days back. */
export async function ownWorth(
  { database, engine, watch, now }: WorthSources,
  userId: number,
  days: number,
): Promise<ResponseOf<typeof worth>> {
  // In one go: worth and moves are those of one moment.
  const time = now()
  const { seq: last } = engine.log
  const present = Valuation.ofEngine(engine).worthOf(amountsOfUser(engine, userId))
  const moves = new Map(watch.moves.filter((move) => move.userId === userId).map((move) => [move.seq, move]))

  const closings = database.selectFrom("closing_worths").selectAll().where("user_id", "=", userId)
  const newest = await closings.orderBy("time", "desc").limit(1).executeTakeFirst()
  const next = (Math.floor(time / DAY_MS) + 1) * DAY_MS
  const presentText = present === undefined ? null : formatAmount(present)
  if (!newest) return { time, worth: presentText, next, close: null, rows: [] }
  const rows = await closings
    .where("time", ">", time - days * DAY_MS)
    .orderBy("time")
    .execute()
  const stored = await database
    .selectFrom("worth_moves")
    .select(["seq", "value"])
    .where("user_id", "=", userId)
    .where("time", ">=", newest.time)
    .where("seq", "<=", last)
    .execute()
  const values = new Map(stored.map(({ seq, value }) => [seq, value === null ? undefined : BigInt(value)]))
  for (const move of moves.values()) if (move.time >= newest.time) values.set(move.seq, move.value)
  const net = sumOf(values.values())
  const change =
    present === undefined || net === undefined ? undefined : todayChange(present, BigInt(newest.worth), net)
  return {
    ...{ time, worth: presentText, next },
    close: {
      time: newest.time,
      worth: formatAmount(BigInt(newest.worth)),
      netIn: net === undefined ? null : formatAmount(net),
      change: change ? formatAmount(change.amount) : null,
      percent: change?.percent === undefined ? null : percentText(change.percent),
    },
    rows: rows.map((row) => ({
      time: row.time,
      worth: formatAmount(BigInt(row.worth)),
      netIn: row.net_in === null ? null : formatAmount(BigInt(row.net_in)),
    })),
  }
}

/** Undefined as soon as one of them is. */
function sumOf(values: Iterable<bigint | undefined>): bigint | undefined {
  let sum = 0n
  for (const value of values) {
    if (value === undefined) return undefined
    sum += value
  }
  return sum
}

/** Of hundredths. @example percentText(-141n) // "-1.41" */
function percentText(hundredths: bigint): string {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, "0")
  return `${hundredths < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
