/** Second contracts in the database: what can't be an end is refused, and what differs from ledger, bill or engine is told (O2, O3, I5). */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Price8 } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { systemClock } from "#server/exchange/exchange.ts"
import { type OpenedExchange, openExchange } from "#server/start/open-exchange.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import { INDEX, SECOND, secondInstrument } from "#tests/support/second-exchange.ts"
import { coins } from "#tests/support/test-exchange.ts"
import { checkSums } from "./check-sums.ts"
import { compareRows, readRows } from "./compare-rows.ts"

const data = mkdtempSync(join(tmpdir(), "saker-seconds-"))
let storage: Storage
let opened: OpenedExchange

/** Contract 1 is won, 2 lost, 3 refunded by silence, 4 runs. */
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
  const quote = (price: number): Command => ({
    ...{ type: "feed.quote", index: INDEX, source: "one" },
    last: coins(price) as bigint as Price8,
  })
  const give = (to: string, amount: number): Command => ({
    ...{ type: "capital.move", from: "faucet", to, currency: "USDT", amount: coins(amount), reason: "test" },
  })
  const open = (direction: "bullish" | "bearish", key: string): Command => ({
    ...{ type: "second.open", account: "u1", instrument: SECOND, direction, seconds: 30 },
    ...{ stake: coins(10), key },
  })
  await send({ type: "clock.start", settlesContracts: true, pauseMs: 0 })
  await send({ type: "instrument.set", instrument: secondInstrument() })
  await send(give("u1.second.available", 100))
  await send(give("option-house.available", 1_000))
  await send(quote(10_000))
  await send(open("bullish", "a"))
  await send(open("bearish", "b"))
  for (let step = 1; step <= 8; step += 1) await send(quote(10_000 + step), 4_000)
  await send(open("bullish", "c"))
  await send({ type: "clock.tick" }, 40_000)
  await send(quote(10_000))
  await send(open("bearish", "d"))
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
  const rows = await storage.database.selectFrom("second_contracts").selectAll().orderBy("id").execute()
  expect(rows.map(({ status, paid, settle_seq }) => [status, paid, settle_seq !== null])).toEqual([
    ["won", String(coins(18)), true],
    ["lost", "0", true],
    ["refunded", String(coins(10)), false],
    ["open", null, false],
  ])
  const bill = await storage.database.selectFrom("bill").selectAll().where("kind", "=", "second").execute()
  expect(bill.map(({ amount, reference, instrument }) => [amount, reference, instrument])).toEqual([
    [String(coins(8)), "second:1", SECOND],
    [String(-coins(10)), "second:2", SECOND],
  ])
  expect(await differences()).toEqual([])
})

describe("the table refuses", () => {
  test.each([
    ["a loser who is paid", "paid = stake where id = 2", "paid"],
    ["a winner who isn't paid all", "paid = stake where id = 1", "paid"],
    ["a winner on the wrong side", "direction = 'bearish' where id = 1", "decided"],
    ["a loser on the right side", "direction = 'bullish' where id = 2", "decided"],
    [
      "a winner without a tick",
      "settle_seq = null, settle_time = null, settle_price = null where id = 1",
      "decided",
    ],
    ["an open one that was paid", "paid = stake where id = 4", "ended"],
    ["an ended one that wasn't", "paid = null where id = 1", "ended"],
    ["an end that is taken back", "status = 'open' where id = 3", "ended"],
    ["another end", "status = 'cancelled' where id = 3", "status"],
    ["a tick before the expiry that decides", "settle_time = expiry - 1 where id = 1", "ticks"],
    ["a last tick that isn't before the expiry", "before_time = expiry where id = 1", "ticks"],
    ["half a tick", "settle_price = null where id = 1", "ticks"],
    ["another expiry than its period gives", "expiry = expiry + 1 where id = 4", "times"],
    ["a stake of nothing", "stake = 0 where id = 4", "amounts"],
  ])("%s", async (_name, change, constraint) => {
    await expect(storage.run(`update second_contracts set ${change}`)).rejects.toThrow(
      `second_contracts_${constraint}`,
    )
  })
})

describe("what was changed by a hand is told", () => {
  test.each([
    [
      "profit = profit + 1 where id = 4",
      "profit = profit - 1 where id = 4",
      /second contract 4: the engine has/,
    ],
    [
      "stake = stake + 1 where id = 4",
      "stake = stake - 1 where id = 4",
      /u1.second.held USDT: what is held isn't the stakes/,
    ],
    [
      "stake = stake - 1 where id = 2",
      "stake = stake + 1 where id = 2",
      /second:2: the transaction history isn't what its end gave/,
    ],
    [
      "profit = profit + 1, paid = paid + 1 where id = 1",
      "profit = profit - 1, paid = paid - 1 where id = 1",
      /second:1: the transaction history isn't what its end gave/,
    ],
  ])("%s", async (change, back, told) => {
    await storage.run(`update second_contracts set ${change}`)
    try {
      expect((await differences()).join("\n")).toMatch(told)
    } finally {
      await storage.run(`update second_contracts set ${back}`)
    }
    expect(await differences()).toEqual([])
  })

  test("a contract that the engine doesn't know", async () => {
    await storage.run(`insert into second_contracts select 77, user_id, instrument, index_id, 'e', direction, seconds, stake,
      profit, currency, payout_rate, open_seq, open_time, open_price, opened, expiry, 'open', null, null, null, null, null,
      null, null, null, sequence from second_contracts where id = 4`)
    try {
      expect((await differences()).join("\n")).toContain("second contract 77 is open in the database alone")
    } finally {
      await storage.run("delete from second_contracts where id = 77")
    }
  })
})

test("an ended one is found by the time of its end without looking through the others", async () => {
  const { rows } = await sql<{ "QUERY PLAN": string }>`explain select * from second_contracts
    where user_id = 1 and status <> 'open' and (sequence, id) < (900, 5)
    order by sequence desc, id desc limit 51`.execute(storage.database)
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("second_contracts_ended")
})
