/** Contract calls through the real server: settings, orders, positions, margin, refusals, and that a restart keeps all. */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  type ContractSetting,
  type PerpetualFill,
  type PerpetualOrder,
  type Position,
  PROBLEMS,
} from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import {
  byMarket as market,
  newContractTrader as newTraderOn,
  placeContract as place,
  positionsOf,
  CONTRACT as SYMBOL,
} from "#tests/support/contract-trader.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, priceAt, type Trader, units } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000

let server: RunningServer
let ada: Trader
let eve: Trader
let low: string
beforeAll(async () => {
  server = await startInProcess({
    SAKER_MARKETS: "2",
    SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
    SAKER_ORDERS_PER_SECOND: "1000",
  })
  ada = await newContractTrader()
  eve = await newContractTrader()
  low = await priceAt(server, SYMBOL, 0.8)
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

const newContractTrader = () => newTraderOn(server)
const refusalOf = (name: keyof typeof PROBLEMS) => ({ code: PROBLEMS[name], data: null })

describe("what is set", () => {
  test("begins with one-way, cross and 20×, and is told as it was set", async () => {
    const settings = await ada.get<{ positionMode: string; rows: ContractSetting[] }>("/contract/settings")
    expect(settings.data.positionMode).toBe("one-way")
    expect(settings.data.rows.find(({ instrument }) => instrument === SYMBOL)).toMatchObject({
      ...{ marginMode: "cross", leverage: 20, maker: "0.0002", taker: "0.0005" },
    })
    const changed = await ada.post("/contract/leverage", { instrument: SYMBOL, leverage: 10 })
    expect(changed).toMatchObject({ code: 200, data: { instrument: SYMBOL, leverage: 10 } })
    expect((await eve.get(`/contract/settings?instrument=${SYMBOL}`)).data).toMatchObject({
      rows: [{ leverage: 20 }],
    })
  })

  test.each([
    ["LEVERAGE_RANGE", "/contract/leverage", { instrument: SYMBOL, leverage: 0 }],
    ["LEVERAGE_RANGE", "/contract/leverage", { instrument: SYMBOL, leverage: 126 }],
    ["UNKNOWN_INSTRUMENT", "/contract/leverage", { instrument: "BTC_USDT", leverage: 5 }],
    ["UNKNOWN_INSTRUMENT", "/contract/marginMode", { instrument: "NO_USDT_PERP", mode: "cross" }],
    ["UNKNOWN_POSITION", "/contract/margin", { instrument: SYMBOL, direction: "add", amount: "1" }],
  ] as const)("is refused with %s", async (name, path, request) => {
    expect(await eve.post(path, request)).toMatchObject(refusalOf(name))
  })
})

describe("a position", () => {
  test("opens, is seen, lessens and closes (P9, P25); fills, record and wallet agree to the last digit", async () => {
    const trader = await newContractTrader()
    const before = await trader.available("USDT", "contract")
    const bought = await market(trader, "buy", "0.004")
    expect(bought).toMatchObject({ code: 200, data: { kind: "perpetual", status: "filled", held: "0" } })
    const [open] = await positionsOf(trader)
    expect(open).toMatchObject({ instrument: SYMBOL, side: "long", leverage: 20, marginMode: "cross" })
    expect(open).toMatchObject({ quantity: "0.004", cost: bought.data.executedQuote, closedBy: "" })
    expect(units(open?.openingFee ?? "")).toBe(units(bought.data.fee))
    expect(Number(open?.liquidationPrice || 0)).toBeLessThan(Number(open?.entryPrice))
    expect(await market(trader, "sell", "0.001", { reduceOnly: true })).toMatchObject({ code: 200 })
    expect(await positionsOf(trader)).toMatchObject([{ quantity: "0.003", closedQuantity: "0.001" }])
    // More than there is: cut to the position, and nothing opens the other way.
    expect(await market(trader, "sell", "0.1", { reduceOnly: true })).toMatchObject({
      data: { executed: "0.003" },
    })
    expect(await positionsOf(trader)).toEqual([])
    const closed = (await trader.get<{ rows: (Position & { net: string })[] }>("/contract/closed")).data.rows
    expect(closed).toMatchObject([
      { id: open?.id, quantity: "0", closedBy: "order", openedQuantity: "0.004" },
    ])
    const fills = (await trader.get<{ rows: PerpetualFill[] }>("/contract/fills")).data.rows
    const signed = (text = "") => (text.startsWith("-") ? -units(text.slice(1)) : units(text))
    const net = fills.reduce((sum, fill) => sum + signed(fill.realised) - signed(fill.fee), 0n)
    expect(signed(closed[0]?.net)).toBe(net)
    expect(await trader.available("USDT", "contract")).toBe(before + net)

    // Both ends of a range are in it; a millisecond before it there is nothing of it.
    const [time = 0, ended = 0] = [fills.at(-1)?.time, closed[0]?.updated]
    const count = async (list: string) =>
      (await trader.get<{ rows: unknown[] }>(`/contract/${list}`)).data.rows.length
    expect(await count(`fills?from=${time}`)).toBe(fills.length)
    expect(await count(`fills?to=${time - 1}`)).toBe(0)
    expect(await count(`closed?from=${ended}&to=${ended}`)).toBe(1)
    expect(await count(`closed?to=${ended - 1}`)).toBe(0)
    expect(await count(`closed?id=${open?.id}`)).toBe(1)
    expect(await count(`closed?id=${(open?.id ?? 0) + 1_000_000}`)).toBe(0)
    expect(await (await newContractTrader()).get(`/contract/closed?id=${open?.id}`)).toMatchObject({
      data: { rows: [] },
    })
    expect(await count(`history?from=${ended + 1}`)).toBe(0)
    expect(await count(`fundingPaid?from=${time}&to=${ended}`)).toBe(0)
    for (const list of ["history", "fills", "closed", "fundingPaid", "liquidations", "deleveragings"])
      expect(await trader.get(`/contract/${list}?from=2&to=1`)).toMatchObject(refusalOf("TIME_RANGE"))
  })

  test("turned around by one order is two: the first closed, the second of the other side", async () => {
    const trader = await newContractTrader()
    await market(trader, "buy", "0.002")
    await market(trader, "sell", "0.005")
    expect(await positionsOf(trader)).toMatchObject([{ side: "short", quantity: "0.003" }])
    const closed = (await trader.get<{ rows: Position[] }>("/contract/closed")).data.rows
    expect(closed).toMatchObject([{ side: "long", openedQuantity: "0.002", closedQuantity: "0.002" }])
  })

  test("isolated takes margin in and gives back what it doesn't need", async () => {
    const trader = await newContractTrader()
    await trader.post("/contract/marginMode", { instrument: SYMBOL, mode: "isolated" })
    await market(trader, "buy", "0.004")
    const [before] = await positionsOf(trader)
    const more = { instrument: SYMBOL, direction: "add", amount: "50", key: "more" }
    for (const _ of [1, 2]) expect(await trader.post("/contract/margin", more)).toMatchObject({ code: 200 })
    const [after] = await positionsOf(trader)
    expect(units(after?.margin ?? "")).toBe(units(before?.margin ?? "") + units("50"))
    expect(Number(after?.liquidationPrice)).toBeLessThan(Number(before?.liquidationPrice))
    const beyond = { instrument: SYMBOL, direction: "remove", amount: "5000" }
    expect(await trader.post("/contract/margin", beyond)).toMatchObject(refusalOf("INSUFFICIENT_MARGIN"))
    expect(await trader.post("/contract/margin", { ...beyond, amount: "0" })).toMatchObject(
      refusalOf("WRONG_SIZE"),
    )
    expect(await trader.post("/contract/leverage", { instrument: SYMBOL, leverage: 1 })).toMatchObject(
      refusalOf("ADD_MARGIN_FIRST"),
    )
    const marginMode = { instrument: SYMBOL, mode: "cross" }
    expect(await trader.post("/contract/marginMode", marginMode)).toMatchObject(refusalOf("MODE_LOCKED"))
  })

  test("in hedge mode has a side that orders name, and both may be open", async () => {
    const trader = await newContractTrader()
    expect(await trader.post("/contract/positionMode", { mode: "hedge" })).toMatchObject({ code: 200 })
    expect(await market(trader, "buy", "0.002")).toMatchObject(refusalOf("POSITION_SIDE"))
    await market(trader, "buy", "0.002", { positionSide: "long" })
    await market(trader, "sell", "0.003", { positionSide: "short" })
    expect(await positionsOf(trader)).toMatchObject([
      { positionSide: "long", quantity: "0.002" },
      { positionSide: "short", quantity: "0.003" },
    ])
    expect(await trader.post("/contract/positionMode", { mode: "one-way" })).toMatchObject(
      refusalOf("MODE_LOCKED"),
    )
  })

  test("keeps its margin in the contract account", async () => {
    const trader = await newContractTrader()
    await market(trader, "buy", "0.01")
    const out = { from: "contract", to: "funding", currency: "USDT", amount: "4999", key: "out" }
    expect(await trader.post("/assets/transfer", out)).toMatchObject(refusalOf("INSUFFICIENT_MARGIN"))
    expect(await trader.post("/assets/transfer", { ...out, amount: "100" })).toMatchObject({ code: 200 })
  })
})

describe("an order", () => {
  const limitBuy = (more: object = {}) => ({
    side: "buy",
    type: "limit",
    price: low,
    quantity: "0.01",
    ...more,
  })

  test("rests, is changed and cancelled, and is nobody else's nor a spot order", async () => {
    const placed = await place(ada, limitBuy({ clientOrderId: "first" }))
    expect(placed).toMatchObject({ code: 200, data: { status: "new", price: low, reduceOnly: false } })
    const { id } = placed.data
    expect((await ada.get<{ rows: PerpetualOrder[] }>("/contract/open")).data.rows).toEqual([placed.data])
    expect(await ada.post("/contract/amend", { clientOrderId: "first", quantity: "0.005" })).toMatchObject({
      data: { id, quantity: "0.005" },
    })
    for (const named of [{ id }, { clientOrderId: "first" }]) {
      expect(await eve.post("/contract/cancel", named)).toMatchObject(refusalOf("UNKNOWN_ORDER"))
      expect(await ada.post("/spot/cancel", named)).toMatchObject(refusalOf("UNKNOWN_ORDER"))
    }
    expect((await ada.post("/spot/cancelAll", {})).data).toEqual({ cancelled: [] })
    expect(await ada.get("/spot/order?clientOrderId=first")).toMatchObject(refusalOf("UNKNOWN_ORDER"))
    expect(await ada.post("/contract/cancel", { id })).toMatchObject({ data: { id, status: "cancelled" } })
    expect((await ada.get("/contract/order?clientOrderId=first")).data).toMatchObject({ status: "cancelled" })
    expect((await ada.get<{ rows: PerpetualOrder[] }>("/contract/history")).data.rows).toMatchObject([{ id }])
    expect((await ada.get<{ rows: unknown[] }>("/spot/history")).data.rows).toEqual([])
  })

  test.each([
    ["UNKNOWN_INSTRUMENT", { instrument: "BTC_USDT" }],
    ["PRECISION", { quantity: "0.0000001" }],
    ["AMOUNT_LIMIT", { quantity: "100000000000000" }],
    ["FORMAT", { budget: "5" }],
    ["FORMAT", { quantity: "-1" }],
    ["TYPE_COMBINATION", { type: "market" }],
    ["TYPE_COMBINATION", { stopPrice: "1" }],
    ["WRONG_SIZE", { quantity: "0" }],
    ["PRICE_RANGE", { price: "10", quantity: "1" }],
    ["POSITION_SIDE", { positionSide: "long" }],
    ["REDUCE_ONLY_NO_POSITION", { reduceOnly: true }],
    ["INSUFFICIENT_MARGIN", { quantity: "5" }],
    ["FOK_NOT_FILLABLE", { timeInForce: "fok" }],
    ["REQUEST_EXPIRED", { sentAt: 1 }],
  ] as const)("is refused with %s for %o", async (name, wrong) => {
    const before = await eve.balances()
    expect(await place(eve, limitBuy(wrong))).toMatchObject(refusalOf(name))
    expect(await eve.balances()).toEqual(before)
  })

  test("is one, however often it is sent with its client id", async () => {
    const request = limitBuy({ clientOrderId: "once" })
    const answers = await Promise.all(Array.from({ length: 8 }, () => place(eve, request)))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(await place(eve, { ...request, quantity: "0.02" })).toMatchObject(refusalOf("KEY_CONFLICT"))
    const cancelled = await eve.post<{ cancelled: number[] }>("/contract/cancelAll", {})
    expect(cancelled.data.cancelled).toEqual([answers[0]?.data.id])
  })
})

describe("an estimate", () => {
  const asked = { instrument: SYMBOL, side: "buy", quantity: "0.01" }
  interface Estimate {
    price: string
    fee: string
    cost: string
    margin: string
    liquidationPrice: string
    free: string
    freeAfter: string
    refusal: string
  }
  const estimate = (trader: Trader, request: object) => trader.post<Estimate>("/contract/estimate", request)

  test("of a limit order says what an isolated one then holds, and leaves nothing behind", async () => {
    const trader = await newContractTrader()
    await trader.post("/contract/marginMode", { instrument: SYMBOL, mode: "isolated" })
    const told = await estimate(trader, { ...asked, price: low })
    expect(told).toMatchObject({ code: 200, data: { refusal: "", side: "long", opens: "0.010" } })
    expect(units(told.data.price)).toBe(units(low))
    expect(await positionsOf(trader)).toEqual([])
    const placed = await place(trader, { side: "buy", type: "limit", price: low, quantity: "0.01" })
    expect(placed.data.held).toBe(told.data.cost)
  })

  test("of a limit order that will wait says what is free while it waits, as if nothing had filled", async () => {
    for (const mode of ["cross", "isolated"] as const) {
      const trader = await newContractTrader()
      await trader.post("/contract/marginMode", { instrument: SYMBOL, mode })
      const told = await estimate(trader, { ...asked, price: low })
      await place(trader, { side: "buy", type: "limit", price: low, quantity: "0.01" })
      const { data } = await estimate(trader, asked)
      expect(data.free, mode).toBe(told.data.freeAfter)
      expect(units(told.data.freeAfter), mode).toBeLessThan(units(told.data.free))
    }
  })

  test("by market says the position's margin and liquidation price before it is opened", async () => {
    const trader = await newContractTrader()
    await trader.post("/contract/marginMode", { instrument: SYMBOL, mode: "isolated" })
    const { data } = await estimate(trader, asked)
    await market(trader, "buy", "0.01")
    const [open] = await positionsOf(trader)
    // The price moves meanwhile, by a little.
    for (const field of ["margin", "liquidationPrice"] as const)
      expect(Number(open?.[field]) / Number(data[field])).toBeCloseTo(1, 1)
  })

  test("of a reduce-only order is cut to the position", async () => {
    const trader = await newContractTrader()
    await market(trader, "buy", "0.002")
    const order = { ...asked, side: "sell", reduceOnly: true }
    expect(await estimate(trader, order)).toMatchObject({
      data: { closes: "0.002", opens: "0.000", quantity: "0", refusal: "" },
    })
  })

  test("tells what it would be refused for, to whoever has nothing as well", async () => {
    const poor = await newTrader(server)
    expect(await estimate(poor, asked)).toMatchObject({ data: { free: "0", refusal: "INSUFFICIENT_MARGIN" } })
    expect(await estimate(poor, { ...asked, reduceOnly: true })).toMatchObject({
      data: { refusal: "REDUCE_ONLY_NO_POSITION" },
    })
    for (const [name, wrong] of [
      ["WRONG_SIZE", { quantity: "0" }],
      ["PRECISION", { quantity: "0.00000001" }],
      ["UNKNOWN_INSTRUMENT", { instrument: "BTC_USDT" }],
    ] as const)
      expect(await estimate(poor, { ...asked, ...wrong })).toMatchObject(refusalOf(name))
  })
})
