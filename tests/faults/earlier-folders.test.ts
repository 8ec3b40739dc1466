/**
 * This release opens the data folders of earlier ones, one of each state version, with nothing lost (R6).
 *
 * `fixtures/data-folders/state-N.tar.zst` holds the embedded database twice: `clean` as a clean stop left it, `killed`
 * after more trading and `kill -9`. `state-N.json` is what that release told its two users just before.
 */

import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { zstdDecompressSync } from "node:zlib"
import { afterAll, describe, expect, test } from "vitest"
import { formatAmount } from "#core/money/steps.ts"
import type { Engine } from "#server/engine/engine.ts"
import { STATE_VERSION } from "#server/engine/versions.ts"
import { type Clock, systemClock } from "#server/exchange/exchange.ts"
import { readImage } from "#server/journal/state-image.ts"
import { verifyJournal } from "#server/journal/verify.ts"
import { openExchange, restorableEngine } from "#server/start/open-exchange.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"

const WITHIN_MS = 120_000
const FIXTURES = join(import.meta.dirname, "../fixtures/data-folders")
const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
const VERSIONS = readdirSync(FIXTURES).flatMap((file) => /^state-(\d+)\.tar\.zst$/.exec(file)?.[1] ?? [])

afterAll(removeFolders)

/** What a user had, each row as one line. */
interface Told {
  balances: string[]
  open: string[]
  ended: string[]
  fills: string[]
  bill: string[]
}

function unpack(version: string): string {
  const folder = freshFolder()
  const archive = zstdDecompressSync(readFileSync(join(FIXTURES, `state-${version}.tar.zst`)))
  const { status, stderr } = spawnSync("tar", ["-xf", "-", "-C", folder], { input: archive })
  expect(status, String(stderr)).toBe(0)
  return folder
}

async function open(data: string) {
  const storage = await openStorage({ data, database: "simulated-1", seedFile, databaseUrl: "" })
  const head = await storage.database.selectFrom("engine_head").selectAll().executeTakeFirstOrThrow()
  // As the server's own: never behind the last command.
  const clock: Clock = { ...systemClock, now: () => Math.max(systemClock.now(), head.time) }
  const told: Record<string, number>[] = []
  const log = {
    error: (_: object, text: string) => expect.unreachable(text),
    info: (values: object) => void told.push(values as Record<string, number>),
  }
  const opened = await openExchange({ storage, clock, log, settings: {}, place: "the fixture" })
  return { storage, ...opened, restored: told[0] ?? {} }
}

const openRows = (engine: Engine, account: string): string[] =>
  [...engine.state.orders.values()]
    .filter((order) => order.account === account)
    .map((order) => [order.clientOrderId, order.orderType, order.status, formatAmount(order.hold)].join(" "))

const balanceRows = (engine: Engine, account: string): string[] =>
  engine.state.ledger
    .account(account)
    .balances()
    .map(({ wallet, currency, available, held }) =>
      [wallet, currency, formatAmount(available), formatAmount(held)].join(" "),
    )

async function storedRows({ database }: Storage, user: number): Promise<Omit<Told, "balances" | "open">> {
  const of = (text: string) => formatAmount(BigInt(text))
  const orders = await database.selectFrom("orders").selectAll().where("user_id", "=", user).execute()
  const fills = await database.selectFrom("fills").selectAll().where("user_id", "=", user).execute()
  const bill = await database.selectFrom("bill").selectAll().where("user_id", "=", user).execute()
  return {
    ended: orders
      .filter(({ status }) => !["waiting", "new", "partly-filled"].includes(status))
      .map((row) =>
        [row.client_order_id, row.order_type, row.status, of(row.executed_quote), of(row.charged)].join(" "),
      ),
    fills: fills.map((row) => [row.trade, of(row.turnover), of(row.fee), row.fee_currency].join(" ")),
    bill: bill.map((row) =>
      [`${row.seq}-${row.n}`, row.kind, row.wallet, row.currency, of(row.amount), of(row.balance)].join(" "),
    ),
  }
}

async function toldNow(engine: Engine, storage: Storage, user: number): Promise<Told> {
  const stored = await storedRows(storage, user)
  const told: Told = {
    balances: balanceRows(engine, `u${user}`),
    open: openRows(engine, `u${user}`),
    ...stored,
  }
  for (const rows of Object.values(told)) rows.sort()
  return told
}

describe.each(VERSIONS)("a folder of state version %s", (version) => {
  const expected = JSON.parse(readFileSync(join(FIXTURES, `state-${version}.json`), "utf8")) as Record<
    string,
    Record<string, Told>
  >
  test.each(["clean", "killed"])(
    "after a %s end has every balance, order and fill, and its books agree",
    async (end) => {
      const data = join(unpack(version), end)
      const first = await open(data)
      for (const user of [1, 2])
        expect(await toldNow(first.engine, first.storage, user)).toEqual(expected[end]?.[`u${user}`])
      if (end === "clean") expect(first.restored.replayed).toBe(0)
      else expect(first.restored.replayed).toBeGreaterThan(100)
      const verified = await verifyJournal({ storage: first.storage, create: () => restorableEngine({}) })
      expect(verified).toMatchObject({ differences: [], seq: first.journal.head.seq })

      // A clean stop of this release leaves a snapshot of its own version, with nothing behind it.
      const answer = await first.exchange.submit({ type: "clock.tick" })
      expect(answer.ok).toBe(true)
      await first.close()
      const newest = await first.storage.database
        .selectFrom("snapshots")
        .selectAll()
        .orderBy("seq", "desc")
        .executeTakeFirstOrThrow()
      expect(readImage({ hash: newest.hash, packed: newest.state })).toMatchObject({ version: STATE_VERSION })
      await first.storage.close()

      const again = await open(data)
      expect(again.restored).toMatchObject({ replayed: 0, notCompared: 0 })
      expect(await toldNow(again.engine, again.storage, 1)).toEqual(expected[end]?.u1)
      await again.abandon()
      await again.storage.close()
    },
    WITHIN_MS,
  )
})
