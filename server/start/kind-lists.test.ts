/** Is a user's short list of one kind of orders and fills found without reading a long one of the other? */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { CompiledQuery, type RootOperationNode, sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { MarketTexts } from "#server/read-model/step-texts.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "#tests/support/postgres.ts"
import * as contract from "../contract/contract.queries.ts"
import * as spot from "../spot/spot.queries.ts"

const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
const KINDS = ["the embedded database", ...(postgresIsThere ? ["a PostgreSQL server"] : [])]
if (!postgresIsThere) test.skip(`a PostgreSQL server: ${LEFT_OUT}`, () => undefined)

const ADA = 1
const MANY = 20_000
const TIME = 1_785_000_000_000
const textsOf = () => new MarketTexts({ tick: 1_000_000n, lot: 100_000n })

describe.each(KINDS)("on %s", (kind) => {
  const folder = mkdtempSync(join(tmpdir(), "saker-kinds-"))
  let storage: Storage
  let drop = async () => undefined as undefined
  beforeAll(async () => {
    const server = kind === "a PostgreSQL server" ? await freshDatabase() : undefined
    if (server) drop = () => server.drop().then(() => undefined)
    const databaseUrl = server?.url ?? ""
    storage = await openStorage({ data: folder, database: "simulated-1", seedFile, databaseUrl })
    // Three of the contract's long ago, then very many of spot.
    const isOfContract = sql`case when row < 3 then 'perpetual' else 'spot' end`
    await sql`
      insert into fills (user_id, seq, n, order_id, kind, instrument, trade, side, price, quantity, turnover, fee,
        fee_currency, liquidity, time)
      select ${ADA}, 1000 + row, 0, row, ${isOfContract}, 'ABC_USDT', row, 'buy', 5, 7, 35, 0, 'USDT', 'taker', ${TIME}::int8 + row
      from generate_series(0, ${MANY - 1}) row`.execute(storage.database)
    await sql`
      insert into orders (id, user_id, kind, instrument, side, order_type, time_in_force, post_only, executed,
        executed_quote, charged, fee_currency, hold, status, reason, created, updated, sequence)
      select row, ${ADA}, ${isOfContract}, 'ABC_USDT', 'buy', 'limit', 'gtc', false, 0, 0, 0, 'USDT', 0, 'cancelled', '',
        ${TIME}::int8 + row, ${TIME}::int8 + row, 1000 + row
      from generate_series(0, ${MANY - 1}) row`.execute(storage.database)
    for (const table of ["fills", "orders"]) await sql`analyze ${sql.table(table)}`.execute(storage.database)
    // The first embedded database on a machine is made from nothing.
  }, 180_000)
  afterAll(async () => {
    await storage.close()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** How the database finds the rows of the one query that this sends. */
  async function planOf(list: (database: Storage["database"]) => Promise<{ rows: unknown[] }>) {
    let asked: RootOperationNode | undefined
    const watched = storage.database.withPlugin({
      transformQuery: ({ node }) => {
        asked = node
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const { rows } = await list(watched)
    if (!asked) throw new Error("nothing was asked")
    const { sql: text, parameters } = storage.database.getExecutor().compileQuery(asked, { queryId: "plan" })
    const plan = await storage.database.executeQuery<{ "QUERY PLAN": string }>(
      CompiledQuery.raw(`explain (analyze) ${text}`, [...parameters]),
    )
    return { count: rows.length, text: plan.rows.map((line) => line["QUERY PLAN"]).join("\n") }
  }

  const page = { limit: 50 }
  const recent = { ...page, from: TIME, to: TIME + MANY }
  const old = { ...page, from: TIME, to: TIME + 1 }
  test.each([
    ["ended contract orders", "orders_ended_kind", contract.orderHistory, page, 3],
    ["ended contract orders of a time", "orders_ended_kind", contract.orderHistory, old, 2],
    ["contract fills", "fills_kind", contract.fillHistory, page, 3],
    ["contract fills of a time", "fills_kind", contract.fillHistory, old, 2],
    ["ended spot orders of a time", "orders_ended_kind", spot.orderHistory, recent, 50],
    ["spot fills of a time", "fills_kind", spot.fillHistory, recent, 50],
  ] as const)("%s are found by %s", async (_, index, list, asked, count) => {
    const plan = await planOf((database) => list({ database, textsOf }, ADA, asked))
    expect(plan.count, plan.text).toBe(count)
    expect(plan.text).toMatch(new RegExp(`Index (Only )?Scan (Backward )?using ${index} `))
    expect(plan.text).not.toMatch(/Seq Scan|Bitmap/)
    const removed = [...plan.text.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => Number(rows))
    expect(Math.max(0, ...removed), plan.text).toBeLessThan(10)
  })
})
