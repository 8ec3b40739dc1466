/** Second contracts through the real server: opened, refused with reasons, settled by ticks, listed, limited (O1–O5). */

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { formatAmount } from "#core/money/steps.ts"
import { type BillRow, PROBLEMS, type ResponseOf, type SecondContract } from "#core/wire/index.ts"
import type { optionLimit, optionProducts } from "#core/wire/option-calls.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { listenTo } from "#tests/support/contract-trader.ts"
import { call, movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import {
  askToOpen,
  expectDecided,
  newOptionTrader,
  open,
  opened,
  recordsOf,
  runningOf,
  SECOND,
} from "#tests/support/option-trader.ts"
import { newPerson } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, type Trader, units } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
/** Less than the silence that refunds. */
const STEP_MS = 3_000
/** How far the server's clock is ahead. */
let ahead = 0
let server: RunningServer

beforeAll(async () => {
  server = await startInProcess(
    {
      ...{ SAKER_MARKETS: "1", SAKER_PRACTICE_FUNDS: "USDT:30000,BTC:1" },
      ...{ SAKER_ACCOUNT_CALLS_PER_SECOND: "1000", SAKER_ORDERS_PER_SECOND: "1000" },
    },
    { clock: movedClock(() => ahead) },
  )
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

type IndexTick = [seq: number, time: number, price: string]
const until = <Value>(read: () => Promise<Value>) => vi.waitFor(read, { timeout: WITHIN_MS, interval: 50 })

/** Time goes on in steps that are no silence: the index ticks between two of them. */
async function pass(ms: number): Promise<void> {
  const client = await listenTo(server, (await newPerson(server)).token)
  const ticks: number[] = []
  client.send({ type: "subscribe", data: { channel: "index", key: "BTC_USDT" } })
  const end = Date.now() + ahead + ms
  const last = () => client.indexes.get("BTC_USDT")?.at(-1)?.[1] ?? 0
  await client.until(() => last() > 0, "a tick")
  while (last() < end) {
    ahead += STEP_MS
    const from = last()
    await client.until(() => last() > from, "the next tick")
    ticks.push(last())
  }
  await client.close()
}

const refusalOf = (name: keyof typeof PROBLEMS) => ({ code: PROBLEMS[name], data: null })
const limitOf = async (trader: Trader) =>
  (await trader.get<ResponseOf<typeof optionLimit>>("/option/limit")).data

test("what is offered is told to everyone: periods, rates, stakes and limits (O4, O5)", async () => {
  const { data } = await call<ResponseOf<typeof optionProducts>>(server, "/option/products")
  expect(data.rows.find(({ instrument }) => instrument === SECOND)).toEqual({
    ...{ instrument: SECOND, index: "BTC_USDT", currency: "USDT" },
    periods: [
      { seconds: 30, payoutRate: "0.8", minStake: "5", maxStake: "5000" },
      { seconds: 60, payoutRate: "0.82", minStake: "5", maxStake: "5000" },
      { seconds: 120, payoutRate: "0.84", minStake: "5", maxStake: "5000" },
      { seconds: 300, payoutRate: "0.85", minStake: "5", maxStake: "5000" },
    ],
  })
  expect(data.limits).toEqual({
    ...{ openContracts: 20, openStakes: "20000", exposure: "100000" },
    ...{ openTickAgeMs: 2000, silentLimitMs: 5000 },
  })
})

describe("a contract", () => {
  test(
    "opens at the published tick, is held on its side, told, settled by a tick, listed and on the bill",
    async () => {
      const trader = await newOptionTrader(server, "100")
      const client = await listenTo(server, trader.token)
      client.send({ type: "subscribe", data: { channel: "index", key: "BTC_USDT" } })
      const contract = await opened(trader, { stake: "33.33333333", seconds: 60, key: "mine" })
      expect(contract).toMatchObject({
        ...{ key: "mine", instrument: SECOND, index: "BTC_USDT", direction: "bullish", seconds: 60 },
        ...{ stake: "33.33333333", currency: "USDT", payoutRate: "0.82", profit: "27.33333333" },
        ...{ status: "open", before: null, settle: null, paid: "", settled: 0 },
      })
      expect(contract.expiry).toBe(contract.opened + 60_000)
      expect(contract.opened - contract.open.time).toBeLessThanOrEqual(2_000)
      const ticks = () => client.indexes.get("BTC_USDT") ?? []
      const published = ({ seq, time, price }: SecondContract["open"]) =>
        expect(ticks()).toContainEqual([seq, time, price] satisfies IndexTick)
      await client.until(() => ticks().some(([seq]) => seq >= contract.open.seq), "its tick")
      published(contract.open)
      expect(await runningOf(trader)).toEqual([contract])
      expect(await trader.balances()).toContainEqual({
        ...{ wallet: "second", currency: "USDT", available: "66.66666667", held: "33.33333333" },
      })
      expect(client.account?.seconds ?? []).toEqual([])

      await pass(60_000)
      await until(async () => expect(await runningOf(trader)).toEqual([]))
      const [record] = await recordsOf(trader)
      expect(record).toMatchObject({ id: contract.id, open: contract.open, expiry: contract.expiry })
      expectDecided(record as SecondContract)
      await client.until(() => ticks().some(([seq]) => seq >= (record?.settle?.seq ?? 0)), "the last tick")
      for (const tick of [record?.before, record?.settle]) published(tick as SecondContract["open"])
      expect(record?.settle?.seq).toBe((record?.before?.seq ?? 0) + 1)

      const told = client.privately.flatMap(({ type, rows }) => (type === "second" ? rows : []))
      expect(told).toEqual([contract, record])
      expect(client.faults).toEqual([])
      await client.close()
      const { data } = await trader.get<{ rows: BillRow[] }>("/assets/bill?kind=second")
      const amount = formatAmount(units(record?.paid ?? "") - units(contract.stake))
      const line = { wallet: "second", instrument: SECOND, reference: `second:${contract.id}`, amount }
      expect(data.rows).toMatchObject(amount === "0" ? [] : [line])
      expect(await trader.balances()).toContainEqual(
        expect.objectContaining({ wallet: "second", currency: "USDT", held: "0" }),
      )
    },
    WITHIN_MS,
  )

  test(
    "with a silence across its expiry is refunded, and says that no price decided it (O3)",
    async () => {
      const trader = await newOptionTrader(server, "100")
      const { id } = await opened(trader, { direction: "bearish" })
      ahead += 40_000
      await until(async () => expect(await recordsOf(trader)).toMatchObject([{ id }]))
      const [record] = await recordsOf(trader)
      expect(record).toMatchObject({ status: "refunded", paid: "5" })
      expectDecided(record as SecondContract)
      expect(await trader.available("USDT", "second")).toBe(10_000_000_000n)
      const { data } = await trader.get<{ rows: BillRow[] }>("/assets/bill?kind=second")
      expect(data.rows).toEqual([])
    },
    WITHIN_MS,
  )
})

describe("opening is refused", () => {
  test.each<[keyof typeof PROBLEMS, object, RegExp]>([
    ["FORMAT", { stake: "1e3" }, /stake/],
    ["FORMAT", { stake: "-5" }, /stake/],
    ["FORMAT", { stake: 5 }, /stake/],
    ["FORMAT", { stake: "" }, /stake/],
    ["FORMAT", { stake: "9".repeat(40) }, /stake/],
    ["FORMAT", { stake: "5,000" }, /stake/],
    ["FORMAT", { direction: "up" }, /direction/],
    ["FORMAT", { seconds: -30 }, /seconds/],
    ["FORMAT", { seconds: 1e300 }, /seconds/],
    ["FORMAT", { seconds: "30.5" }, /seconds/],
    ["FORMAT", { key: "no spaces" }, /key/],
    ["FORMAT", { key: "" }, /key/],
    ["FORMAT", { seenPrice: "-1" }, /seenPrice/],
    ["FORMAT", { maxMove: {} }, /maxMove/],
    ["FORMAT", { payoutRate: "9" }, /./],
    ["PRECISION", { stake: "5.000000001" }, /decimal/],
    ["PRECISION", { seenPrice: "5.000000001", maxMove: "1" }, /decimal/],
    ["AMOUNT_LIMIT", { stake: "999999999999999999" }, /too large/],
    ["REQUEST_EXPIRED", { sentAt: 1_000 }, /too long ago/],
    ["UNKNOWN_INSTRUMENT", { instrument: "BTC_USDT" }, /market/],
    ["UNKNOWN_INSTRUMENT", { instrument: "NONE_USDT_SEC" }, /market/],
    ["UNKNOWN_PRODUCT", { seconds: 31 }, /period/],
    ["TYPE_COMBINATION", { maxMove: "1" }, /combined/],
    ["WRONG_SIZE", { stake: "0" }, /greater than zero/],
    ["PRICE_MOVED", { seenPrice: "1", maxMove: "0.5" }, /from the 1 you saw/],
    ["STAKE_RANGE", { stake: "4.99999999" }, /between 5 and 5000 USDT/],
    ["STAKE_RANGE", { stake: "5000.00000001" }, /between 5 and 5000 USDT/],
    ["INSUFFICIENT_BALANCE", { stake: "101" }, /101 USDT.*100/],
  ])("with %s: %o", async (name, more, message) => {
    const trader = await shared()
    await until(async () => {
      const answer = await open(trader, more)
      expect(answer).toMatchObject(refusalOf(name))
      expect(answer.message).toMatch(message)
    })
    expect(await runningOf(trader)).toEqual([])
    expect(await trader.available("USDT", "second")).toBe(10_000_000_000n)
  })
  /** All of them have one person, whom nothing may change. */
  let person: Promise<Trader> | undefined
  const shared = () => (person ??= newOptionTrader(server, "100"))

  test("when the last tick is older than two seconds (O1)", async () => {
    const trader = await newOptionTrader(server, "100")
    await until(async () => {
      ahead += 2_500
      expect(await askToOpen(trader)).toMatchObject(refusalOf("FEED_STALE"))
    })
  })

  test("with the account still empty, whatever the others have", async () => {
    const trader = await newTrader(server)
    const answer = await until(async () => {
      const given = await open(trader)
      expect(given).toMatchObject(refusalOf("INSUFFICIENT_BALANCE"))
      return given
    })
    expect(answer.message).toMatch(/5 USDT.*0/)
  })

  test("beyond 20 open contracts, however many are asked for at once (O5)", async () => {
    const trader = await newOptionTrader(server, "1000")
    await opened(trader, { seconds: 300 })
    const answers = await Promise.all(Array.from({ length: 60 }, () => open(trader, { seconds: 300 })))
    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(19)
    expect(codes.filter((code) => code === PROBLEMS.OPEN_CONTRACTS)).toHaveLength(41)
    expect(answers.find(({ code }) => code !== 200)?.message).toMatch(/ 20 /)
    expect(await runningOf(trader)).toHaveLength(20)
    expect(await trader.available("USDT", "second")).toBe(90_000_000_000n)
  })

  test("beyond 20,000 USDT of open stakes, asked for in parallel (O5)", async () => {
    const trader = await newOptionTrader(server, "30000")
    await opened(trader, { stake: "5000", seconds: 300, direction: "bearish" })
    const wanted = Array.from({ length: 6 }, () =>
      open(trader, { stake: "5000", seconds: 300, direction: "bearish" }),
    )
    const answers = await Promise.all(wanted)
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3)
    const refused = answers.filter(({ code }) => code !== 200)
    for (const { code, message } of refused) {
      expect(code).toBe(PROBLEMS.OPEN_STAKES)
      expect(message).toMatch(/20000 USDT.*20000 USDT/)
    }
    expect(await limitOf(trader)).toMatchObject({ openStakes: "20000" })
  })
})

describe("a key", () => {
  test("opens once for 60 requests at the same time, and gives each the same answer (S12)", async () => {
    const trader = await newOptionTrader(server, "1000")
    await opened(trader)
    const answers = await Promise.all(Array.from({ length: 60 }, () => open(trader, { key: "one" })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ code: 200, data: { key: "one" } })
    expect((await runningOf(trader)).filter(({ key }) => key === "one")).toHaveLength(1)
  })

  test("with another request is a conflict, and another user's is another (S12)", async () => {
    const trader = await newOptionTrader(server, "1000")
    const other = await newOptionTrader(server, "1000")
    const first = await opened(trader, { key: "shared" })
    expect(await open(trader, { key: "shared", direction: "bearish" })).toMatchObject(
      refusalOf("KEY_CONFLICT"),
    )
    const second = await opened(other, { key: "shared" })
    expect(second.id).not.toBe(first.id)
  })
})

describe("the daily loss limit (O5)", () => {
  test("is lower at once, higher or none after 24 hours, and binds whoever set it", async () => {
    const trader = await newOptionTrader(server, "1000")
    expect(await limitOf(trader)).toMatchObject({ limit: "", nextLimit: "", nextFrom: 0, contracts: 0 })
    const set = (limit: unknown) => trader.post<ResponseOf<typeof optionLimit>>("/option/setLimit", { limit })
    expect(await set("12")).toMatchObject({ code: 200, data: { limit: "12", nextLimit: "" } })
    await opened(trader, { stake: "7", seconds: 300 })
    const refused = await open(trader, { stake: "5.00000001", seconds: 300 })
    expect(refused).toMatchObject(refusalOf("DAILY_LOSS"))
    expect(refused.message).toMatch(/12 USDT.*0 USDT.*7 USDT/)
    const raised = await set("50")
    expect(raised.data).toMatchObject({ limit: "12", nextLimit: "50" })
    expect(raised.data.nextFrom).toBeGreaterThan(Date.now() + ahead + 86_400_000 - WITHIN_MS)
    expect(await open(trader, { stake: "5.00000001", seconds: 300 })).toMatchObject(refusalOf("DAILY_LOSS"))
    expect(await set("none")).toMatchObject({ data: { limit: "12", nextLimit: "none" } })
    expect(await set("8")).toMatchObject({ data: { limit: "8", nextLimit: "", nextFrom: 0 } })
    for (const [given, name] of [
      ["0", "WRONG_SIZE"],
      ["-1", "FORMAT"],
      ["1e2", "FORMAT"],
      ["", "FORMAT"],
      [12, "FORMAT"],
      ["0.000000001", "PRECISION"],
      ["999999999999999999", "AMOUNT_LIMIT"],
    ] as const)
      expect([given, await set(given)]).toMatchObject([given, refusalOf(name)])
    expect(await limitOf(trader)).toMatchObject({ limit: "8" })
  })

  test("is kept by requests that come at the same time, and so is what the account has", async () => {
    const trader = await newOptionTrader(server, "100")
    await opened(trader, { stake: "10", seconds: 300 })
    const ask = (stake: string) =>
      Promise.all(Array.from({ length: 10 }, () => open(trader, { stake, seconds: 300 })))
    const codesOf = (answers: readonly { code: number }[]) => answers.map(({ code }) => code).toSorted()
    await trader.post("/option/setLimit", { limit: "24" })
    expect(codesOf(await ask("7"))).toEqual([200, 200, ...Array(8).fill(PROBLEMS.DAILY_LOSS)])
    const free = await newOptionTrader(server, "100")
    await opened(free, { stake: "10", seconds: 300 })
    const wanted = Array.from({ length: 10 }, () => open(free, { stake: "31", seconds: 300 }))
    const poor = Array(8).fill(PROBLEMS.INSUFFICIENT_BALANCE)
    expect(codesOf(await Promise.all(wanted))).toEqual([200, 200, ...poor])
    expect(await free.available("USDT", "second")).toBe(2_800_000_000n)
  })

  test("is no other user's", async () => {
    const trader = await newOptionTrader(server, "100")
    await trader.post("/option/setLimit", { limit: "1" })
    expect(await limitOf(await newTrader(server))).toMatchObject({ limit: "" })
  })
})
