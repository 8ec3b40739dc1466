/** Orders of the door beyond the plain ones: at the best price, icebergs, pairs; and what the exchange has no command for. */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { askDoor, askSigned } from "#tests/support/binance-client.ts"
import { BinanceScene } from "#tests/support/binance-scene.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

let scene: BinanceScene
beforeAll(async () => {
  scene = await BinanceScene.start()
})
afterAll(async () => {
  await scene.closeClients()
  await scene.server.close()
  removeFolders()
})

type Answer = Record<string, unknown> & { orderId: number; price: string }
const ask = (call: string, fields: object) => askSigned<Answer>(scene.server, scene.key, call, { ...fields })
const place = (fields: object) => ask("POST /api/v3/order", { symbol: "BTCUSDT", side: "BUY", ...fields })
const cancelAll = (symbol = "BTCUSDT") => ask("DELETE /api/v3/openOrders", { symbol })

describe("a pegged order", () => {
  const resting = { type: "LIMIT", timeInForce: "GTC", quantity: "0.001" }

  test("joins the best price of its side, or takes the other's, and tells what that was", async () => {
    for (const fields of [resting, { type: "LIMIT_MAKER", quantity: "0.001" }]) {
      const { status, body } = await place({
        ...fields,
        pegPriceType: "PRIMARY_PEG",
        newOrderRespType: "RESULT",
      })
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { pegPriceType: "PRIMARY_PEG", type: fields.type },
      })
      expect(body.peggedPrice).toBe(body.price)
      expect(Number(body.price)).toBeGreaterThan(Number(scene.low))
    }
    await cancelAll()
    const taking = { ...resting, timeInForce: "IOC", pegPriceType: "MARKET_PEG", newOrderRespType: "FULL" }
    const { body } = await place(taking)
    expect(Number(body.price)).toBeGreaterThan(0)
    expect(["FILLED", "EXPIRED", "PARTIALLY_FILLED"]).toContain(body.status)
    const trial = await ask("POST /api/v3/order/test", { symbol: "BTCUSDT", side: "SELL", ...taking })
    expect(trial).toMatchObject({ status: 200, body: {} })
  })

  test.each([
    ["with a price", { ...resting, pegPriceType: "PRIMARY_PEG", price: "1" }, -1128],
    ["that joins and doesn't rest", { ...resting, timeInForce: "IOC", pegPriceType: "PRIMARY_PEG" }, -1128],
    ["that only makes and takes", { type: "LIMIT_MAKER", quantity: "1", pegPriceType: "MARKET_PEG" }, -1128],
    ["by market", { type: "MARKET", quantity: "1", pegPriceType: "MARKET_PEG" }, -1128],
    ["behind the best price", { ...resting, pegPriceType: "PRIMARY_PEG", pegOffsetValue: "2" }, -1130],
    ["to nothing", { ...resting, price: "1", pegOffsetType: "PRICE_LEVEL" }, -1128],
    ["to an unknown price", { ...resting, pegPriceType: "MIDDLE_PEG" }, -1130],
  ])("%s is refused", async (_what, fields, code) => {
    expect(await place(fields)).toMatchObject({ status: 400, body: { code } })
  })

  test("of futures is one by `priceMatch`", async () => {
    await ask("POST /sapi/v1/asset/transfer", { type: "MAIN_UMFUTURE", asset: "USDT", amount: 4000 })
    const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.01" }
    const joined = await ask("POST /fapi/v1/order", { ...order, priceMatch: "QUEUE" })
    expect(joined.body).toMatchObject({ status: "NEW", type: "LIMIT" })
    expect(Number(joined.body.price)).toBeGreaterThan(0)
    await ask("DELETE /fapi/v1/allOpenOrders", { symbol: "BTCUSDT" })
    for (const [more, code] of [
      [{ priceMatch: "QUEUE", price: "1" }, -1128],
      [{ priceMatch: "OPPONENT_5" }, -1130],
      [{ type: "MARKET", priceMatch: "OPPONENT" }, -1128],
      [{ type: "STOP", priceMatch: "OPPONENT", stopPrice: "1" }, -1128],
    ] as const)
      expect((await ask("POST /fapi/v1/order", { ...order, ...more })).body).toMatchObject({ code })
  })
})

describe("an iceberg", () => {
  const order = (): Record<string, string | number> => scene.limit({ quantity: "0.01" })

  test("shows a part, and is told with it over HTTP and on the stream", async () => {
    const { body: opened } = await scene.keyed("POST", "/api/v3/userDataStream")
    const stream = await scene.open(`/ws/${opened.listenKey}`)
    const { status, body } = await place({ ...order(), icebergQty: "0.002", newOrderRespType: "RESULT" })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { icebergQty: "0.00200", origQty: "0.01000" },
    })
    const found = await ask("GET /api/v3/order", { symbol: "BTCUSDT", orderId: body.orderId })
    expect(found.body).toMatchObject({ icebergQty: "0.00200" })
    await stream.until(() => stream.events("executionReport").length > 0)
    expect(stream.events("executionReport")[0]).toMatchObject({ i: body.orderId, F: "0.00200", q: "0.01000" })
    const level = await askDoor<{ bids: string[][] }>(scene.server, "/api/v3/depth?symbol=BTCUSDT&limit=5000")
    expect(level.body.bids.find(([price]) => Number(price) === Number(scene.low))?.[1]).toBe("0.00200")
    await cancelAll()
  })

  test.each([
    ["more than all of it", { icebergQty: "0.02" }, -2010],
    ["too small a part", { icebergQty: "0.00001" }, -1013],
    ["one that doesn't rest", { icebergQty: "0.002", timeInForce: "IOC" }, -1128],
    ["one by market", { type: "MARKET", icebergQty: "0.002" }, -1106],
  ])("refuses %s", async (_what, more, code) => {
    const { timeInForce, price, ...rest } = order()
    const fields = "type" in more ? { ...rest, ...more } : { ...rest, timeInForce, price, ...more }
    expect(await place(fields)).toMatchObject({ status: 400, body: { code } })
  })
})

describe("a list of orders", () => {
  const sides = {
    symbol: "BTCUSDT",
    quantity: "0.001",
    abovePrice: "9",
    aboveStopPrice: "8",
    belowPrice: "1",
  }
  test.each([
    ["SELL", "LIMIT_MAKER", "LIMIT_MAKER", -1168],
    ["SELL", "STOP_LOSS_LIMIT", "LIMIT_MAKER", -1166],
    ["BUY", "LIMIT_MAKER", "STOP_LOSS_LIMIT", -1165],
    ["SELL", "STOP_LOSS_LIMIT", "STOP_LOSS_LIMIT", -1197],
    ["BUY", "STOP_LOSS_LIMIT", "STOP_LOSS_LIMIT", -1196],
    ["SELL", "TAKE_PROFIT", "STOP_LOSS_LIMIT", -1158],
  ])("%s with %s above and %s below is refused", async (side, aboveType, belowType, code) => {
    const fields = { ...sides, side, aboveType, belowType, belowStopPrice: "2" }
    expect(await ask("POST /api/v3/orderList/oco", fields)).toMatchObject({ status: 400, body: { code } })
  })

  test.each([
    "orderList/oto",
    "orderList/otoco",
    "orderList/opo",
    "orderList/opoco",
    "sor/order",
    "sor/order/test",
  ])("%s isn't an operation of this exchange, and exchangeInfo says so", async (name) => {
    expect(await ask(`POST /api/v3/${name}`, scene.limit())).toMatchObject({
      status: 400,
      body: { code: -1020 },
    })
    const { body } = await askDoor<{ symbols: object[] }>(scene.server, "/api/v3/exchangeInfo?symbol=BTCUSDT")
    expect(body.symbols[0]).toMatchObject({
      ...{ otoAllowed: false, opoAllowed: false, ocoAllowed: true, icebergAllowed: true },
      pegInstructionsAllowed: true,
    })
  })
})

describe("rolling windows", () => {
  interface Window {
    volume: string
    quoteVolume: string
    weightedAvgPrice: string
    lowPrice: string
    highPrice: string
  }
  const within = async (size: string) => {
    const path = `/api/v3/ticker?symbol=BTCUSDT&windowSize=${size}`
    return (await askDoor<Window>(scene.server, path)).body
  }

  test("tell what was paid, which lies between the lowest and the highest price", async () => {
    for (const size of ["1m", "1h", "1d", "2d", "7d"]) {
      const { volume, quoteVolume, weightedAvgPrice, lowPrice, highPrice } = await within(size)
      const mean = Number(quoteVolume) / Number(volume)
      expect(mean, size).toBeGreaterThanOrEqual(Number(lowPrice) * (1 - 1e-9))
      expect(mean, size).toBeLessThanOrEqual(Number(highPrice) * (1 + 1e-9))
      expect(Number(weightedAvgPrice), size).toBeCloseTo(mean, 4)
    }
    expect(Number((await within("1d")).quoteVolume)).toBeGreaterThan(Number((await within("1h")).quoteVolume))
    expect(Number((await within("2d")).volume)).toBeGreaterThan(Number((await within("1d")).volume))
  })

  test("come on streams too, of one market and of all, and so does the average", async () => {
    const stream = await scene.open("/ws/btcusdt@ticker_1h/btcusdt@avgPrice/!ticker_4h@arr")
    const list = () => stream.messages.find((message) => Array.isArray(message)) as object[] | undefined
    await stream.until(
      () => stream.events("1hTicker").length > 0 && stream.events("avgPrice").length > 0 && !!list(),
    )
    const [told] = stream.events("1hTicker")
    expect(told).toMatchObject({ s: "BTCUSDT", F: -1, n: 0 })
    expect(Number(told?.C) - Number(told?.O)).toBeLessThan(3_660_000)
    expect(Number(told?.q)).toBeGreaterThan(0)
    expect(list()?.[0]).toMatchObject({ e: "4hTicker" })
    expect(stream.events("avgPrice")[0]).toMatchObject({
      s: "BTCUSDT",
      i: "5m",
      w: expect.stringMatching(/^\d/),
    })
    const futures = await scene.open("/fstream/ws")
    expect(await futures.ask("SUBSCRIBE", ["btcusdt@ticker_1h"])).toMatchObject({ error: { code: 2 } })
    expect(await stream.ask("SUBSCRIBE", ["btcusdt@ticker_2h"])).toMatchObject({ error: { code: 2 } })
  })
})
