/** Reads and keeps a user's notes on positions, and adds up what contracts brought them over time (P34). */

import { type Kysely, sql } from "kysely"
import { formatAmount } from "#core/money/steps.ts"
import type { contractResult, positionNotes, RequestOf, ResponseOf } from "#core/wire/index.ts"
import { pageOf, readCursor } from "../storage/page.ts"
import type { Tables } from "../storage/schema.ts"
import { TIMED, withinTimes } from "../storage/time-range.ts"

type Noted = ResponseOf<typeof positionNotes>["rows"][number]

/** The newest position first. */
export async function notesOf(
  database: Kysely<Tables>,
  userId: number,
  { cursor, limit }: RequestOf<typeof positionNotes>,
): Promise<ResponseOf<typeof positionNotes>> {
  const rows = await database
    .selectFrom("position_notes")
    .selectAll()
    .where("user_id", "=", userId)
    .where("position", "<", readCursor(cursor).seq)
    .orderBy("position", "desc")
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit, ({ position }) => `${position}-0`)
  return {
    rows: page.rows.map(({ position, note, tags, changed }) => ({
      ...{ position, note, changed },
      tags: JSON.parse(tags) as string[],
    })),
    next: page.next,
  }
}

/** Keeps it, or takes it away where it is empty; false where the user has no such position. */
export async function keepNote(database: Kysely<Tables>, userId: number, noted: Noted): Promise<boolean> {
  const { position, note, tags, changed } = noted
  const owned = await database
    .selectFrom("positions")
    .select("id")
    .where("user_id", "=", userId)
    .where("id", "=", position)
    .executeTakeFirst()
  if (!owned) return false
  if (note === "" && tags.length === 0) {
    await database
      .deleteFrom("position_notes")
      .where("user_id", "=", userId)
      .where("position", "=", position)
      .execute()
    return true
  }
  const values = { note, tags: JSON.stringify(tags), changed }
  await database
    .insertInto("position_notes")
    .values({ user_id: userId, position, ...values })
    .onConflict((conflict) => conflict.columns(["user_id", "position"]).doUpdateSet(values))
    .execute()
  return true
}

/** Steps of a curve: more are no wider than a pixel of a phone. */
const STEPS = 180
const MINUTE_MS = 60_000
/** Lines of the bill that are a contract's result, and what of it. */
const PARTS = {
  trade: "profit",
  margin: "profit",
  liquidation: "profit",
  fee: "fees",
  funding: "funding",
} as const
type Part = (typeof PARTS)[keyof typeof PARTS]

/** Sums of the bill's lines of the contract account by step, oldest first. */
export async function resultOf(
  database: Kysely<Tables>,
  userId: number,
  { instrument, from, to = Number.MAX_SAFE_INTEGER }: RequestOf<typeof contractResult>,
  now: number,
): Promise<ResponseOf<typeof contractResult>> {
  const lines = database
    .selectFrom("bill")
    .where("user_id", "=", userId)
    .where("wallet", "=", "contract")
    .where("kind", "in", Object.keys(PARTS))
    .where(({ and }) => and(instrument === undefined ? {} : { instrument }))
  const first =
    from ?? (await lines.select(({ fn }) => fn.min("time").as("time")).executeTakeFirst())?.time ?? now
  const end = Math.max(first, Math.min(to, now))
  const stepMs = Math.max(MINUTE_MS, Math.ceil((end - first) / STEPS / MINUTE_MS) * MINUTE_MS)
  const step = sql<number>`time / ${sql.lit(stepMs)}`
  const sums = await lines
    .select(({ fn }) => [step.as("step"), "kind", fn.sum<string>("amount").as("sum")])
    .where(withinTimes(TIMED.bill, userId, { from: first, to: end }))
    .groupBy([sql`1`, "kind"])
    .orderBy(sql`1`)
    .execute()
  const rows = new Map<number, Record<Part, bigint>>()
  for (const { step: at, kind, sum } of sums) {
    const row = rows.get(Number(at)) ?? { profit: 0n, fees: 0n, funding: 0n }
    row[PARTS[kind as keyof typeof PARTS]] += BigInt(sum)
    rows.set(Number(at), row)
  }
  return {
    ...{ from: first, to: end, stepMs },
    rows: [...rows].map(([at, { profit, fees, funding }]) => ({
      time: at * stepMs,
      ...{ profit: formatAmount(profit), fees: formatAmount(fees), funding: formatAmount(funding) },
    })),
  }
}
