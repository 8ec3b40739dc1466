/** Ways out of a position through the real server: closing, turning around, take-profit and stop-loss (P22, P23). */

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type PerpetualFill, type PerpetualOrder, type Position, PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import {
  byMarket,
  CONTRACT,
  endedOf,
  listenTo,
  newContractTrader,
  newLong,
  openOf,
  placeContract,
  positionsOf,
  setTargets,
  told,
} from "#tests/support/contract-trader.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { priceAt, type Trader, units } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000

let server: RunningServer
/** Far below and far above the market. */
let low: string
let high: string
beforeAll(async () => {
  server = await startInProcess({
    SAKER_MARKETS: "2",
    SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
    SAKER_ORDERS_PER_SECOND: "1000",
  })
  low = await priceAt(server, CONTRACT, 0.8)
  high = await priceAt(server, CONTRACT, 1.2)
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

const refusalOf = (name: keyof typeof PROBLEMS) => ({ code: PROBLEMS[name], data: null })

describe("closing", () => {
  const close = (trader: Trader, more: object = {}) =>
    trader.post<PerpetualOrder>("/contract/close", { instrument: CONTRACT, ...more })

  test("takes a part by market once for each key, rests with a limit, and then all", async () => {
    const trader = await newLong(server)
    const part = { quantity: "0.004", clientOrderId: "part" }
    const first = await close(trader, part)
    expect(first).toMatchObject({ code: 200, data: { side: "sell", executed: "0.004", reduceOnly: true } })
    expect(await close(trader, part)).toEqual(first)
    expect(await close(trader, { clientOrderId: "part" })).toMatchObject(refusalOf("KEY_CONFLICT"))
    expect(await trader.get("/contract/order?clientOrderId=part")).toMatchObject({ data: first.data })
    const resting = await close(trader, { price: high, quantity: "5", postOnly: true, timeInForce: "gtc" })
    expect(resting).toMatchObject({ data: { type: "limit", status: "new", quantity: "0.006" } })
    expect(await close(trader)).toMatchObject({ data: { type: "market", executed: "0.006" } })
    expect([await positionsOf(trader), await openOf(trader)]).toEqual([[], []])
  })

  test.each<[keyof typeof PROBLEMS, object]>([
    ["UNKNOWN_INSTRUMENT", { instrument: "BTC_USDT" }],
    ["PRECISION", { quantity: "0.0000001" }],
    ["UNKNOWN_POSITION", { positionSide: "short" }],
    ["TYPE_COMBINATION", { timeInForce: "gtc" }],
    ["WRONG_SIZE", { quantity: "0" }],
    ["TICK", { price: "0" }],
    ["REQUEST_EXPIRED", { sentAt: 1 }],
    ["FORMAT", { side: "sell" }],
  ])("is refused with %s for %o", async (name, wrong) => {
    const trader = await newLong(server)
    expect(await close(trader, wrong)).toMatchObject(refusalOf(name))
    expect(await positionsOf(trader)).toMatchObject([{ quantity: "0.01" }])
  })

  test("what nobody has is refused, and of all there is nothing", async () => {
    const trader = await newContractTrader(server)
    expect(await close(trader)).toMatchObject(refusalOf("UNKNOWN_POSITION"))
    expect(await trader.post("/contract/reverse", { instrument: CONTRACT })).toMatchObject(
      refusalOf("UNKNOWN_POSITION"),
    )
    const all = await trader.post("/contract/closeAll", {})
    expect(all).toMatchObject({ code: 200, data: { closed: [] } })
    expect(await trader.post("/contract/closeAll", { instrument: "BTC_USDT" })).toMatchObject(
      refusalOf("UNKNOWN_INSTRUMENT"),
    )
  })

  test("all at once closes both positions of hedge mode and tells each order", async () => {
    const trader = await newContractTrader(server)
    await trader.post("/contract/positionMode", { mode: "hedge" })
    await byMarket(trader, "buy", "0.002", { positionSide: "long" })
    await byMarket(trader, "sell", "0.003", { positionSide: "short" })
    const { data } = await trader.post<{ closed: { order: number }[] }>("/contract/closeAll", {})
    expect(data.closed).toMatchObject([
      { instrument: CONTRACT, positionSide: "long", problem: "" },
      { instrument: CONTRACT, positionSide: "short", problem: "" },
    ])
    expect(await positionsOf(trader)).toEqual([])
    const ids = (await endedOf(trader)).slice(0, 2).map(({ id }) => id)
    expect(ids.toSorted()).toEqual(data.closed.map(({ order }) => order).toSorted())
  })
})

describe("turning around", () => {
  const reverse = (trader: Trader, more: object = {}) =>
    trader.post<PerpetualOrder>("/contract/reverse", { instrument: CONTRACT, ...more })

  test("closes and opens as much the other way, once for each key, and takes the targets with it", async () => {
    const trader = await newLong(server)
    await setTargets(trader, { stopLoss: { price: low } })
    const [before] = await positionsOf(trader)
    const turned = await reverse(trader, { clientOrderId: "turn" })
    expect(turned).toMatchObject({
      code: 200,
      data: { side: "sell", type: "market", executed: "0.010", clientOrderId: "turn", reduceOnly: false },
    })
    expect(await reverse(trader, { clientOrderId: "turn" })).toEqual(turned)
    const [after, ...others] = await positionsOf(trader)
    expect([after, others]).toMatchObject([{ side: "short", quantity: "0.01", targets: [] }, []])
    const closed = (await trader.get<{ rows: Position[] }>("/contract/closed")).data.rows
    expect(closed).toMatchObject([{ id: before?.id, side: "long", closedBy: "order", targets: [] }])
  })

  test("in hedge mode goes to the other side, which the request names", async () => {
    const trader = await newContractTrader(server)
    await trader.post("/contract/positionMode", { mode: "hedge" })
    await byMarket(trader, "buy", "0.002", { positionSide: "long" })
    expect(await reverse(trader)).toMatchObject(refusalOf("UNKNOWN_POSITION"))
    expect(await reverse(trader, { positionSide: "long" })).toMatchObject({ code: 200 })
    expect(await positionsOf(trader)).toMatchObject([{ positionSide: "short", quantity: "0.002" }])
  })

  test("is refused whole where the other side can't be paid, and above the user's own limit", async () => {
    const trader = await newLong(server)
    const ownLimit = (orderValueMax: string) =>
      trader.post("/security/preferencesSet", { preferences: JSON.stringify({ orderValueMax }) })
    await ownLimit("100")
    expect(await reverse(trader)).toMatchObject(refusalOf("OWN_LIMIT"))
    await ownLimit("")
    const [before] = await positionsOf(trader)
    // A sell that needs all of 5,000 USDT at 20× with its fee: a long takes off what it needs, a short adds to it (P12).
    const quantity = (Math.floor((5000 / 0.0505 / Number(high)) * 1000) / 1000).toFixed(3)
    const resting = await placeContract(trader, { side: "sell", type: "limit", price: high, quantity })
    expect(resting).toMatchObject({ code: 200, data: { status: "new" } })
    expect(await reverse(trader)).toMatchObject(refusalOf("INSUFFICIENT_MARGIN"))
    expect(await positionsOf(trader)).toMatchObject([{ id: before?.id, side: "long", quantity: "0.01" }])
    await trader.post("/contract/cancelAll", {})
    expect(await reverse(trader)).toMatchObject({ code: 200 })
  })
})

describe("take-profit and stop-loss of a position (P23)", () => {
  test("are set, changed and taken away, whole and for parts, and told everywhere", async () => {
    const trader = await newLong(server)
    const client = await listenTo(server, trader.token)
    const takeProfit = { price: high, source: "last", limit: high }
    const whole = await setTargets(trader, { takeProfit, stopLoss: { price: low }, key: "whole" })
    expect(whole).toMatchObject({
      code: 200,
      data: {
        rows: [
          { targets: [{ quantity: "", takeProfit, stopLoss: { price: low, source: "mark", limit: "" } }] },
        ],
      },
    })
    expect(
      (await setTargets(trader, { takeProfit, stopLoss: { price: low }, key: "whole" })).data.rows,
    ).toEqual(whole.data.rows)
    expect(await setTargets(trader, { takeProfit, key: "whole" })).toMatchObject(refusalOf("KEY_CONFLICT"))
    const part = await setTargets(trader, { quantity: "0.004", stopLoss: { price: low } })
    const [first, second] = part.data.rows[0]?.targets ?? []
    expect(second).toMatchObject({ quantity: "0.004", takeProfit: null, stopLoss: { price: low } })
    const changed = await setTargets(trader, { pair: second?.id, quantity: "0.003", takeProfit })
    expect(changed.data.rows[0]?.targets).toMatchObject([
      { id: first?.id },
      { id: second?.id, quantity: "0.003", takeProfit, stopLoss: null },
    ])
    expect(await positionsOf(trader)).toMatchObject([changed.data.rows[0] ?? {}])
    const { sequence } = changed.data.rows[0] ?? {}
    await client.until(() => told<Position>(client, "position").at(-1)?.sequence === sequence)
    expect(told(client, "position").at(-1)).toEqual(changed.data.rows[0])
    const without = await setTargets(trader, {})
    expect(without.data.rows[0]?.targets).toMatchObject([{ id: second?.id }])
    expect((await setTargets(trader, { pair: second?.id })).data.rows).toMatchObject([{ targets: [] }])
    await client.close()
  })

  test("come with the order that opens, and leave its row", async () => {
    const trader = await newContractTrader(server)
    const opened = await byMarket(trader, "buy", "0.01", {
      ...{ takeProfit: { price: high }, stopLoss: { price: low, source: "last" } },
    })
    expect(opened).toMatchObject({ data: { status: "filled", takeProfit: null, stopLoss: null } })
    expect(await positionsOf(trader)).toMatchObject([
      { targets: [{ quantity: "", takeProfit: { price: high }, stopLoss: { price: low, source: "last" } }] },
    ])
    // For a part: each fill that opens adds to it.
    await byMarket(trader, "buy", "0.002", { stopLoss: { price: low }, targetsPart: true })
    expect(await positionsOf(trader)).toMatchObject([
      { quantity: "0.012", targets: [{ quantity: "" }, { quantity: "0.002" }] },
    ])
    expect(await endedOf(trader)).toMatchObject([
      { targetsPart: true, stopLoss: { price: low } },
      { id: opened.data.id, targetsPart: false, stopLoss: null },
    ])
  })

  test.each<[keyof typeof PROBLEMS, () => object]>([
    ["UNKNOWN_INSTRUMENT", () => ({ instrument: "BTC_USDT", stopLoss: { price: low } })],
    ["UNKNOWN_POSITION", () => ({ positionSide: "short", stopLoss: { price: low } })],
    ["UNKNOWN_POSITION", () => ({ pair: 7, stopLoss: { price: low } })],
    ["PRECISION", () => ({ stopLoss: { price: "1.00000000001" } })],
    ["PRECISION", () => ({ stopLoss: { price: low }, quantity: "0.0000001" })],
    ["AMOUNT_LIMIT", () => ({ stopLoss: { price: low }, quantity: "100000000000000" })],
    ["TYPE_COMBINATION", () => ({ quantity: "0.001" })],
    ["TICK", () => ({ stopLoss: { price: low, limit: "0" } })],
    ["WRONG_SIZE", () => ({ stopLoss: { price: low }, quantity: "0" })],
    ["MAX_QUANTITY", () => ({ stopLoss: { price: low }, quantity: "1000000" })],
    ["TRIGGER_WOULD_FIRE", () => ({ stopLoss: { price: high } })],
    ["TRIGGER_WOULD_FIRE", () => ({ takeProfit: { price: low, source: "last" } })],
    ["OVER_POSITION", () => ({ stopLoss: { price: low }, quantity: "0.011" })],
    ["REQUEST_EXPIRED", () => ({ stopLoss: { price: low }, sentAt: 1 })],
    ["FORMAT", () => ({ stopLoss: low })],
  ])("are refused with %s (%#)", async (name, wrong) => {
    const trader = await newLong(server)
    expect(await setTargets(trader, wrong())).toMatchObject(refusalOf(name))
    expect(await positionsOf(trader)).toMatchObject([{ targets: [] }])
  })

  test("are ten for parts at most", async () => {
    const trader = await newLong(server)
    const part = { quantity: "0.001", stopLoss: { price: low } }
    for (let count = 0; count < 10; count += 1)
      expect(await setTargets(trader, part)).toMatchObject({ code: 200 })
    expect(await setTargets(trader, part)).toMatchObject(refusalOf("STOPS"))
  })

  test(
    "fire as an order of their own, which the user sees with its fills and its end of the position",
    async () => {
      const trader = await newLong(server)
      const client = await listenTo(server, trader.token)
      // One of both is reached within seconds, whichever way the price goes.
      await vi.waitFor(
        async () => {
          const [above, below] = [1.0001, 0.9999].map((share) => priceAt(server, CONTRACT, share))
          const takeProfit = { price: await above, source: "last" }
          const stopLoss = { price: await below, source: "last" }
          expect(await setTargets(trader, { takeProfit, stopLoss })).toMatchObject({ code: 200 })
        },
        { timeout: WITHIN_MS },
      )
      const isClosed = () => told<Position>(client, "position").at(-1)?.closedBy === "order"
      await client.until(isClosed, "the end of the position", WITHIN_MS)
      const [sent] = (await endedOf(trader)).filter(({ origin }) => origin !== "")
      expect(sent).toMatchObject({ side: "sell", type: "market", timeInForce: "ioc", reduceOnly: true })
      expect(["take-profit", "stop-loss"]).toContain(sent?.origin)
      const fills = (await trader.get<{ rows: PerpetualFill[] }>(`/contract/fills?order=${sent?.id}`)).data
        .rows
      const filled = fills.reduce((sum, { quantity }) => sum + units(quantity), 0n)
      expect(filled).toBe(units(sent?.executed ?? ""))
      expect(told(client, "order")).toContainEqual(sent)
      for (const fill of fills) expect(told(client, "fill")).toContainEqual(fill)
      expect(told(client, "position").at(-1)).toMatchObject({ quantity: "0", closedBy: "order", targets: [] })
      await client.close()
    },
    WITHIN_MS,
  )
})
