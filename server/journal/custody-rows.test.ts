/** Deposits and withdrawals in the database: what can't be is refused, and what differs from ledger, bill or engine is told. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Command } from "#server/engine/command.ts"
import { systemClock } from "#server/exchange/exchange.ts"
import { type OpenedExchange, openExchange } from "#server/start/open-exchange.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import { depositOfRow, withdrawalOfRow } from "#server/storage/recorded-custody.ts"
import type { Storage } from "#server/storage/storage.ts"
import { coins } from "#tests/support/test-exchange.ts"
import { checkSums } from "./check-sums.ts"
import { compareRows, readRows } from "./compare-rows.ts"

const data = mkdtempSync(join(tmpdir(), "saker-custody-"))
let storage: Storage
let opened: OpenedExchange

const tron = { chain: "tron", index: 0 } as const
const seen = (tx: string, amount: number): Command => ({
  ...{ type: "custody.seen", ...tron, tx, account: "u1", address: "T-own" },
  ...{ currency: "USDT", amount: coins(amount) },
})
const confirmed = (tx: string, confirmations: number): Command => ({
  ...{ type: "custody.confirmed", ...tron, tx, confirmations },
})
const request = (amount: number, key: string): Command => ({
  ...{ type: "withdraw.request", account: "u1", currency: "USDT", chain: "tron", addressId: 3 },
  ...{ address: "T-outside", remark: "<b>mine</b>", amount: coins(amount), key, identity: "verified" },
  ...{ addressReadyAt: 0, restUntil: 0, hasSecondProof: false, waitMs: 5_000 },
})

/** Deposit 1 is final, 2 confirming, 3 vanished, 4 below the minimum; withdrawal 1 final, 2 failed, 3 sent, 4 in review, 5 waits. */
beforeAll(async () => {
  const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
  storage = await openStorage({ data, database: "simulated-1", seedFile, databaseUrl: "" })
  await sql`insert into users (uid, email_key, password, invite_code, registered, language)
    values ('one', 'one', '', 'one', 0, 'en')`.execute(storage.database)
  let time = 1_800_000_000_000
  const log = { error: () => undefined, info: () => undefined }
  const clock = { ...systemClock, now: () => time, elapsed: () => time, after: () => () => undefined }
  opened = await openExchange({ storage, clock, log, settings: {}, place: "SAKER_DATA" })
  const send = async (command: Command, waitMs = 0) => {
    time += waitMs
    expect(await opened.exchange.submit(command), command.type).toMatchObject({ ok: true })
  }
  await send({ type: "clock.start", settlesContracts: true, pauseMs: 0 })
  for (const [tx, amount, confirmations] of [
    ["a", 90_000, 40],
    ["b", 5, 3],
    ["c", 7, 3],
    ["d", 0.5, 20],
  ] as const) {
    await send(seen(tx, amount))
    await send(confirmed(tx, confirmations))
  }
  await send({ type: "custody.vanished", ...tron, tx: "c" })
  for (const [amount, key] of [
    [50, "a"],
    [60, "b"],
    [70, "c"],
    [60_000, "d"],
  ] as const)
    await send(request(amount, key))
  await send({ type: "clock.tick" }, 5_000)
  for (const id of [1, 2, 3]) {
    await send({ type: "withdraw.send", id })
    await send({ type: "custody.sent", id, tx: `out-${id}` })
  }
  await send({ type: "custody.final", id: 1 })
  await send({ type: "custody.failed", id: 2, reason: "nonce" })
  await send({ type: "withdraw.approve", id: 4, by: "ann" })
  await send(request(80, "e"))
}, 180_000)
afterAll(async () => {
  await opened.close()
  await storage.close()
  rmSync(data, { recursive: true, force: true })
})

const differences = async () => [
  ...compareRows(await readRows(storage.database), opened.engine.state),
  ...(await checkSums(storage.database)),
]

test("what was written agrees with ledger, bill and engine", async () => {
  const deposits = await storage.database.selectFrom("deposits").selectAll().orderBy("id").execute()
  expect(
    deposits.map(depositOfRow).map(({ tx, status, confirmations }) => [tx, status, confirmations]),
  ).toEqual([
    ["a", "final", 40],
    ["b", "confirming", 3],
    ["c", "vanished", 0],
    ["d", "below-minimum", 20],
  ])
  const rows = await storage.database.selectFrom("withdrawals").selectAll().orderBy("id").execute()
  const withdrawals = rows.map(withdrawalOfRow)
  expect(withdrawals.map(({ status, tx, reason }) => [status, tx, reason])).toEqual([
    ["final", "out-1", ""],
    ["failed", "out-2", "nonce"],
    ["sent", "out-3", ""],
    ["review", "", ""],
    ["waiting", "", ""],
  ])
  expect(withdrawals[3]).toEqual(opened.engine.state.custody.withdrawals.get(4))
  const bill = await storage.database.selectFrom("bill").selectAll().orderBy("seq").orderBy("n").execute()
  expect(bill.map(({ kind, amount, reference }) => [kind, amount, reference])).toEqual([
    ["deposit", String(coins(90_000)), "deposit:1"],
    ...[1, 2, 3].flatMap((id) => [
      ["withdrawal", String(-coins(40 + 10 * id)), `withdrawal:${id}`],
      ["withdrawal-fee", String(-coins(1)), `withdrawal:${id}`],
    ]),
    ["withdrawal", String(coins(60)), "withdrawal:2"],
    ["withdrawal-fee", String(coins(1)), "withdrawal:2"],
  ])
  expect(await differences()).toEqual([])
})

describe("the tables refuse", () => {
  test.each([
    ["deposits", "the same output twice", "tx = 'a' where id = 2", "once"],
    ["deposits", "nothing", "amount = 0 where id = 2", "amounts"],
    ["deposits", "a credit that isn't one", "credited = 5 where id = 2", "credited"],
    ["deposits", "a final one with few blocks", "confirmations = 39 where id = 1", "confirmations"],
    ["deposits", "a state that there isn't", "status = 'lost' where id = 2", "status"],
    ["withdrawals", "nothing", "amount = 0 where id = 5", "amounts"],
    ["withdrawals", "one that is sent by nothing", "tx = '' where id = 3", "sent"],
    ["withdrawals", "one that is cancelled and was sent", "status = 'cancelled' where id = 3", "sent"],
    ["withdrawals", "a state that there isn't", "status = 'lost' where id = 5", "status"],
    ["withdrawals", "a change before the request", "updated = requested - 1 where id = 5", "times"],
    ["withdrawals", "an identity that there isn't", "identity = 'known' where id = 5", "identity"],
  ])("%s: %s", async (table, _name, change, constraint) => {
    await expect(storage.run(`update ${table} set ${change}`)).rejects.toThrow(`${table}_${constraint}`)
  })
})

describe("what was changed by a hand is told", () => {
  test.each([
    [
      "deposits set amount = amount + 1 where id = 2",
      "deposits set amount = amount - 1 where id = 2",
      /deposit 2: the engine has/,
    ],
    [
      "deposits set amount = amount + 1 where id = 1",
      "deposits set amount = amount - 1 where id = 1",
      /u1 deposits of USDT: the transaction history isn't what they moved/,
    ],
    [
      "withdrawals set address = 'T-thief' where id = 4",
      "withdrawals set address = 'T-outside' where id = 4",
      /withdrawal 4: the engine has/,
    ],
    [
      "withdrawals set amount = amount + 1 where id = 5",
      "withdrawals set amount = amount - 1 where id = 5",
      /u1.funding.held USDT: what is held isn't what orders and withdrawals need/,
    ],
    [
      "withdrawals set fee = fee + 1 where id = 1",
      "withdrawals set fee = fee - 1 where id = 1",
      /withdrawal:1: the transaction history isn't what they moved/,
    ],
    [
      "withdrawals set status = 'cancelled' where id = 5",
      "withdrawals set status = 'waiting' where id = 5",
      /withdrawal 5: the engine has .* the database none/,
    ],
  ])("%s", async (change, back, told) => {
    await storage.run(`update ${change}`)
    try {
      expect((await differences()).join("\n")).toMatch(told)
    } finally {
      await storage.run(`update ${back}`)
    }
    expect(await differences()).toEqual([])
  })
})
