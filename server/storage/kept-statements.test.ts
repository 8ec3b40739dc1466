/** Statements that are read once answer as those that are read each time, whatever happens between two of them. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { type RawBuilder, sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { KEPT_MARK } from "./database-message.ts"
import { openStorage } from "./open-storage.ts"
import { amounts, numbers, optional, texts } from "./row-arrays.ts"
import type { Storage } from "./storage.ts"

const data = mkdtempSync(join(tmpdir(), "saker-kept-"))
const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
let storage: Storage

beforeAll(async () => {
  storage = await openStorage({ data, database: "simulated-1", seedFile, databaseUrl: "" })
})
afterAll(async () => {
  await storage.close()
  rmSync(data, { recursive: true, force: true })
})

const ask = async <Row>(statement: RawBuilder<Row>): Promise<Row[]> =>
  (await sql<Row>`${sql.raw(KEPT_MARK)} ${statement}`.execute(storage.database)).rows

test("values of all kinds come through, in every column and as often as asked", async () => {
  const text = fc.string({ unit: "binary" }).map((value) => value.replaceAll("\0", ""))
  const row = fc.record({
    id: fc.maxSafeInteger(),
    name: fc.oneof(text, fc.constantFrom("", "NULL", '"', "\\", "{}", "a,b", '\\"')),
    amount: fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }),
    maybe: fc.option(fc.nat(), { nil: undefined }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), fc.uint8Array(), async (rows, bytes) => {
      const answered = await ask<{
        id: number
        name: string
        amount: string
        maybe: string
        bytes: Uint8Array
      }>(sql`
        select fresh.*, ${bytes}::bytea as bytes from unnest(
          ${numbers(rows.map(({ id }) => id))}, ${texts(rows.map(({ name }) => name))},
          ${amounts(rows.map(({ amount }) => amount))}, ${optional(rows.map(({ maybe }) => maybe))})
          fresh (id, name, amount, maybe)`)
      expect(answered.map((one) => ({ ...one, bytes: [...one.bytes] }))).toEqual(
        rows.map(({ id, name, amount, maybe }) => {
          return { id, name, amount: String(amount), maybe: String(maybe ?? ""), bytes: [...bytes] }
        }),
      )
    }),
    { numRuns: 60 },
  )
})

test("a refusal says which, and the same statement goes on", async () => {
  const divided = (by: number) => ask<{ share: number }>(sql`select 6 / ${by}::int4 as share`)
  expect(await divided(2)).toEqual([{ share: 3 }])
  await expect(divided(0)).rejects.toMatchObject({ sqlState: "22012" })
  expect(await divided(3)).toEqual([{ share: 2 }])
  await expect(ask(sql`select nothing from nowhere`)).rejects.toMatchObject({ sqlState: "42P01" })
  await expect(ask(sql`select nothing from nowhere`)).rejects.toMatchObject({ sqlState: "42P01" })
})

test("a table that was changed meanwhile is written as it is now", async () => {
  await storage.run("create table kept_rows (id int8 primary key)")
  const write = (id: number) =>
    ask<{ id: number }>(sql`
    insert into kept_rows (id) values (${id}::int8) returning id`)
  expect(await write(1)).toEqual([{ id: 1 }])
  await storage.run("alter table kept_rows add column note text not null default 'none'")
  await storage.run("alter table kept_rows add constraint small check (id < 10)")
  expect(await write(2)).toEqual([{ id: 2 }])
  await expect(write(11)).rejects.toMatchObject({ sqlState: "23514" })
  const { rows } = await sql`select id, note from kept_rows order by id`.execute(storage.database)
  expect(rows).toEqual([
    { id: 1, note: "none" },
    { id: 2, note: "none" },
  ])
})

test("of many texts only some are kept, and those given up are read again", async () => {
  const answers = async () => {
    for (let place = 0; place < 40; place += 1)
      expect(await ask(sql`select ${place}::int4 + ${sql.lit(place)} as twice`)).toEqual([
        { twice: 2 * place },
      ])
  }
  await answers()
  await answers()
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from pg_prepared_statements where name like 'kept_%'`.execute(
    storage.database,
  )
  expect(rows[0]?.count).toBe(24)
})
