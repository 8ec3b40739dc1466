/** Reads a user's newest fills of all kinds of instruments: what a snapshot of the account carries. */

import type { Kysely } from "kysely"
import type { PrivateRows } from "#core/wire/index.ts"
import { perpetualFillOfRow } from "../contract/contract.queries.ts"
import type { TextsOf } from "../read-model/account-rows.ts"
import { spotFillOfRow } from "../spot/spot.queries.ts"
import type { Tables } from "../storage/schema.ts"

/** Oldest first. */
export async function newestFills(
  { database, textsOf }: { database: Kysely<Tables>; textsOf: TextsOf },
  userId: number,
  limit: number,
): Promise<PrivateRows["fill"][]> {
  const rows = await database
    .selectFrom("fills")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("seq", "desc")
    .orderBy("n", "desc")
    .limit(limit)
    .execute()
  return rows
    .map((row) => (row.kind === "perpetual" ? perpetualFillOfRow(row, textsOf) : spotFillOfRow(row, textsOf)))
    .reverse()
}
