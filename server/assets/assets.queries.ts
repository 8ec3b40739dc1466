/** What does a user read of their money's movements? Rows of the bill, always by their own number. */

import type { Kysely } from "kysely"
import { formatAmount } from "#core/money/steps.ts"
import type { BillRow, Wallet } from "#core/wire/index.ts"
import { given, pageOf, placeOf } from "../storage/page.ts"
import type { Tables } from "../storage/schema.ts"

export interface BillFilter {
  wallet?: Wallet | undefined
  currency?: string | undefined
  kind?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** The newest first. */
export async function billPage(
  database: Kysely<Tables>,
  userId: number,
  asked: BillFilter & { cursor?: string | undefined; limit: number },
): Promise<{ rows: BillRow[]; next: string }> {
  const { seq, n } = placeOf(asked.cursor)
  const { wallet, currency, kind, from = 0, to = Number.MAX_SAFE_INTEGER } = asked
  const rows = await database
    .selectFrom("bill")
    .selectAll()
    .where("user_id", "=", userId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("seq", "n"), "<", tuple(seq, n)))
    .where(({ and }) => and(given({ wallet, currency, kind })))
    .where(({ between }) => between("time", from, to))
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
