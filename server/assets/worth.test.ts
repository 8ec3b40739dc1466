/** Closing worths are kept once a day, exactly, whatever ends when; a day that nobody knows is left out (L7, L8). */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Amount, Lots, Price8, Ticks } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import type { Engine } from "#server/engine/engine.ts"
import { type OpenedExchange, openExchange, restorableEngine } from "#server/start/open-exchange.ts"
import { product } from "#tests/support/ai-exchange.ts"
import { coins, SPOT, spotInstrument } from "#tests/support/test-exchange.ts"
import { systemClock } from "../exchange/exchange.ts"
import { openStorage } from "../storage/open-storage.ts"
import type { Storage } from "../storage/storage.ts"
import { ownWorth } from "./worth.queries.ts"
import { KEPT_DAYS, WorthKeeper } from "./worth-keeper.ts"
import { WorthWatch } from "./worth-watch.ts"

const DAY = 86_400_000
const MIDNIGHT = Date.UTC(2026, 10, 24)
const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
const folder = mkdtempSync(join(tmpdir(), "saker-worth-"))
const said: string[] = []
const log = { error: (_: object, text: string) => said.push(text), info: () => undefined }
let storage: Storage
let time = 0
let opened: OpenedExchange
let watch: WorthWatch
let keeper: WorthKeeper
/** What the history knows of moments at which the exchange was down: prices of ABC by day. */
let history: Map<number, Price8>
let keys = 0

beforeAll(async () => {
  storage = await openStorage({ data: folder, database: "simulated-1", seedFile, databaseUrl: "" })
}, 180_000)
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  const copyOf = (engine: Engine) => {
    const copy = restorableEngine({}).engine
    copy.load(engine.save())
    return copy
  }
  watch = new WorthWatch({ copyOf, log })
  const clock = { ...systemClock, now: () => time }
  opened = await openExchange({ storage, clock, log, settings: {}, place: "SAKER_DATA", watch })
  keeper = new WorthKeeper({
    ...{ database: storage.database, watch, log },
    committed: () => opened.exchange.committed(),
    markets: () => [spotInstrument()],
    priceBefore: async (_, moment) => history.get(moment),
  })
}
/** As a kill: nothing that was noted is stored. */
async function kill(): Promise<void> {
  await opened.exchange.stop()
  await opened.abandon()
}

const TABLES =
  "engine_head, journal, snapshots, state_hashes, ledger_journals, ledger_entries, balances, bill, orders, fills, ai_products, ai_issues, ai_holdings, closing_worths, worth_moves"
beforeEach(async () => {
  said.length = 0
  history = new Map()
  await storage.run(`truncate ${TABLES}`)
  time = MIDNIGHT - 20_000
  await start()
  await run({ type: "instrument.set", instrument: spotInstrument() })
  await fund("u2", "USDT", 500)
  // Nothing has been traded yet: what this is worth isn't known.
  await fund("u3", "ABC", 50)
  await trade(100)
  await fund("u1", "USDT", 1_000)
  await fund("u1", "ABC", 2)
  return kill
})

async function run(command: Command): Promise<void> {
  const done = await opened.exchange.submit(command)
  if (!done.ok) throw new Error(`${command.type}: ${done.problem.name}`)
}
function fund(account: string, currency: string, amount: number, from = "faucet"): Promise<void> {
  const to = `${account}.funding.available`
  return run({ type: "capital.move", from, to, currency, amount: coins(amount), reason: "t" })
}
function takeOut(currency: string, amount: Amount): Promise<void> {
  const [from, to] = ["u1.funding.available", "operator.capital"]
  return run({ type: "ledger.correct", from, to, currency, amount, reason: "t" })
}
/** One ABC from u3 to u2, at so many USDT. */
async function trade(price: number): Promise<void> {
  for (const [account, side] of [
    ["u3", "sell"],
    ["u2", "buy"],
  ] as const) {
    keys += 1
    const what = { instrument: SPOT, side, price: price as Ticks, quantity: 1 as Lots }
    await run({ type: "order.place", account, orderType: "limit", clientOrderId: `c${keys}`, ...what })
  }
}
const tick = () => run({ type: "clock.tick" })
async function passMidnight(): Promise<void> {
  time = MIDNIGHT + 10
  await tick()
}
const rowsOf = async (userId: number) => {
  const rows = await storage.database
    .selectFrom("closing_worths")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("time")
    .execute()
  return rows.map(
    ({ time: end, worth, net_in: net }) =>
      `${(end - MIDNIGHT) / DAY}: ${Number(worth) / 1e8} net ${net === null ? "unknown" : Number(net) / 1e8}`,
  )
}
const told = (userId: number, days = 30) =>
  ownWorth({ database: storage.database, engine: opened.engine.state, watch, now: () => time }, userId, days)

describe("the end of a day", () => {
  test("keeps what each account was worth by the last prices, and what was put in", async () => {
    await passMidnight()
    await keeper.save()
    expect(await rowsOf(1)).toEqual(["0: 1200 net 1200"])
    expect(await rowsOf(3)).toEqual([expect.stringMatching(/^0: \d+(\.\d+)? net unknown$/)])
    expect(await rowsOf(4)).toEqual([])
  })

  test("counts nothing that came behind it, and each account once, however often it is stored", async () => {
    time = MIDNIGHT
    await fund("u1", "USDT", 300)
    await trade(200)
    await keeper.save()
    await keeper.save()
    expect(await rowsOf(1)).toEqual(["0: 1200 net 1200"])
    await kill()
    // The replay notes the day again, and nothing of it is written twice.
    await start()
    expect(watch.dayEnds).toHaveLength(1)
    await keeper.save()
    expect(await rowsOf(1)).toEqual(["0: 1200 net 1200"])
    expect(said).toEqual([])
  })

  test("is noted again by the next start when the process was killed before it was stored", async () => {
    await passMidnight()
    await trade(130)
    await kill()
    expect(await rowsOf(1)).toEqual([])
    await start()
    await keeper.save()
    expect(await rowsOf(1)).toEqual(["0: 1200 net 1200"])
  })

  test("is stored only once the command behind it is kept", async () => {
    await passMidnight()
    const seq = watch.dayEnds[0]?.seq ?? 0
    const early = new WorthKeeper({
      ...{ database: storage.database, watch, log, priceBefore: async () => undefined },
      ...{ committed: () => seq - 1, markets: () => [] },
    })
    await early.save()
    expect(await rowsOf(1)).toEqual([])
    await keeper.save()
    expect(await rowsOf(1)).toHaveLength(1)
  })

  test("tells once that nothing is left, and forgets what is too old", async () => {
    await passMidnight()
    await keeper.save()
    await storage.run(
      `insert into closing_worths values (1, ${MIDNIGHT - KEPT_DAYS * DAY}, 5, 0), (1, ${MIDNIGHT - (KEPT_DAYS - 4) * DAY}, 5, 0)`,
    )
    for (const currency of ["USDT", "ABC"]) {
      const amount = coins(currency === "USDT" ? 1_000 : 2)
      await takeOut(currency, amount)
    }
    for (const day of [1, 2, 3]) {
      history.set(MIDNIGHT + day * DAY, (100n * 100_000_000n) as Price8)
      time = MIDNIGHT + day * DAY + 10
      await tick()
      await keeper.save()
    }
    expect(await rowsOf(1)).toEqual([`${4 - KEPT_DAYS}: 5e-8 net 0`, "0: 1200 net 1200", "1: 0 net -1200"])
  })
})

describe("days that ended while the exchange was down", () => {
  test("are caught up by the prices of the history; one that nobody knows is left out", async () => {
    await kill()
    time = MIDNIGHT + 3 * DAY + 5_000
    history.set(MIDNIGHT, (110n * 100_000_000n) as Price8)
    history.set(MIDNIGHT + 2 * DAY, (90n * 100_000_000n) as Price8)
    await start()
    await tick()
    expect(watch.dayEnds.map(({ valuation }) => valuation)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    await keeper.save()
    expect(await rowsOf(1)).toEqual(["0: 1220 net 1200", "2: 1180 net 0"])
  })

  test("count the rewards that each of them brought", async () => {
    const capital = { type: "capital.move", currency: "USDT", reason: "t" } as const
    await run({ ...capital, from: "faucet", to: "ai-reserve.available", amount: coins(1_000) })
    await run(product())
    await run({ type: "ai.issue", product: "usdt-3", size: coins(5_000) })
    await fund("u5", "USDT", 1_000)
    await run({
      type: "ai.buy",
      account: "u5",
      product: "usdt-3",
      amount: coins(1_000),
      key: "k",
      keysMax: 9,
    })
    await kill()
    time = MIDNIGHT + 4 * DAY + 5_000
    await start()
    await tick()
    await keeper.save()
    // 0.1 % a day from the first midnight on; a reward belongs to the day that it begins.
    expect(await rowsOf(5)).toEqual([
      "0: 1000 net 1000",
      "1: 1000 net 0",
      "2: 1001 net 0",
      "3: 1002 net 0",
      "4: 1003 net 0",
    ])
    // The engine itself came to the same.
    expect((await told(5)).worth).toBe("1003")
  })
})

describe("today's change", () => {
  test("is not told before a first closing worth, but when there will be one", async () => {
    expect(await told(1)).toEqual({ time, worth: "1200", next: MIDNIGHT, close: null, rows: [] })
    expect(await told(9)).toMatchObject({ worth: "0", close: null })
  })

  test("is what is gained apart from what was put in or taken out, stored or not", async () => {
    await passMidnight()
    await keeper.save()
    await fund("u1", "USDT", 600)
    await fund("u1", "ABC", 1)
    await trade(150)
    const expected = {
      worth: "2050",
      close: { time: MIDNIGHT, worth: "1200", netIn: "700", change: "150", percent: "7.89" },
    }
    expect(await told(1)).toMatchObject(expected)
    await keeper.save()
    expect(await told(1)).toMatchObject(expected)
    await takeOut("USDT", coins(1_600))
    expect(await told(1)).toMatchObject({
      worth: "450",
      close: { netIn: "-900", change: "150", percent: "12.50" },
    })
  })

  test("comes with the closing worths of so many days", async () => {
    for (const back of [40, 6, 8])
      await storage.run(`insert into closing_worths values (1, ${MIDNIGHT - back * DAY}, 100, null)`)
    const times = async (days: number) => (await told(1, days)).rows.map((row) => (MIDNIGHT - row.time) / DAY)
    expect(await times(7)).toEqual([6])
    expect(await times(30)).toEqual([8, 6])
    expect(await times(90)).toEqual([40, 8, 6])
    expect((await told(1)).close).toMatchObject({ time: MIDNIGHT - 6 * DAY })
  })
})
