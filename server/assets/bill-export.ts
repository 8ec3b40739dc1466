/** The bill as a CSV file, read and written a page at a time, however long it is. */

import { Readable } from "node:stream"
import type { FastifyInstance } from "fastify"
import type { Kysely } from "kysely"
import { CSV_MARK, csvLine } from "#core/wire/csv-text.ts"
import {
  BILL_EXPORT_PATH,
  BILL_EXPORTS_PER_MINUTE,
  type BillRow,
  billExportRequest,
} from "#core/wire/index.ts"
import { readWith } from "../calls/read-request.ts"
import { Refusal } from "../calls/refusal.ts"
import type { FindSession } from "../calls/session.ts"
import { sessionOf } from "../calls/session.ts"
import type { Tables } from "../storage/schema.ts"
import { isBackwards } from "../storage/time-range.ts"
import { type BillFilter, billPage } from "./assets.queries.ts"

/** Rows read and written at a time. */
const PAGE_ROWS = 1000
/** Files that may be made at a time; they read much. */
const AT_A_TIME = 4

const COLUMNS = ["id", "time", "wallet", "currency", "kind", "amount", "balance", "instrument", "reference"]

interface ExportParts {
  database: Kysely<Tables>
  findSession: FindSession
}

/** Adds the page; the refusals are those of a call, and so is the way they look. */
export function addBillExport(app: FastifyInstance, { database, findSession }: ExportParts): void {
  let open = 0
  app.route({
    method: "GET",
    url: BILL_EXPORT_PATH,
    config: {
      rateLimit: {
        max: BILL_EXPORTS_PER_MINUTE,
        timeWindow: 60_000,
        errorResponseBuilder: () => new Refusal({ name: "RATE_LIMIT" }),
      },
    },
    async handler(request, reply) {
      const session = await sessionOf(request, findSession)
      if (!session) throw new Refusal({ name: "SESSION" })
      const filter = readWith(billExportRequest, request.query)
      if (!filter.ok) throw new Refusal(filter.problem)
      if (isBackwards(filter.value)) throw new Refusal({ name: "TIME_RANGE" })
      if (open >= AT_A_TIME) throw new Refusal({ name: "RATE_LIMIT" })
      open += 1
      const file = Readable.from(billText(database, session.userId, filter.value), { objectMode: false })
      file.once("close", () => {
        open -= 1
      })
      return reply
        .header("cache-control", "no-store")
        .header("content-disposition", 'attachment; filename="bill.csv"')
        .type("text/csv; charset=utf-8")
        .send(file)
    },
  })
}

/** The text of the file, piece by piece; the next is read when the last was taken. */
async function* billText(
  database: Kysely<Tables>,
  userId: number,
  filter: BillFilter,
): AsyncGenerator<Buffer> {
  yield Buffer.from(CSV_MARK + csvLine(COLUMNS))
  let cursor: string | undefined
  do {
    const page = await billPage(database, userId, { ...filter, cursor, limit: PAGE_ROWS })
    if (page.rows.length > 0) yield Buffer.from(page.rows.map(lineOf).join(""))
    cursor = page.next
  } while (cursor !== "")
}

const lineOf = (row: BillRow): string =>
  csvLine([
    row.id,
    new Date(row.time).toISOString(),
    row.wallet,
    row.currency,
    row.kind,
    row.amount,
    row.balance,
    row.instrument,
    row.reference,
  ])
