/** The database itself refuses books that are wrong. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { accountSigns, isAllowed } from "#server/engine/ledger/ledger-account.ts"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "#tests/support/postgres.ts"
import { openStorage } from "./open-storage.ts"
import type { Storage } from "./storage.ts"

const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
const KINDS = ["the embedded database", ...(postgresIsThere ? ["a PostgreSQL server"] : [])]
if (!postgresIsThere) test.skip(`a PostgreSQL server: ${LEFT_OUT}`, () => undefined)

describe.each(KINDS)("on %s", (kind) => {
  const folder = mkdtempSync(join(tmpdir(), "saker-tables-"))
  let storage: Storage
  let drop = async () => undefined as undefined
  beforeAll(async () => {
    const server = kind === "a PostgreSQL server" ? await freshDatabase() : undefined
    if (server) drop = () => server.drop().then(() => undefined)
    storage = await openStorage({
      data: folder,
      database: "simulated-1",
      seedFile,
      databaseUrl: server?.url ?? "",
    })
    // The first embedded database on a machine is made from nothing.
  }, 180_000)
  afterAll(async () => {
    await storage.close()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })

  let seq = 0
  const post = (lines: readonly (readonly [account: string, currency: string, amount: bigint])[]) => {
    seq += 1
    return storage.database
      .insertInto("ledger_entries")
      .values(
        lines.map(([account, currency, amount], line) => ({ seq, n: 0, line, account, currency, amount })),
      )
      .execute()
  }
  const balance = async (account: string, currency: string) =>
    (
      await storage.database
        .selectFrom("balances")
        .select("amount")
        .where("account", "=", account)
        .where("currency", "=", currency)
        .executeTakeFirst()
    )?.amount

  test("entries add up to balances (L1), to the last unit beyond 2^53 and beyond 2^63", async () => {
    const much = 9_007_199_254_740_993n
    const more = 10n ** 29n + 1n
    await post([
      ["faucet", "USDT", -much],
      ["u1.funding.available", "USDT", much],
      ["faucet", "BTC", -more],
      ["u1.funding.available", "BTC", more],
    ])
    await post([
      ["u1.funding.available", "USDT", -3n],
      ["u1.funding.held", "USDT", 1n],
      ["u1.funding.held", "USDT", 2n],
    ])
    expect(await balance("u1.funding.available", "USDT")).toBe("9007199254740990")
    expect(await balance("u1.funding.held", "USDT")).toBe("3")
    expect(await balance("u1.funding.available", "BTC")).toBe(String(more))
    expect(await balance("faucet", "USDT")).toBe("-9007199254740993")
  })

  test.each(accountSigns)("$name is never beyond its sign: $sign (I2)", async ({ name, sign, hasParts }) => {
    const account = hasParts ? `${name}.ABC_USDT_PERP` : name
    const other = "contract-clearing.OTHER"
    const change = (amount: bigint) =>
      post([
        [account, "SIGN", amount],
        [other, "SIGN", -amount],
      ])
    for (const amount of [1n, -1n])
      if (isAllowed(sign, amount)) {
        await change(amount)
        await change(-amount)
      } else await expect(change(amount)).rejects.toThrow(/balances_not_(negative|positive)/)
  })

  test.each<[string, [string, string, bigint][]]>([
    ["lines that do not sum to zero", [["u1.funding.available", "USDT", 1n]]],
    [
      "lines that sum to zero only over two currencies",
      [
        ["u1.funding.available", "USDT", 1n],
        ["faucet", "BTC", -1n],
      ],
    ],
    [
      "a user below zero",
      [
        ["u2.funding.available", "USDT", -1n],
        ["u1.funding.available", "USDT", 1n],
      ],
    ],
    [
      "a hold below zero",
      [
        ["u1.funding.held", "USDT", -4n],
        ["u1.funding.available", "USDT", 4n],
      ],
    ],
    [
      "fees below zero",
      [
        ["fees", "USDT", -1n],
        ["u1.funding.available", "USDT", 1n],
      ],
    ],
    [
      "a faucet above zero",
      [
        ["u1.funding.available", "BTC", -(10n ** 29n) - 1n],
        ["faucet", "BTC", 10n ** 29n + 2n],
        ["u1.funding.held", "BTC", -1n],
      ],
    ],
  ])("%s are refused, and nothing of the statement stays", async (_name, lines) => {
    const before = await storage.database.selectFrom("balances").selectAll().orderBy("account").execute()
    await expect(post(lines)).rejects.toThrow(/sum to zero|balances_not/)
    expect(await storage.database.selectFrom("balances").selectAll().orderBy("account").execute()).toEqual(
      before,
    )
  })

  test("an entry can't be changed afterwards (L2)", async () => {
    await expect(
      storage.database.updateTable("ledger_entries").set({ amount: 5n }).where("seq", "=", 1).execute(),
    ).rejects.toThrow(/never changed/)
  })

  test("an ended order that still holds money is refused", async () => {
    const order = {
      id: 1,
      user_id: 1,
      kind: "spot",
      reduce_only: false,
      position_side: "",
      ...{
        stop_source: "",
        distance: null,
        close_position: false,
        origin: "",
        expires_at: 0,
        group_id: 0,
        group_kind: "",
        shown: 0,
      },
      ...{ take_profit: "", stop_loss: "", targets_part: false },
      client_order_id: null,
      instrument: "BTC_USDT",
      side: "buy",
      order_type: "limit",
      time_in_force: "gtc",
      post_only: false,
      price: 5,
      stop_price: null,
      quantity: 5,
      budget: null,
      executed: 0,
      executed_quote: 0n,
      charged: 0n,
      fee_currency: "BTC",
      hold: 25n,
      status: "new",
      reason: "",
      created: 1,
      updated: 1,
      sequence: 1,
    }
    await storage.database.insertInto("orders").values(order).execute()
    await expect(
      storage.database.updateTable("orders").set({ status: "cancelled" }).execute(),
    ).rejects.toThrow(/orders_hold/)
  })

  test("an order is found by its client id without looking through all that ended", async () => {
    const { rows } = await sql<{ "QUERY PLAN": string }>`explain select * from orders where user_id = 1
      and client_order_id = 'mine' and status not in ('waiting', 'new', 'partly-filled')
      order by sequence desc, id desc limit 1`.execute(storage.database)
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("orders_client_id")
  })
})
