/** What a contract takes while it only closes, while it is paused, and after its end, through the real server (N3, N5, P23). */

import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { type PerpetualOrder, type Position, PROBLEMS } from "#core/wire/index.ts"
import { runOperator } from "#server/operator/run-operator.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import {
  byMarket,
  CONTRACT,
  newContractTrader,
  placeContract,
  setTargets,
} from "#tests/support/contract-trader.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { get, post } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { priceAt, type Trader } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const MINUTE = 60_000
const data = freshFolder()
const environment = { SAKER_MARKETS: "1", SAKER_DATA: data, SAKER_ACCOUNT_CALLS_PER_SECOND: "1000" }
const named = { instrument: CONTRACT }
const refusalOf = (name: keyof typeof PROBLEMS) => ({ code: PROBLEMS[name], data: null })

let server: RunningServer
let key = ""
/** Long 0.01, isolated. */
let trader: Trader
let low: string
let high: string

async function operate(...args: string[]) {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const terminal = { environment: { SAKER_DATA: data, SAKER_OPERATOR_KEY: key }, say, complain: say }
  expect(await runOperator(args, terminal), said.join("\n")).toBe(0)
  return said.join("\n")
}
const delistIn = (ms: number) =>
  operate(
    ...["schedule", CONTRACT, "--delist-at", new Date(Date.now() + ms).toISOString()],
    ...["--reason", "nobody trades it"],
  )

beforeAll(async () => {
  server = await startInProcess(environment)
  key = (await operate("key-add", "olga")).split("\n")[1] ?? ""
  low = await priceAt(server, CONTRACT, 0.8)
  high = await priceAt(server, CONTRACT, 1.2)
  trader = await newContractTrader(server)
  await trader.post("/contract/marginMode", { instrument: CONTRACT, mode: "isolated" })
  // The market has only just begun: its mark may still be on the way.
  await vi.waitFor(
    async () => expect(await byMarket(trader, "buy", "0.01")).toMatchObject({ data: { status: "filled" } }),
    { timeout: WITHIN_MS },
  )
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

test("in its last half hour it takes what closes: closing orders, stops, targets, and nothing that opens", async () => {
  await delistIn(20 * MINUTE)
  expect(await byMarket(trader, "buy", "0.01")).toMatchObject(refusalOf("CLOSING_ONLY"))
  expect(await trader.post("/contract/reverse", named)).toMatchObject(refusalOf("CLOSING_ONLY"))
  const stop = { side: "sell", type: "stop-market", stopPrice: low, closePosition: true }
  expect(await placeContract(trader, stop)).toMatchObject({ code: 200, data: { status: "waiting" } })
  const targets = { takeProfit: { price: high }, stopLoss: { price: low } }
  expect(await setTargets(trader, targets)).toMatchObject({ code: 200 })
  expect(await trader.post("/contract/close", { ...named, quantity: "0.004" })).toMatchObject({
    code: 200,
    data: { executed: "0.004" },
  })
})

test(
  "paused after a restart it closes nothing; stops are cancelled, targets taken away, margin is added",
  async () => {
    await server.close()
    server = await startInProcess({ ...environment, SAKER_RESTART_PAUSE: "3600" })
    const ask = <Data>(path: string, request: object) => post<Data>(server, path, request, trader.token)
    const paused = refusalOf("TRADING_STATE")
    expect(await ask("/contract/close", named)).toMatchObject(paused)
    expect(await ask("/contract/reverse", named)).toMatchObject(paused)
    expect(await ask("/contract/closeAll", {})).toMatchObject({
      code: 200,
      data: { closed: [{ ...named, positionSide: "", order: 0, problem: "TRADING_STATE", values: {} }] },
    })
    const stopLoss = { price: low }
    expect(await ask("/contract/targets", { ...named, stopLoss })).toMatchObject(paused)
    expect(await ask("/contract/targets", named)).toMatchObject({
      code: 200,
      data: { rows: [{ targets: [] }] },
    })
    expect(await ask("/contract/margin", { ...named, direction: "add", amount: "5" })).toMatchObject({
      code: 200,
    })
    const { rows } = (await get<{ rows: PerpetualOrder[] }>(server, "/contract/open", trader.token)).data
    expect(rows).toMatchObject([{ type: "stop-market" }])
    expect(await ask("/contract/cancel", { id: rows[0]?.id })).toMatchObject({ code: 200 })
  },
  WITHIN_MS,
)

test(
  "at its end its positions are settled, and nothing is taken any more",
  async () => {
    const closed = async () =>
      (await get<{ rows: Position[] }>(server, "/contract/closed", trader.token)).data.rows
    await delistIn(500)
    await vi.waitFor(
      async () =>
        expect(await closed()).toMatchObject([{ closedBy: "settlement", quantity: "0", targets: [] }]),
      { timeout: WITHIN_MS },
    )
    const ask = (path: string, request: object) => post(server, path, request, trader.token)
    const order = { ...named, side: "buy", type: "stop-market", stopPrice: high, quantity: "0.01" }
    expect(await ask("/contract/place", order)).toMatchObject(refusalOf("DELISTED"))
    expect(await ask("/contract/targets", named)).toMatchObject(refusalOf("UNKNOWN_POSITION"))
    expect(await ask("/contract/closeAll", {})).toMatchObject({ data: { closed: [] } })
  },
  WITHIN_MS,
)
