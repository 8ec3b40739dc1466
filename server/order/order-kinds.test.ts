/** Orders at a price that is named (S18), icebergs (S19) and TWAPs (S20) through the real calls, over a restart too. */

import { afterAll, beforeAll, expect, test } from "vitest"
import { type PerpetualOrder, PROBLEMS, type SpotOrder, type TwapRow } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { AccountPage } from "#tests/support/account-page.ts"
import { CONTRACT, newContractTrader } from "#tests/support/contract-trader.ts"
import { call, startInProcess } from "#tests/support/in-process-server.ts"
import { get, post } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, priceAt, type Trader, units } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const SYMBOL = "BTC_USDT"
const DEPTH = `/market/depth?symbol=${SYMBOL}&limit=200`

let server: RunningServer
let folder: string
const start = () => startInProcess({ SAKER_MARKETS: "2", SAKER_DATA: folder })
beforeAll(async () => {
  folder = freshFolder()
  server = await start()
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

/** Of the book that everybody sees; empty where nobody stands. */
async function shownAt(price: string): Promise<string> {
  const { data } = await call<{ bids: [string, string][] }>(server, DEPTH)
  return data.bids.find(([at]) => at === price)?.[1] ?? ""
}

test("a named price is found by the engine, on spot and on contracts, and told in the answer", async () => {
  const trader = await newTrader(server)
  const order = { instrument: SYMBOL, type: "limit", quantity: "0.001" }
  const queue = await trader.place({ ...order, side: "buy", bestPrice: "queue", postOnly: true })
  expect(queue).toMatchObject({ code: 200, data: { type: "limit", status: "new" } })
  expect(units(queue.data.price)).toBeGreaterThan(0n)
  const taken = await trader.place({ ...order, side: "buy", bestPrice: "counterparty", timeInForce: "ioc" })
  expect(taken).toMatchObject({ code: 200, data: { status: "filled" } })
  expect(units(taken.data.price)).toBeGreaterThan(units(queue.data.price))
  expect(await trader.place({ ...order, side: "buy", bestPrice: "queue", price: "1.00" })).toMatchObject({
    code: PROBLEMS.TYPE_COMBINATION,
  })
  expect(await trader.place({ ...order, side: "buy", bestPrice: "last" })).toMatchObject({
    code: PROBLEMS.FORMAT,
  })
  const other = await newContractTrader(server)
  const contract = { ...order, instrument: CONTRACT, side: "sell", bestPrice: "queue" }
  expect(await other.post<PerpetualOrder>("/contract/place", contract)).toMatchObject({
    code: 200,
    data: { price: expect.stringMatching(/^\d/) },
  })
})

test("a TWAP is refused like its first slice, sends it at once, and is paused, resumed and ended by its owner alone", async () => {
  const [trader, stranger] = [await newTrader(server), await newTrader(server)]
  const twap = { instrument: SYMBOL, side: "buy", quantity: "0.01", duration: 300, interval: 60 }
  const place = (more: object) => trader.post<TwapRow>("/order/placeTwap", { ...twap, ...more })
  expect(await place({ quantity: "9" })).toMatchObject({ code: PROBLEMS.INSUFFICIENT_BALANCE })
  expect(await place({ interval: 200 })).toMatchObject({ code: PROBLEMS.TWAP_RANGE })
  expect(await place({ duration: 60 })).toMatchObject({ code: PROBLEMS.FORMAT })
  const { data } = await place({ key: "t", randomise: true })
  expect(data).toMatchObject({ status: "running", slices: 5, slicesLeft: 4, randomise: true, end: "" })
  expect(units(data.executed)).toBeGreaterThan(0n)
  expect((await place({ key: "t", randomise: true })).data).toEqual(data)
  const [slice] = (await trader.get<{ rows: SpotOrder[] }>("/spot/history")).data.rows
  expect(slice).toMatchObject({ type: "market", status: "filled", group: data.id, groupKind: "twap" })
  const rows = async () => (await trader.get<{ rows: TwapRow[] }>("/order/twaps")).data.rows
  expect(await rows()).toEqual([data])
  const act = (person: Trader, what: string) =>
    person.post<TwapRow>("/order/changeTwap", { id: data.id, act: what })
  expect(await act(stranger, "end")).toMatchObject({ code: PROBLEMS.UNKNOWN_ORDER })
  expect(await act(trader, "pause")).toMatchObject({ code: 200, data: { status: "paused", next: 0 } })
  expect(await act(trader, "resume")).toMatchObject({ code: 200, data: { status: "running" } })
  expect(await act(trader, "end")).toMatchObject({ code: 200, data: { status: "ended", end: "OWNER" } })
  await expect.poll(rows).toMatchObject([{ status: "ended", end: "OWNER" }])
  await act(trader, "end")
  await expect.poll(rows).toEqual([])
})

test("TWAPs of spot and contracts come over the socket with each change, what a cut missed as it stands", async () => {
  const trader = await newContractTrader(server)
  const page = await AccountPage.open(server, trader.token)
  const terms = { side: "buy", quantity: "0.02", duration: 300, interval: 60 }
  const place = async (instrument: string) =>
    (await trader.post<TwapRow>("/order/placeTwap", { instrument, ...terms })).data
  const act = (id: number, what: string) => trader.post("/order/changeTwap", { id, act: what })
  const [spot, contract] = [await place(SYMBOL), await place(CONTRACT)]
  await page.until(() => page.twaps.size === 2)
  expect(page.twaps.get(contract.id)).toMatchObject({ instrument: CONTRACT, slices: 5 })
  await act(spot.id, "pause")
  await page.until(() => page.twaps.get(spot.id)?.status === "paused")
  page.cut()
  await act(spot.id, "end")
  await act(contract.id, "end")
  await act(contract.id, "end")
  await page.until(() => page.twaps.get(spot.id)?.status === "ended" && !page.twaps.has(contract.id))
  const { rows } = (await trader.get<{ rows: TwapRow[] }>("/order/twaps")).data
  expect([...page.twaps.values()]).toEqual(rows)
  expect(page.problems).toEqual([])
  page.close()
})

test(
  "an iceberg shows its part in the public book and holds all of it; it and a TWAP are the same after a restart",
  async () => {
    const trader = await newTrader(server)
    const price = await priceAt(server, SYMBOL, 0.83)
    const order = { instrument: SYMBOL, side: "buy", type: "limit", price, quantity: "0.05" }
    const { data } = await trader.place({ ...order, shownQuantity: "0.002" })
    expect(data).toMatchObject({ quantity: "0.05000", shownQuantity: "0.00200", executed: "0.00000" })
    expect(units(data.held)).toBe((units(price) * units("0.05")) / units("1"))
    await expect.poll(() => shownAt(price)).toBe("0.00200")
    expect(await trader.place({ ...order, shownQuantity: "0.0001" })).toMatchObject({
      code: PROBLEMS.ICEBERG_RANGE,
    })
    expect(await trader.place({ ...order, timeInForce: "ioc", shownQuantity: "0.002" })).toMatchObject({
      code: PROBLEMS.TYPE_COMBINATION,
    })
    const terms = { instrument: SYMBOL, side: "buy", quantity: "0.01", duration: 3600, interval: 600 }
    const { data: twap } = await trader.post<TwapRow>("/order/placeTwap", terms)
    await server.close()
    server = await start()
    const twaps = await get<{ rows: TwapRow[] }>(server, "/order/twaps", trader.token)
    expect(twaps.data.rows).toEqual([twap])
    const end = { id: twap.id, act: "end" }
    expect(await post(server, "/order/changeTwap", end, trader.token)).toMatchObject({ code: 200 })
    const open = await get<{ rows: SpotOrder[] }>(server, "/spot/open", trader.token)
    expect(open.data.rows).toEqual([data])
    await expect.poll(() => shownAt(price)).toBe("0.00200")
    const amend = { id: data.id, quantity: "0.001" }
    const amended = await post<SpotOrder>(server, "/spot/amend", amend, trader.token)
    expect(amended).toMatchObject({ code: 200, data: { quantity: "0.00100" } })
    await expect.poll(() => shownAt(price)).toBe("0.00100")
    await post(server, "/spot/cancel", { id: data.id }, trader.token)
    await expect.poll(() => shownAt(price)).toBe("")
    const ended = await get<{ rows: SpotOrder[] }>(server, "/spot/history", trader.token)
    expect(ended.data.rows).toMatchObject([
      { id: data.id, status: "cancelled", shownQuantity: "0.00200" },
      { group: twap.id, groupKind: "twap" },
    ])
  },
  WITHIN_MS,
)
