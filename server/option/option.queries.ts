/** Queries of a user's second contracts, always by the user's own number. */

import { type Kysely, sql } from "kysely"
import type { optionRecords, RequestOf, ResponseOf } from "#core/wire/index.ts"
import { secondContractOf, type TicksBefore } from "#server/read-model/second-rows.ts"
import { given, pageOf, readCursor } from "../storage/page.ts"
import { secondOfRow } from "../storage/recorded-seconds.ts"
import type { Tables } from "../storage/schema.ts"
import { TIMED, withinTimes } from "../storage/time-range.ts"

export interface OptionReading {
  database: Kysely<Tables>
  ticksBefore: TicksBefore
}

/** What has ended, the newest end first. */
export async function secondHistory(
  { database, ticksBefore }: OptionReading,
  userId: number,
  asked: RequestOf<typeof optionRecords>,
): Promise<ResponseOf<typeof optionRecords>> {
  const { seq, n } = readCursor(asked.cursor)
  const { instrument, direction, status } = asked
  const rows = await database
    .selectFrom("second_contracts")
    .selectAll()
    .where("user_id", "=", userId)
    .where("status", "<>", sql.lit("open"))
    .where(({ eb, refTuple, tuple }) => eb(refTuple("sequence", "id"), "<", tuple(seq, n)))
    .where(({ and }) => and(given({ instrument, direction, status })))
    .where(withinTimes(TIMED.endedSeconds, userId, asked))
    .orderBy("sequence", "desc")
    .orderBy("id", "desc")
    .limit(asked.limit + 1)
    .execute()
  const page = pageOf(rows, asked.limit, (row) => `${row.sequence}-${row.id}`)
  return { rows: page.rows.map((row) => secondContractOf(secondOfRow(row), ticksBefore)), next: page.next }
}
