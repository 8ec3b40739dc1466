/** The bill as CSV files, the exchange's own and those of tax programs, read and written a page at a time, however long they are. */

import { Readable } from "node:stream"
import type { FastifyInstance } from "fastify"
import type { z } from "zod/mini"
import { CSV_MARK, csvLine } from "#core/wire/csv-text.ts"
import {
  BILL_EXPORT_PATH,
  BILL_EXPORTS_PER_MINUTE,
  type BillRow,
  billExportRequest,
  TAX_EXPORT_PATH,
  type TaxFormat,
  taxExportRequest,
} from "#core/wire/index.ts"
import { readWith } from "../calls/read-request.ts"
import { Refusal } from "../calls/refusal.ts"
import type { FindSession } from "../calls/session.ts"
import { sessionOf } from "../calls/session.ts"
import type { HistoryReads } from "../storage/history-reads.ts"
import { isBackwards, type TimeRange } from "../storage/time-range.ts"
import { type BillFilter, billPage, principalsOf } from "./assets.queries.ts"
import { taxHead, taxLine } from "./tax-formats.ts"
import { groupsOf, legsOf } from "./tax-legs.ts"

/** Rows read and written at a time. */
const PAGE_ROWS = 1000
/** Files that may be made at a time; they read much. */
const AT_A_TIME = 4

const COLUMNS = ["id", "time", "wallet", "currency", "kind", "amount", "balance", "instrument", "reference"]

interface ExportParts {
  reads: HistoryReads
  findSession: FindSession
}

/** A file that a user may ask for. */
interface UserFile<Asked> {
  url: string
  name: string
  request: z.ZodMiniType<Asked>
  text: (reads: HistoryReads, userId: number, asked: Asked) => AsyncGenerator<Buffer>
}

/** Adds the pages; the refusals are those of a call, and so is the way they look. */
export function addBillExport(app: FastifyInstance, parts: ExportParts): void {
  const open = { count: 0 }
  addFile(app, parts, open, {
    url: BILL_EXPORT_PATH,
    name: "bill",
    request: billExportRequest,
    text: billText,
  })
  addFile(app, parts, open, { url: TAX_EXPORT_PATH, name: "tax", request: taxExportRequest, text: taxText })
}

function addFile<Asked extends TimeRange>(
  app: FastifyInstance,
  { reads, findSession }: ExportParts,
  open: { count: number },
  { url, name, request: schema, text }: UserFile<Asked>,
): void {
  app.route({
    method: "GET",
    url,
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
      const asked = readWith(schema, request.query)
      if (!asked.ok) throw new Refusal(asked.problem)
      if (isBackwards(asked.value)) throw new Refusal({ name: "TIME_RANGE" })
      if (open.count >= AT_A_TIME) throw new Refusal({ name: "RATE_LIMIT" })
      open.count += 1
      const file = Readable.from(text(reads, session.userId, asked.value), { objectMode: false })
      file.once("close", () => {
        open.count -= 1
      })
      return reply
        .header("cache-control", "no-store")
        .header("content-disposition", `attachment; filename="${name}.csv"`)
        .type("text/csv; charset=utf-8")
        .send(file)
    },
  })
}

/** The text of the file, piece by piece; the next is read when the last was taken. */
async function* billText(reads: HistoryReads, userId: number, filter: BillFilter): AsyncGenerator<Buffer> {
  yield Buffer.from(CSV_MARK + csvLine(COLUMNS))
  let cursor: string | undefined
  do {
    const page = await reads.read(userId, (database) =>
      billPage(database, userId, { ...filter, cursor, limit: PAGE_ROWS }),
    )
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

/** As {@link billText}, with a row for each leg. What ends a page waits for the next one: a trade may lie across both. */
async function* taxText(
  reads: HistoryReads,
  userId: number,
  { format, ...range }: TimeRange & { format: TaxFormat },
): AsyncGenerator<Buffer> {
  yield Buffer.from(taxHead(format))
  let cursor: string | undefined
  let waiting: BillRow[] = []
  do {
    const page = await reads.read(userId, (database) =>
      billPage(database, userId, { ...range, cursor, limit: PAGE_ROWS }),
    )
    const groups = groupsOf([...waiting, ...page.rows])
    waiting = page.next === "" ? [] : (groups.pop() ?? [])
    const principals = await reads.read(userId, (database) => principalsOf(database, userId, groups.flat()))
    const legs = groups.flatMap((rows) => legsOf(rows, (holding) => principals.get(holding)))
    if (legs.length > 0) yield Buffer.from(legs.map((leg) => taxLine(format, leg)).join(""))
    cursor = page.next
  } while (cursor !== "")
}
