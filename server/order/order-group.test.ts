/** OCO pairs (S16) and scaled orders (S17) through the real calls and the socket, over a restart too. */

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type PerpetualOrder, PROBLEMS, type SpotOrder } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { CONTRACT, listenTo, newContractTrader, openOf, told } from "#tests/support/contract-trader.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { get, post } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, priceAt, type Trader, units } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const SYMBOL = "BTC_USDT"
const ENVIRONMENT = { SAKER_MARKETS: "2", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000" }

let server: RunningServer
let folder: string
/** Far below and above the market. */
let low: string
let lower: string
let high: string
const start = () => startInProcess({ ...ENVIRONMENT, SAKER_DATA: folder })
beforeAll(async () => {
  folder = freshFolder()
  server = await start()
  low = await priceAt(server, SYMBOL, 0.8)
  lower = await priceAt(server, SYMBOL, 0.75)
  high = await priceAt(server, SYMBOL, 1.2)
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

interface Placed {
  group: number
  orders: (SpotOrder | PerpetualOrder)[]
}
const pair = (more: object = {}) => ({
  ...{ instrument: SYMBOL, side: "buy", quantity: "0.001", price: low, stopPrice: high, stopLimit: high },
  ...more,
})
const scaled = (more: object = {}) => ({
  ...{ instrument: SYMBOL, side: "buy", quantity: "0.01", from: low, to: lower, count: 4 },
  ...{ distribution: "increasing", ...more },
})
const place = (trader: Trader, call: "placeOco" | "placeScaled", request: object) =>
  trader.post<Placed>(`/order/${call}`, request)
const endedOf = async (trader: Trader) => (await trader.get<{ rows: SpotOrder[] }>("/spot/history")).data.rows

describe("an OCO pair (S16)", () => {
  test("is told as two orders of a group, held for once, and ends together", async () => {
    const trader = await newTrader(server)
    const client = await listenTo(server, trader.token)
    const free = await trader.available("USDT")
    const { data } = await place(trader, "placeOco", pair({ key: "pair" }))
    const [limit, stop] = data.orders
    expect(data.group).toBe(limit?.id)
    expect(data.orders).toMatchObject([
      { type: "limit", postOnly: true, price: low, status: "new", group: data.group, groupKind: "oco" },
      {
        type: "stop-limit",
        stopPrice: high,
        status: "waiting",
        held: "0",
        group: data.group,
        groupKind: "oco",
      },
    ])
    expect(free - (await trader.available("USDT"))).toBe(units(limit?.held ?? ""))
    expect(units(limit?.held ?? "")).toBe((units(high) * units("0.001")) / units("1"))
    // Sent again it is the same pair.
    expect((await place(trader, "placeOco", pair({ key: "pair" }))).data).toEqual(data)
    expect(await trader.post("/spot/amend", { id: limit?.id, price: lower })).toMatchObject({
      code: PROBLEMS.OCO_FIXED,
    })
    expect(await trader.post("/spot/cancel", { id: stop?.id })).toMatchObject({ code: 200 })
    expect(await trader.open()).toEqual([])
    expect(await trader.available("USDT")).toBe(free)
    expect(await endedOf(trader)).toMatchObject([
      { id: stop?.id, reason: "", group: data.group, groupKind: "oco" },
      { id: limit?.id, reason: "OCO", group: data.group, groupKind: "oco" },
    ])
    await vi.waitFor(() =>
      expect(
        told<SpotOrder>(client, "order")
          .map(({ id, status }) => `${id} ${status}`)
          .sort(),
      ).toEqual(
        [
          ...[`${limit?.id} new`, `${limit?.id} cancelled`],
          ...[`${stop?.id} waiting`, `${stop?.id} cancelled`],
        ].sort(),
      ),
    )
    client.close()
  })

  test("of a contract the stop may be by market", async () => {
    const trader = await newContractTrader(server)
    const terms = { instrument: CONTRACT, price: await priceAt(server, CONTRACT, 0.9) }
    const request = pair({ ...terms, stopPrice: await priceAt(server, CONTRACT, 1.1), stopLimit: undefined })
    const { code, data } = await place(trader, "placeOco", request)
    expect([code, data.orders.map(({ type }) => type)]).toEqual([200, ["limit", "stop-market"]])
    expect(await trader.post("/order/cancelGroup", { group: data.group })).toMatchObject({
      data: { cancelled: data.orders.map(({ id }) => id) },
    })
    expect(await openOf(trader)).toEqual([])
  })

  test.each([
    ["OCO_PRICES", () => pair({ stopPrice: lower })],
    ["TYPE_COMBINATION", () => pair({ stopLimit: undefined })],
    ["WRONG_SIZE", () => pair({ quantity: "0" })],
    ["FORMAT", () => pair({ quantity: "-0.001" })],
    ["UNKNOWN_INSTRUMENT", () => pair({ instrument: "NO_SUCH" })],
    ["INSUFFICIENT_BALANCE", () => pair({ quantity: "9" })],
  ] as const)("is refused with %s, and nothing is placed", async (name, request) => {
    const trader = await newTrader(server)
    expect(await place(trader, "placeOco", request())).toMatchObject({ code: PROBLEMS[name] })
    expect(await trader.open()).toEqual([])
  })
})

describe("a scaled order (S17)", () => {
  test("is all of its orders, whose quantities sum to the total; a stranger can't cancel them, their owner at once", async () => {
    const [trader, stranger] = [await newTrader(server), await newTrader(server)]
    const { code, data } = await place(trader, "placeScaled", scaled())
    expect([code, data.orders.map(({ quantity }) => quantity)]).toEqual([
      200,
      ["0.00100", "0.00200", "0.00300", "0.00400"],
    ])
    expect(data.orders[0]?.price).toBe(low)
    expect(data.orders.at(-1)?.price).toBe(lower)
    expect(
      (await trader.open()).every(({ group, groupKind }) => group === data.group && groupKind === "scaled"),
    ).toBe(true)
    expect(await stranger.post("/order/cancelGroup", { group: data.group })).toMatchObject({
      code: PROBLEMS.UNKNOWN_ORDER,
    })
    expect(await trader.post("/order/cancelGroup", { group: data.group })).toMatchObject({
      data: { cancelled: data.orders.map(({ id }) => id) },
    })
    expect(await trader.open()).toEqual([])
  })

  test.each([
    ["SCALED_RANGE", () => scaled({ to: low })],
    ["FORMAT", () => scaled({ count: 41 })],
    ["FORMAT", () => scaled({ distribution: "normal" })],
    ["INSUFFICIENT_BALANCE", () => scaled({ quantity: "9" })],
    ["MIN_NOTIONAL", () => scaled({ quantity: "0.00002", count: 2, distribution: "flat" })],
  ] as const)("is refused whole with %s", async (name, request) => {
    const trader = await newTrader(server)
    expect(await place(trader, "placeScaled", request())).toMatchObject({ code: PROBLEMS[name] })
    expect(await trader.open()).toEqual([])
  })
})

test(
  "a restart keeps groups: one still cancels the other, and a group still ends as one",
  async () => {
    const trader = await newTrader(server)
    const { data: legs } = await place(trader, "placeOco", pair())
    const { data: ladder } = await place(trader, "placeScaled", scaled())
    const open = async () => (await get<{ rows: SpotOrder[] }>(server, "/spot/open", trader.token)).data.rows
    const before = await open()
    await server.close()
    server = await start()
    expect(await open()).toEqual(before)
    const ended = await post(server, "/order/cancelGroup", { group: ladder.group }, trader.token)
    expect(ended).toMatchObject({ code: 200, data: { cancelled: ladder.orders.map(({ id }) => id) } })
    const cancelled = await post(server, "/spot/cancel", { id: legs.orders[0]?.id }, trader.token)
    expect(cancelled).toMatchObject({ code: 200 })
    expect(await open()).toEqual([])
  },
  WITHIN_MS,
)
