/** Queries of what is public of contracts: paid funding rates, open interest, the insurance fund's money. */

import { type ExpressionBuilder, type Kysely, sql } from "kysely"
import { divideNearest } from "#core/money/rounding.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { fundingRates, insuranceFund, ResponseOf } from "#core/wire/index.ts"
import { pageOf } from "../storage/page.ts"
import type { Tables } from "../storage/schema.ts"
import type { TimeRange } from "../storage/time-range.ts"

interface Asked extends TimeRange {
  cursor?: string | undefined
  limit: number
}
type Timed = "funding_rates" | "open_interests" | "insurance_fund"

/** What lies in the range and behind the cursor, which is the time of the last row given. */
const within =
  ({ from, to, cursor }: Asked) =>
  ({ and, eb }: ExpressionBuilder<Tables, Timed>) => {
    const before = /^\d{1,15}$/.test(cursor ?? "") ? Number(cursor) : Number.MAX_SAFE_INTEGER
    return and([
      eb("time", "<", before),
      ...(from === undefined ? [] : [eb("time", ">=", from)]),
      ...(to === undefined ? [] : [eb("time", "<=", to)]),
    ])
  }

/** The newest first. */
export async function paidRates(
  database: Kysely<Tables>,
  asked: Asked & { instrument: string },
): Promise<Pick<ResponseOf<typeof fundingRates>, "rows" | "next">> {
  const rows = await database
    .selectFrom("funding_rates")
    .selectAll()
    .where("instrument", "=", asked.instrument)
    .where(within(asked))
    .orderBy("time", "desc")
    .limit(asked.limit + 1)
    .execute()
  const page = pageOf(rows, asked.limit, cursorOf)
  const rowOf = ({ time, rate, mark }: (typeof rows)[number]) => ({
    time,
    rate: formatAmount(BigInt(rate)),
    mark: mark === "0" ? "" : formatAmount(BigInt(mark)),
  })
  return { rows: page.rows.map(rowOf), next: page.next }
}

const HOUR_MS = 3_600_000
/** How far back the averages of {@link averageRates} look. */
const SPANS = { average8h: 8 * HOUR_MS, average1d: 24 * HOUR_MS, average7d: 168 * HOUR_MS }
type Averages = Record<keyof typeof SPANS, string>

export const NO_AVERAGES: Averages = { average8h: "", average1d: "", average7d: "" }

/** Means of the rates that each contract paid in the time before `now`, to the nearest 1e-8; empty where it paid none. */
export async function averageRates(database: Kysely<Tables>, now: number): Promise<Map<string, Averages>> {
  const rows = await database
    .selectFrom("funding_rates")
    .select(["instrument", "time", "rate"])
    .where("time", ">", now - SPANS.average7d)
    .where("time", "<=", now)
    .execute()
  const paid = Map.groupBy(rows, ({ instrument }) => instrument)
  return new Map(
    [...paid].map(([instrument, rates]) => {
      const mean = (span: number): string => {
        const within = rates.filter(({ time }) => time > now - span)
        if (within.length === 0) return ""
        const sum = within.reduce((total, { rate }) => total + BigInt(rate), 0n)
        return formatAmount(divideNearest(sum, BigInt(within.length)))
      }
      const { average8h, average1d, average7d } = SPANS
      return [
        instrument,
        { average8h: mean(average8h), average1d: mean(average1d), average7d: mean(average7d) },
      ]
    }),
  )
}

/** Sizes in 1e-8 of the base, the newest first. */
export async function openInterests(
  database: Kysely<Tables>,
  asked: Asked & { instrument: string },
): Promise<{ rows: { time: number; size: bigint }[]; next: string }> {
  const rows = await database
    .selectFrom("open_interests")
    .select(["time", "size"])
    .where("instrument", "=", asked.instrument)
    .where(within(asked))
    .orderBy("time", "desc")
    .limit(asked.limit + 1)
    .execute()
  const page = pageOf(rows, asked.limit, cursorOf)
  return { rows: page.rows.map(({ time, size }) => ({ time, size: BigInt(size) })), next: page.next }
}

/** What contracts settle in, and the fund is kept in. */
const CURRENCY = "USDT"

/** The newest first. */
export async function fundBalances(
  database: Kysely<Tables>,
  asked: Asked,
): Promise<ResponseOf<typeof insuranceFund>> {
  const now = database
    .selectFrom("balances")
    .select("amount as now")
    .where("account", "=", sql.lit("insurance"))
    .where("balances.currency", "=", CURRENCY)
  // In one statement, so that both are of one moment.
  const rows = await database
    .selectFrom("insurance_fund")
    .select(["time", "balance", now.as("now")])
    .where("currency", "=", CURRENCY)
    .where(within(asked))
    .orderBy("hour", "desc")
    .limit(asked.limit + 1)
    .execute()
  const { rows: shown, next } = pageOf(rows, asked.limit, cursorOf)
  const balance = rows[0]?.now ?? (await now.executeTakeFirst())?.now ?? "0"
  return {
    currency: CURRENCY,
    balance: formatAmount(BigInt(balance)),
    rows: shown.map(({ time, balance }) => ({ time, balance: formatAmount(BigInt(balance)) })),
    next,
  }
}

const cursorOf = ({ time }: { time: number }): string => String(time)
