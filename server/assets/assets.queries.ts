/** Reads the bill of a user, always by the user's own number. */

import type { Kysely } from "kysely"
import { formatAmount } from "#core/money/steps.ts"
import type { BillRow, Wallet } from "#core/wire/index.ts"
import { given, pageOf, readCursor } from "../storage/page.ts"
import type { Tables } from "../storage/schema.ts"
import { TIMED, type TimeRange, withinTimes } from "../storage/time-range.ts"

export interface BillFilter extends TimeRange {
  wallet?: Wallet | undefined
  currency?: string | undefined
  kind?: string | undefined
}

/** The newest first. */
export async function billPage(
  database: Kysely<Tables>,
  userId: number,
  asked: BillFilter & { cursor?: string | undefined; limit: number },
): Promise<{ rows: BillRow[]; next: string }> {
  const { seq, n } = readCursor(asked.cursor)
  const { wallet, currency, kind } = asked
  const rows = await database
    .selectFrom("bill")
    .selectAll()
    .where("user_id", "=", userId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("seq", "n"), "<", tuple(seq, n)))
    .where(({ and }) => and(given({ wallet, currency, kind })))
    .where(withinTimes(TIMED.bill, userId, asked))
    .orderBy("seq", "desc")
    .orderBy("n", "desc")
    .limit(asked.limit + 1)
    .execute()
  const page = pageOf(rows, asked.limit, (row) => `${row.seq}-${row.n}`)
  return {
    rows: page.rows.map((row) => ({
      id: `${row.seq}-${row.n}`,
      time: row.time,
      wallet: row.wallet as Wallet,
      currency: row.currency,
      kind: row.kind,
      amount: formatAmount(BigInt(row.amount)),
      balance: formatAmount(BigInt(row.balance)),
      reference: row.reference,
      instrument: row.instrument,
    })),
    next: page.next,
  }
}

/** What was paid into the AI holdings that these lines are for, by the holding's number, in 1e-8. */
export async function principalsOf(
  database: Kysely<Tables>,
  userId: number,
  rows: readonly BillRow[],
): Promise<ReadonlyMap<string, bigint>> {
  const ids = rows.flatMap(({ kind, reference }) =>
    kind === "ai" ? [Number(reference.replace(/^ai:/, ""))] : [],
  )
  if (ids.length === 0) return new Map()
  const holdings = await database
    .selectFrom("ai_holdings")
    .select(["id", "principal"])
    .where("user_id", "=", userId)
    .where("id", "in", [...new Set(ids)])
    .execute()
  return new Map(holdings.map(({ id, principal }) => [String(id), BigInt(principal)]))
}
