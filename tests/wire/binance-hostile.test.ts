/** What somebody tries who isn't the owner of a key, or who sends what no client would: refused with the documented code, never by a fault. */

import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { newKey } from "#tests/support/api-key.ts"
import { askSigned, type DoorKey, doorKey } from "#tests/support/binance-client.ts"
import { BinanceScene } from "#tests/support/binance-scene.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader } from "#tests/support/trader.ts"

let scene: BinanceScene
beforeAll(async () => {
  scene = await BinanceScene.start()
})
afterAll(async () => {
  await scene.server.close()
  removeFolders()
})

const ORDER = "POST /api/v3/order"
const FORM = "application/x-www-form-urlencoded"

const text = (fields: object): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()
const signed = (query: string, by: DoorKey = scene.key): string =>
  `${query}&signature=${encodeURIComponent(by.sign(query))}`

interface Sent {
  query?: string
  body?: string
  headers?: Record<string, string>
}
/** Sends just this, by plain HTTP. */
async function send(call: string, { query, body, headers = {} }: Sent) {
  const [method = "GET", path = ""] = call.split(" ")
  const url = new URL(scene.server.address)
  const options = { host: url.hostname, port: url.port, method }
  return await new Promise<{ status: number; code: unknown }>((resolve, reject) => {
    const sent = request({
      ...options,
      path: `/binance${path}${query === undefined ? "" : `?${query}`}`,
      headers: { "X-MBX-APIKEY": scene.key.key, ...headers },
    })
    sent.on("error", reject)
    sent.on("response", (response) => {
      let said = ""
      response.setEncoding("utf8")
      response.on("data", (part: string) => {
        said += part
      })
      response.on("end", () => {
        const isSaid = said.startsWith("{")
        resolve({ status: response.statusCode ?? 0, code: isSaid ? JSON.parse(said).code : said })
      })
    })
    sent.end(body)
  })
}
let latest = 0
/** Later each time: what is signed with the same words in the same millisecond counts once, over all paths. */
function moment(): number {
  latest = Math.max(latest + 1, scene.now())
  return latest
}
const fresh = (more: object = {}) => ({ ...scene.limit(), timestamp: moment(), ...more })
const openOrders = async () => {
  const { body } = await askSigned<unknown[]>(scene.server, scene.key, "GET /api/v3/openOrders")
  return body.length
}

describe("a signed order", () => {
  test("counts once, and in either case of its signature", async () => {
    const query = text(fresh())
    const sign = scene.key.sign(query).toUpperCase()
    expect(await send(ORDER, { query: `${query}&signature=${sign}` })).toMatchObject({ status: 200 })
    for (const again of [sign, sign.toLowerCase()])
      expect(await send(ORDER, { query: `${query}&signature=${again}` })).toEqual({
        status: 400,
        code: -1022,
      })
    expect(await openOrders()).toBe(1)
  })

  test("may lie in query and body, but not be added to", async () => {
    const [query, body] = [text({ symbol: "BTCUSDT", side: "BUY" }), text(omit(fresh(), "symbol", "side"))]
    const signature = scene.key.sign(query + body)
    const headers = { "content-type": FORM }
    const before = await openOrders()
    const whole = { query, body: `${body}&signature=${signature}`, headers }
    expect(await send(ORDER, { ...whole, query: `${query}&quantity=9` })).toEqual({
      status: 400,
      code: -1022,
    })
    expect(await send(ORDER, { ...whole, body: `${whole.body}&icebergQty=1` })).toEqual({
      ...{ status: 400, code: -1022 },
    })
    expect(await send(ORDER, { ...whole, body: `${whole.body}&side=SELL` })).toEqual({
      status: 400,
      code: -1022,
    })
    expect(await openOrders()).toBe(before)
    expect(await send(ORDER, whole)).toMatchObject({ status: 200 })
  })

  test("isn't taken off by any byte of its signature, nor without one", async () => {
    const query = text(fresh())
    const right = scene.key.sign(query)
    const off = [...right].map(
      (digit, at) => right.slice(0, at) + (digit === "a" ? "b" : "a") + right.slice(at + 1),
    )
    const tried = [
      ...off.filter((_, at) => at % 9 === 0),
      "",
      right.slice(1),
      `${right}0`,
      right.replace(/./g, "é"),
    ]
    for (const signature of tried) {
      const { status, code } = await send(ORDER, {
        query: `${query}&signature=${encodeURIComponent(signature)}`,
      })
      expect(status, signature).toBe(400)
      expect([-1022, -1102, -1105], signature).toContain(code)
    }
    expect(await send(ORDER, { query })).toEqual({ status: 400, code: -1102 })
    expect(await send(ORDER, { query: `${query}&%73ignature=${right}` })).toEqual({
      status: 400,
      code: -1022,
    })
  })

  test("counts within its window of time alone", async () => {
    const at = (timestamp: unknown, recvWindow?: unknown) =>
      send("GET /api/v3/account", {
        query: signed(text({ timestamp, ...(recvWindow !== undefined && { recvWindow }) })),
      })
    const now = scene.now()
    expect(await at(now - 6000)).toEqual({ status: 400, code: -1021 })
    expect(await at(now - 6000, 60_000)).toMatchObject({ status: 200 })
    expect(await at(now - 3000, 1000)).toEqual({ status: 400, code: -1021 })
    expect(await at(now + 5000)).toEqual({ status: 400, code: -1021 })
    expect(await at(now, 60_001)).toEqual({ status: 400, code: -1131 })
    for (const time of ["", "0", "-1", "1e12", "NaN", "９".repeat(13), "9".repeat(30), `${now}.5`, `${now} `])
      expect(await at(time), time).toEqual({ status: 400, code: -1102 })
    for (const window of ["-1", "1e3", "abc", "5000.1234", "9".repeat(30)])
      expect(await at(now, window), window).toEqual({ status: 400, code: -1102 })
  })
})

const omit = (fields: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

describe("a key", () => {
  test("isn't good for another's secret, from another address, or beyond its scopes", async () => {
    const [reader, other] = await Promise.all([scene.keyWith(["read"]), scene.keyWith(["read", "spot"])])
    const order = scene.limit()
    const ask = (by: DoorKey, call = ORDER, fields: object = order) =>
      askSigned(scene.server, by, call, { timestamp: scene.now(), ...fields })
    expect(await ask({ key: scene.key.key, sign: other.sign })).toMatchObject({
      status: 400,
      body: { code: -1022 },
    })
    for (const call of [
      ...[ORDER, "POST /api/v3/order/test", "POST /api/v3/orderList/oco", "DELETE /api/v3/openOrders"],
      ...["POST /api/v3/order/cancelReplace", "PUT /api/v3/order/amend/keepPriority"],
      ...["POST /fapi/v1/order", "POST /fapi/v1/leverage", "POST /sapi/v1/asset/transfer"],
    ]) {
      const fields = {
        ...{ ...order, leverage: 5, amount: 1, asset: "USDT", cancelReplaceMode: "STOP_ON_FAILURE" },
        ...{ cancelOrderId: 1, orderId: 1, newQty: 1 },
        ...(call.includes("sapi") && { type: "MAIN_UMFUTURE" }),
        ...(call.includes("oco") && { aboveType: "LIMIT_MAKER", belowType: "STOP_LOSS_LIMIT", side: "SELL" }),
        ...(call.includes("oco") && { abovePrice: 9, belowPrice: 1, belowStopPrice: 2 }),
      }
      expect((await ask(reader, call, fields)).body, call).toMatchObject({ code: -2015 })
    }
    const trader = await newTrader(scene.server)
    const bound = await newKey(scene.server, trader, { scopes: ["read"], addresses: ["10.1.2.3"] })
    expect(await ask(doorKey(bound.key, bound.secret), "GET /api/v3/account", {})).toMatchObject({
      ...{ status: 401, body: { code: -2015 } },
    })
    await other.end()
    expect(await ask(other)).toMatchObject({ status: 401, body: { code: -2015 } })
  })

  test.each(["", " ", "a b", "x".repeat(65), "../../etc", "sk_%00"])("isn't %j", async (key) => {
    const query = signed(text({ timestamp: scene.now() }))
    expect(await send("GET /api/v3/account", { query, headers: { "X-MBX-APIKEY": key } })).toEqual({
      ...{ status: 401, code: -2014 },
    })
  })
})

describe("a request", () => {
  test("with a parameter twice, or as something else than a form", async () => {
    const query = signed(text(fresh()))
    expect(await send(ORDER, { query: `side=BUY&${query}` })).toEqual({ status: 400, code: -1101 })
    expect(await send(ORDER, { query: `${query}&signature=${"a".repeat(64)}` })).toEqual({
      status: 400,
      code: -1101,
    })
    const twice = { query, body: "x=1&x=2", headers: { "content-type": FORM } }
    expect(await send(ORDER, twice)).toEqual({ status: 400, code: -1101 })
    const body = JSON.stringify(fresh())
    for (const type of [
      "application/json",
      "text/plain",
      "multipart/form-data; boundary=x",
      "",
      "nonsense",
    ]) {
      const { status, code } = await send(ORDER, { body, headers: { "content-type": type } })
      // 415 where it is no type at all.
      expect([400, 415], type).toContain(status)
      expect(code, type).toBe(-1102)
    }
    const long = { body: `a=${"b".repeat(3_000_000)}`, headers: { "content-type": FORM } }
    expect(await send(ORDER, long)).toEqual({ status: 413, code: -1102 })
  })

  test("with numbers that are none", async () => {
    const code = async (fields: object) => (await send(ORDER, { query: signed(text(fresh(fields))) })).code
    for (const value of [
      "1e3",
      "-1",
      "+1",
      " 1",
      "1.",
      ".5",
      "0x10",
      "١",
      "１",
      "Infinity",
      "1,000",
      "9".repeat(21),
    ]) {
      expect(await code({ quantity: value }), value).toBe(-1100)
      expect(await code({ price: value }), value).toBe(-1100)
    }
    for (const [value, codes] of [
      ["9".repeat(20), [-1013, -1111]],
      [`0.${"0".repeat(19)}1`, [-1013, -1111]],
      ["0", [-1013]],
    ] as const)
      for (const name of ["quantity", "price"])
        expect(codes, `${name} ${value}`).toContain(await code({ [name]: value }))
    expect(await code({ newClientOrderId: "a".repeat(37) })).toBe(-1100)
    expect(await code({ newClientOrderId: "Ω" })).toBe(-1100)
    expect(await openOrders()).toBe(2)
  })

  test.each([
    "btcusdt",
    "BTC_USDT",
    "BTC/USDT",
    "__proto__",
    "constructor",
    "BTCUSDT\u200b",
    "ＢＴＣＵＳＤＴ",
    "' OR 1=1",
  ])("of a market that isn't: %j", async (symbol) => {
    for (const call of [ORDER, "POST /fapi/v1/order"])
      expect(await send(call, { query: signed(text(fresh({ symbol }))) })).toEqual({
        status: 400,
        code: -1121,
      })
    const query = text({ symbol })
    for (const call of ["GET /api/v3/depth", "GET /api/v3/ticker/24hr", "GET /fapi/v1/premiumIndex"])
      expect(await send(call, { query })).toEqual({ status: 400, code: -1121 })
  })

  test("of a path that isn't, however it is written", async () => {
    for (const path of [
      "/",
      "/api/v3",
      "/api/v3/order/",
      "/api/v4/time",
      "/api/v3/%6frder/nothing",
      "/%2e%2e/market",
      "/api/v3/%zz",
      "/api/v3/%ff?symbol=BTCUSDT",
      "/%",
    ])
      expect(await send(`GET ${path}`, {}), path).toEqual({ status: 404, code: -5000 })
    expect(await send("PATCH /api/v3/order", {})).toEqual({ status: 404, code: -5000 })
  })
})
