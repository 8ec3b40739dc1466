/** Who and what opens no second contract, and what a restart leaves of those that run: through the real server (N3, N6, O3, O5). */

import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { PROBLEMS, type SecondContract } from "#core/wire/index.ts"
import { runOperator } from "#server/operator/run-operator.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { listenTo } from "#tests/support/contract-trader.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import {
  expectDecided,
  newOptionTrader,
  open,
  opened,
  recordsOf,
  runningOf,
  SECOND,
} from "#tests/support/option-trader.ts"
import { get, post } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { type Trader, traderOf } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const data = freshFolder()
/** On one side of an index no more than 100 USDT may be won. */
const environment = {
  ...{ SAKER_MARKETS: "1", SAKER_DATA: data, SAKER_SECOND_EXPOSURE: "100" },
  ...{ SAKER_ACCOUNT_CALLS_PER_SECOND: "1000", SAKER_ORDERS_PER_SECOND: "1000" },
}
const refusalOf = (name: keyof typeof PROBLEMS) => ({ code: PROBLEMS[name], data: null })

let ahead = 0
let server: RunningServer
let key = ""
let trader: Trader

const start = async (more: Record<string, string> = {}) => {
  server = await startInProcess({ ...environment, ...more }, { clock: movedClock(() => ahead) })
}
/** The same person at the server that runs now. */
const again = (person: Trader): Trader =>
  traderOf({
    ...person,
    get: (path) => get(server, path, person.token),
    post: (path, body = {}) => post(server, path, body, person.token),
  })
async function operate(...args: string[]) {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const terminal = { environment: { SAKER_DATA: data, SAKER_OPERATOR_KEY: key }, say, complain: say }
  expect(await runOperator(args, terminal), said.join("\n")).toBe(0)
  return said.join("\n")
}

beforeAll(async () => {
  await start()
  key = (await operate("key-add", "olga")).split("\n")[1] ?? ""
  trader = await newOptionTrader(server)
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

test("one side of an index has a limit that all users share, however many ask at once (O5)", async () => {
  const first = await opened(trader, { stake: "20", seconds: 300 })
  expect(first.profit).toBe("17")
  const others = await Promise.all(Array.from({ length: 8 }, () => newOptionTrader(server, "1000")))
  const answers = await Promise.all(others.map((one) => open(one, { stake: "20", seconds: 300 })))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(4)
  const refused = answers.filter(({ code }) => code !== 200)
  for (const { code, message } of refused) {
    expect(code).toBe(PROBLEMS.HOUSE_LIMIT)
    expect(message).toMatch(/at most 15 USDT/)
  }
  const bearish = { stake: "20", seconds: 300, direction: "bearish" }
  expect(await open(trader, bearish)).toMatchObject({ code: 200 })
}, 60_000)

test("a frozen user opens none; what runs goes on and is settled", async () => {
  const frozen = await newOptionTrader(server, "100")
  const { id } = await opened(frozen, { seconds: 300, direction: "bearish" })
  await operate("freeze", frozen.user.user_id, "--reason", "a test")
  // Freezing ends every session, so that nobody can ask any more; whoever asks with a new one is refused as before.
  expect(await open(frozen)).toMatchObject(refusalOf("SESSION"))
  await operate("unfreeze", frozen.user.user_id, "--reason", "a test")
  const login = await post<{ token: string }>(server, "/login/index", {
    ...{ account: frozen.account, password: frozen.password },
  })
  const back = again({ ...frozen, token: login.data.token })
  expect(await runningOf(back)).toMatchObject([{ id, status: "open" }])
}, 60_000)

test(
  "a restart keeps what runs as it is; while it pauses none is opened, and what the outage decided is refunded",
  async () => {
    const { id } = await opened(trader, { seconds: 300, direction: "bearish" })
    const before = await runningOf(trader)
    expect(before).toHaveLength(3)
    await server.close()
    await start({ SAKER_RESTART_PAUSE: "3600" })
    trader = again(trader)
    expect(await runningOf(trader)).toEqual(before)
    const client = await listenTo(server, trader.token)
    expect(client.account?.seconds.toSorted(byExpiry)).toEqual(before)
    await client.close()
    expect(await open(trader)).toMatchObject(refusalOf("TRADING_STATE"))

    await server.close()
    ahead += 400_000
    await start()
    trader = again(trader)
    // All of them ended while nothing ran.
    const records = await vi.waitFor(
      async () => {
        const rows = await recordsOf(trader)
        expect(rows).toHaveLength(3)
        return rows
      },
      { timeout: WITHIN_MS },
    )
    expect(records).toContainEqual(expect.objectContaining({ id, status: "refunded", paid: "5" }))
    for (const record of records) expectDecided(record)
    expect(await runningOf(trader)).toEqual([])
    await opened(trader, { seconds: 300, direction: "bearish" })
  },
  WITHIN_MS,
)

test("records are narrowed, paged and found by the time of their end", async () => {
  const all = await recordsOf(trader)
  expect(all).toHaveLength(3)
  const [newest, middle, oldest] = all as [SecondContract, SecondContract, SecondContract]
  const first = await trader.get<{ rows: SecondContract[]; next: string }>("/option/records?limit=1")
  expect(first.data.rows).toEqual([newest])
  const second = await trader.get<{ rows: SecondContract[]; next: string }>(
    `/option/records?limit=2&cursor=${first.data.next}`,
  )
  expect(second.data).toEqual({ rows: [middle, oldest], next: "" })
  for (const [query, rows] of [
    ["status=refunded", all],
    ["status=won", []],
    ["direction=bullish", all.filter(({ direction }) => direction === "bullish")],
    [`instrument=${SECOND}&from=${oldest.settled}&to=${newest.settled}`, all],
    [`from=${newest.settled + 1}`, []],
    [`to=${oldest.settled - 1}`, []],
  ] as const)
    expect([query, await recordsOf(trader, query)]).toEqual([query, rows])
  expect(await trader.get("/option/records?from=2&to=1")).toMatchObject(refusalOf("TIME_RANGE"))
  expect(await recordsOf(await newOptionTrader(server, "1"))).toEqual([])
})

test(
  "a delisted market opens none, and what runs there is settled or refunded",
  async () => {
    const running = (await runningOf(trader)).length
    expect(running).toBeGreaterThan(0)
    const end = new Date(Date.now() + ahead + 300).toISOString()
    await operate("schedule", SECOND, "--delist-at", end, "--reason", "nobody asks for it")
    await vi.waitFor(async () => expect(await open(trader)).toMatchObject(refusalOf("DELISTED")), {
      timeout: WITHIN_MS,
    })
    ahead += 400_000
    await vi.waitFor(async () => expect(await runningOf(trader)).toEqual([]), { timeout: WITHIN_MS })
    for (const record of await recordsOf(trader)) expectDecided(record)
    expect(await trader.balances()).toContainEqual(
      expect.objectContaining({ wallet: "second", currency: "USDT", held: "0" }),
    )
  },
  WITHIN_MS,
)

const byExpiry = (one: SecondContract, other: SecondContract) =>
  one.expiry - other.expiry || one.id - other.id
