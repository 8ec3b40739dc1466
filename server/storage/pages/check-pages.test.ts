/** A changed bit, an emptied page and a shortened file are found in every relation of the embedded database (R7). */

import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openStorage } from "../open-storage.ts"
import type { Storage } from "../storage.ts"
import { damagedPages, type TableFiles } from "./check-pages.ts"
import { tableFiles } from "./check-relations.ts"
import { PAGE_BYTES } from "./page.ts"

const data = mkdtempSync(join(tmpdir(), "saker-pages-"))
const settings = {
  data,
  database: "simulated-1",
  seedFile: join(import.meta.dirname, "../../../dist/database/empty.tgz"),
  databaseUrl: "",
}
/** Enough for a second page in the smallest table and its index. */
const ROWS = 600
let tables: TableFiles[]

beforeAll(async () => {
  const storage = await openStorage(settings)
  await fillAll(storage)
  await storage.run("vacuum")
  await fillAll(storage)
  await storage.run("checkpoint")
  tables = await tableFiles(storage.database, join(data, settings.database))
  await storage.close()
}, 180_000)
afterAll(() => rmSync(data, { recursive: true, force: true }))

/** Rows of any sort in every table of ours, some with long values; what the rules of money say doesn't matter here. */
async function fillAll({ database, run }: Storage): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; type: string; indexed: boolean }>`
    select class.relname as table, attribute.attname as column, format_type(atttypid, null) as type,
      exists (select from pg_index where indrelid = class.oid and attnum = any (indkey)) as indexed
    from pg_class class join pg_attribute attribute on attribute.attrelid = class.oid
    where class.relkind = 'r' and class.relnamespace = current_schema()::regnamespace and attnum > 0
      and not attisdropped order by class.relname, attnum`.execute(database)
  await run("set session_replication_role = replica")
  await run(`do $$ declare rule record; begin
    for rule in select conrelid::regclass as "table", conname from pg_constraint
      where contype = 'c' and connamespace = current_schema()::regnamespace
    loop execute format('alter table %s drop constraint %I', rule."table", rule.conname); end loop; end $$`)
  const long = "(select string_agg(md5(random()::text || part), '') from generate_series(1, 120) part)"
  for (const [table, columns] of Map.groupBy(rows, (row) => row.table)) {
    if (table.startsWith("kysely") || table === "meta") continue
    const values = columns.map(({ type, indexed }) => {
      if (type === "text") return indexed ? "md5(random()::text)" : `case n when 3 then ${long} else 'x' end`
      if (type === "bytea") return `case n when 3 then convert_to(${long}, 'UTF8') else '\\x00'::bytea end`
      if (type === "boolean") return "false"
      return type === "numeric" ? "0" : `n + (select count(*) from "${table}")::int`
    })
    const names = columns.map(({ column }) => `"${column}"`).join(", ")
    const count = table === "engine_head" ? 1 : ROWS
    await run(`insert into "${table}" (${names}) overriding system value
      select ${values.join(", ")} from generate_series(1, ${count}) n on conflict do nothing`)
  }
  await run("set session_replication_role = origin")
}

const found = (table: TableFiles) => damagedPages([table])

/** The standard's lists of features have no index, and nothing of ours reads them: what they lost is not seen. */
const isUnread = (name: string) => name.startsWith("table information_schema.")

/** Damages first and last page of each relation in turn; answers where nothing was found that names it. */
function unseen(damage: (file: string, page: number, bytes: Buffer) => boolean): string[] {
  const unseen: string[] = []
  for (const table of tables)
    for (const { name, file } of [table, ...table.indexes]) {
      const whole = readFileSync(file)
      const last = whole.length / PAGE_BYTES - 1
      for (const page of last < 0 ? [] : new Set([0, last])) {
        if (!damage(file, page, Buffer.from(whole))) continue
        const problems = found(table)
        if (!problems.some((problem) => problem.includes(name))) unseen.push(`${name}, page ${page}`)
        writeFileSync(file, whole)
      }
    }
  return unseen
}

const isOurs = ({ name }: { name: string }) => /^(table|sequence) [a-z_]+$/.test(name)

describe("in every relation", () => {
  test("nothing is found where nothing is wrong, and each has pages to damage", () => {
    expect(tables.flatMap(found)).toEqual([])
    const empty = tables.filter(isOurs).filter(({ file }) => statSync(file).size === 0)
    expect(empty.map(({ name }) => name)).toEqual([])
  })

  test("a changed bit is found", () => {
    let bit = 0
    const flip = (file: string, page: number, bytes: Buffer) => {
      bit = (bit + 7919) % (PAGE_BYTES * 8)
      const at = page * PAGE_BYTES + (bit >> 3)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7))
      writeFileSync(file, bytes)
      return true
    }
    expect(unseen(flip)).toEqual([])
  })

  test("an emptied page is found", () => {
    const empty = (file: string, page: number, bytes: Buffer) => {
      if (bytes.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES).every((byte) => byte === 0)) return false
      writeFileSync(file, bytes.fill(0, page * PAGE_BYTES, (page + 1) * PAGE_BYTES))
      return true
    }
    expect(unseen(empty).filter((one) => !isUnread(one))).toEqual([])
  })

  test("a file that lost its end is found", () => {
    const shorten = (file: string, page: number) => {
      truncateSync(file, page * PAGE_BYTES)
      return true
    }
    expect(unseen(shorten).filter((one) => !isUnread(one))).toEqual([])
  })
})

test("a start refuses a folder in which one bit of the journal has changed, and names it", async () => {
  const journal = tables.find(({ name }) => name === "table journal")
  const file = journal?.file ?? ""
  const kept = join(data, "journal")
  copyFileSync(file, kept)
  const bytes = readFileSync(file)
  bytes[5000] = (bytes[5000] ?? 0) ^ 4
  writeFileSync(file, bytes)
  await expect(openStorage(settings)).rejects.toThrow(
    /^SAKER_DATA: [^\n]+ is damaged and was left as it is \(page 0 of table journal is not what was written[^\n]+$/,
  )
  copyFileSync(kept, file)
  truncateSync(file, PAGE_BYTES * Math.floor(statSync(file).size / PAGE_BYTES / 2))
  await expect(openStorage(settings)).rejects.toThrow(
    /of table journal lacks rows that index journal_pkey names/,
  )
  copyFileSync(kept, file)
  const storage = await openStorage(settings)
  expect(await storage.checkPages()).toEqual([])
  await storage.close()
})
