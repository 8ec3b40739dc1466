/** Scaled orders and icebergs that are paused (S21) through the real calls and the socket, over a restart too. */

import { afterAll, beforeAll, expect, test } from "vitest"
import { type PausedRow, type PerpetualOrder, PROBLEMS, type SpotOrder } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { AccountPage } from "#tests/support/account-page.ts"
import { CONTRACT, newContractTrader } from "#tests/support/contract-trader.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { get, post } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, priceAt, type Trader, units } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const SYMBOL = "BTC_USDT"

let server: RunningServer
let folder: string
/** Far below the market. */
let low: string
let lower: string
const start = () => startInProcess({ SAKER_MARKETS: "2", SAKER_DATA: folder })
beforeAll(async () => {
  folder = freshFolder()
  server = await start()
  low = await priceAt(server, SYMBOL, 0.8)
  lower = await priceAt(server, SYMBOL, 0.75)
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

interface Placed {
  group: number
  orders: (SpotOrder | PerpetualOrder)[]
}
type Person = Pick<Trader, "post" | "get">

async function placeLadder(trader: Person, more: object = {}): Promise<Placed> {
  const terms = { instrument: SYMBOL, side: "buy", quantity: "0.01", from: low, to: lower, count: 4 }
  const placed = await trader.post<Placed>("/order/placeScaled", { ...terms, distribution: "flat", ...more })
  expect(placed).toMatchObject({ code: 200 })
  return placed.data
}
const change = (trader: Person, group: number, act: string) =>
  trader.post<PausedRow>("/order/changeGroup", { group, act })
const pausedOf = async (trader: Person) =>
  (await trader.get<{ rows: PausedRow[] }>("/order/paused")).data.rows
const remainsOf = (rows: readonly { price: string; quantity: string }[]) =>
  rows.map(({ price, quantity }) => [price, quantity]).sort()

test("a scaled order is paused with nothing held, resumed with the same orders, and ended, by its owner alone", async () => {
  const [trader, stranger] = [await newTrader(server), await newTrader(server)]
  const free = await trader.available("USDT")
  const { group, orders } = await placeLadder(trader)
  const held = await trader.available("USDT")
  expect(await change(stranger, group, "pause")).toMatchObject({ code: PROBLEMS.UNKNOWN_ORDER })
  const paused = await change(trader, group, "pause")
  expect(paused).toMatchObject({
    code: 200,
    data: { id: group, groupKind: "scaled", quantity: "0.01000", postOnly: true, gone: false },
  })
  expect(remainsOf(paused.data.orders)).toEqual(remainsOf(orders))
  expect([await trader.available("USDT"), await trader.open()]).toEqual([free, []])
  expect([await pausedOf(trader), await pausedOf(stranger)]).toEqual([[paused.data], []])
  const { rows } = (await trader.get<{ rows: SpotOrder[] }>("/spot/history")).data
  expect(rows.map(({ status, reason }) => [status, reason])).toEqual(Array(4).fill(["cancelled", "PAUSED"]))

  expect(await change(stranger, group, "resume")).toMatchObject({ code: PROBLEMS.UNKNOWN_ORDER })
  expect(await change(trader, group, "resume")).toMatchObject({
    code: 200,
    data: { orders: [], end: "RESUMED", gone: true },
  })
  const open = await trader.open()
  expect(remainsOf(open)).toEqual(remainsOf(orders))
  expect(open.every((order) => order.group === group && order.groupKind === "scaled")).toBe(true)
  expect([await trader.available("USDT"), await pausedOf(trader)]).toEqual([held, []])

  expect(await change(trader, group, "end")).toMatchObject({ code: 200, data: { end: "OWNER", gone: true } })
  expect([await trader.open(), await trader.available("USDT")]).toEqual([[], free])
  expect(await change(trader, group, "resume")).toMatchObject({ code: PROBLEMS.UNKNOWN_ORDER })
})

test("what the owner's limit, a pair or the form forbids is refused, and what is cancelled as a whole is gone", async () => {
  const trader = await newTrader(server)
  const { group } = await placeLadder(trader)
  await change(trader, group, "pause")
  const limit = (value: string) =>
    trader.post("/security/preferencesSet", { preferences: JSON.stringify({ orderValueMax: value }) })
  expect(await limit("1")).toMatchObject({ code: 200 })
  expect(await change(trader, group, "resume")).toMatchObject({ code: PROBLEMS.OWN_LIMIT })
  expect(await limit("")).toMatchObject({ code: 200 })
  expect(await change(trader, group, "stop")).toMatchObject({ code: PROBLEMS.FORMAT })
  expect(await pausedOf(trader)).toHaveLength(1)
  expect(await trader.post("/order/cancelGroup", { group })).toMatchObject({ data: { cancelled: [] } })
  expect(await pausedOf(trader)).toEqual([])
  const high = await priceAt(server, SYMBOL, 1.2)
  const pair = { instrument: SYMBOL, side: "buy", quantity: "0.001", price: low, stopPrice: high }
  const { data } = await trader.post<Placed>("/order/placeOco", { ...pair, stopLimit: high })
  expect(await change(trader, data.group, "pause")).toMatchObject({ code: PROBLEMS.OCO_FIXED })
  const second = await placeLadder(trader)
  await change(trader, second.group, "pause")
  await trader.post("/spot/cancelAll", {})
  await expect.poll(() => pausedOf(trader)).toEqual([])
})

test("of spot and contracts it comes over the socket with each change, what a cut missed as it stands", async () => {
  const trader = await newContractTrader(server)
  const page = await AccountPage.open(server, trader.token)
  const spot = await placeLadder(trader)
  const contract = await placeLadder(trader, { instrument: CONTRACT, from: "20000", to: "19000" })
  await change(trader, spot.group, "pause")
  await change(trader, contract.group, "pause")
  await page.until(() => page.paused.size === 2)
  expect(page.paused.get(contract.group)).toMatchObject({ instrument: CONTRACT, quantity: "0.010" })
  page.cut()
  await change(trader, spot.group, "resume")
  await page.until(() => !page.paused.has(spot.group))
  expect([...page.paused.values()]).toEqual(await pausedOf(trader))
  await trader.post("/order/cancelGroup", { group: contract.group })
  await page.until(() => page.paused.size === 0)
  expect(page.problems).toEqual([])
  page.close()
})

test(
  "an iceberg comes back with its part; it and a scaled order are the same after a restart, and are resumed",
  async () => {
    const trader = await newTrader(server)
    const free = await trader.available("USDT")
    const order = { instrument: SYMBOL, side: "buy", type: "limit", price: low, quantity: "0.05" }
    const { data: iceberg } = await trader.place({ ...order, shownQuantity: "0.002", clientOrderId: "ice" })
    const ladder = await placeLadder(trader)
    await change(trader, iceberg.id, "pause")
    await change(trader, ladder.group, "pause")
    const before = await pausedOf(trader)
    expect(before.map(({ id, groupKind }) => [id, groupKind])).toEqual([
      [ladder.group, "scaled"],
      [iceberg.id, "iceberg"],
    ])
    expect(await trader.available("USDT")).toBe(free)
    await server.close()
    server = await start()
    const ask = <Data>(path: string) => get<Data>(server, path, trader.token)
    const act = (group: number, what: string) =>
      post<PausedRow>(server, "/order/changeGroup", { group, act: what }, trader.token)
    expect((await ask<{ rows: PausedRow[] }>("/order/paused")).data.rows).toEqual(before)
    expect(await act(iceberg.id, "resume")).toMatchObject({ code: 200, data: { gone: true } })
    expect(await act(ladder.group, "end")).toMatchObject({ code: 200, data: { end: "OWNER" } })
    const { rows } = (await ask<{ rows: SpotOrder[] }>("/spot/open")).data
    expect(rows).toMatchObject([
      {
        ...{ clientOrderId: "ice", price: low, quantity: "0.05000", shownQuantity: "0.00200" },
        ...{ group: iceberg.id, groupKind: "iceberg" },
      },
    ])
    expect(units(rows[0]?.held ?? "0")).toBe(units(iceberg.held))
    expect(await post(server, "/spot/cancel", { id: rows[0]?.id }, trader.token)).toMatchObject({ code: 200 })
  },
  WITHIN_MS,
)
