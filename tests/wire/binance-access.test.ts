/** The access matrix of the Binance door: every route it serves, asked by everybody who isn't entitled to it. */

import { afterAll, beforeAll, expect, test } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { newKey } from "#tests/support/api-key.ts"
import { askDoor, askSigned, type DoorKey, doorKey } from "#tests/support/binance-client.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader } from "#tests/support/trader.ts"

/** Behind `/binance`. What is here needs no key; all else needs one. */
const OPEN = [
  /^GET \/api\/v3\/(ping|time|exchangeInfo|depth|trades|aggTrades|klines|uiKlines|avgPrice)$/,
  /^GET \/api\/v3\/ticker(\/(tradingDay|24hr|price|bookTicker))?$/,
  /^GET \/fapi\/v1\/(ping|time|exchangeInfo|depth|trades|aggTrades|klines|continuousKlines|markPriceKlines)$/,
  /^GET \/fapi\/v1\/(indexPriceKlines|premiumIndex|fundingRate|fundingInfo|openInterest|ticker\/(24hr|bookTicker))$/,
  /^GET \/fapi\/v[12]\/ticker\/price$/,
  /^GET \/(sapi\/v1\/system\/status|dapi\/v1\/(ping|exchangeInfo))$/,
  // Refused whoever asks.
  /^POST \/api\/v3\/(orderList\/(oto|otoco|opo|opoco)|sor\/order(\/test)?)$/,
]
/** A key is named, without a signature. */
const NAMED = [
  /^GET \/(api\/v3|fapi\/v1)\/historicalTrades$/,
  /^(POST|PUT|DELETE) \/api\/v3\/userDataStream$/,
  /^(POST|PUT|DELETE) \/fapi\/v1\/listenKey$/,
]
/** Signed, but with nothing of an account in the answer: of the key itself, or the same for everybody. */
const OF_NOBODY = [
  // Refused to every key.
  /^(GET|POST) \/sapi\/v1\/capital\/(deposit\/address|withdraw\/apply)$/,
  /^GET \/sapi\/v1\/(margin\/|account\/)/,
  /^GET \/fapi\/v1\/(apiTradingStatus|leverageBracket|multiAssetsMargin|feeBurn|rateLimit\/order)$/,
  /^POST \/fapi\/v1\/(multiAssetsMargin|feeBurn)$/,
  /^POST \/sapi\/v1\/asset\/get-funding-asset$/,
  /^GET \/api\/v3\/rateLimit\/order$/,
]

/** They read, though they are asked by POST. */
const READINGS = /^POST \/sapi\/v[13]\/asset\/get/

/** What any of them needs, so that nothing else is to be said than who may not. */
const FIELDS = {
  ...{ symbol: "BTCUSDT", side: "SELL", quantity: "0.01", price: "90000", newQty: "0.001", orderId: 1 },
  ...{ cancelReplaceMode: "STOP_ON_FAILURE", cancelOrderId: 1, orderListId: 1, amount: 1, asset: "USDT" },
  ...{ leverage: 5, marginType: "ISOLATED", dualSidePosition: "true", countdownTime: 0, algoId: 1 },
  ...{ aboveType: "LIMIT_MAKER", abovePrice: "90000", belowType: "STOP_LOSS_LIMIT", belowPrice: "1" },
  ...{ belowStopPrice: "2", orderIdList: "[1]" },
}
function fieldsOf(call: string) {
  if (call.endsWith("/order/oco")) return { ...FIELDS, stopPrice: "2", stopLimitPrice: "1" }
  if (call.includes("asset/transfer")) return { ...FIELDS, type: "MAIN_UMFUTURE" }
  if (call.includes("positionMargin")) return { ...FIELDS, type: 1 }
  if (call.includes("algoOrder"))
    return { ...FIELDS, type: "STOP_MARKET", algoType: "CONDITIONAL", triggerPrice: "1" }
  const order = { ...FIELDS, type: "LIMIT", timeInForce: "GTC" }
  return call.includes("batchOrders") ? { ...order, batchOrders: JSON.stringify([order]) } : order
}

const routes: string[] = []
let server: RunningServer
let whole: DoorKey
let transferring: DoorKey
let reading: DoorKey
let ended: DoorKey

beforeAll(async () => {
  server = await startInProcess(
    { SAKER_TRUSTED_PROXIES: "127.0.0.1" },
    {
      onRoute(method, path) {
        if (/^\/binance\/[sfd]?api\//.test(path) && !/HEAD|OPTIONS/.test(method))
          routes.push(`${method} ${path.slice("/binance".length)}`)
      },
    },
  )
  const keyWith = async (scopes: readonly ("read" | "spot" | "contract" | "transfer")[]) => {
    const trader = await newTrader(server)
    const made = await newKey(server, trader, { scopes })
    return { ...doorKey(made.key, made.secret), end: () => trader.post("/apiKey/end", { id: made.id }) }
  }
  const all = ["read", "spot", "contract", "transfer"] as const
  const over = await keyWith(all)
  whole = await keyWith(all)
  transferring = await keyWith(["transfer"])
  reading = await keyWith(["read"])
  await over.end()
  ended = over
})
afterAll(async () => {
  await server.close()
  removeFolders()
})

const isOf = (list: readonly RegExp[], call: string) => list.some((one) => one.test(call))

test("every route says who may ask it, and nobody else gets an answer", async () => {
  expect(routes.length).toBeGreaterThan(90)
  const seen: [call: string, who: string, got: string, due: string][] = []
  for (const [place, call] of routes.entries()) {
    // Each from an address of its own: none is refused for what the others weigh.
    const headers = { "x-forwarded-for": `10.1.${place}.1` }
    const [method = "", path = ""] = call.split(" ")
    const ask = async (who: string, due: string, asked: Promise<{ status: number; body: object }>) => {
      const { status, body } = await asked
      seen.push([call, who, `${status} ${"code" in body ? body.code : "answered"}`, due])
    }
    const plain = (key?: DoorKey) =>
      askDoor(server, path, { method, headers: { ...headers, ...(key && { "X-MBX-APIKEY": key.key }) } })
    const sign = (by: DoorKey, secret = by) =>
      // Each a text of its own: what is signed alike counts as sent again.
      askSigned(server, { ...by, sign: secret.sign, headers }, call, { ...fieldsOf(call), place })
    if (isOf(OPEN, call)) continue
    if (isOf(NAMED, call)) {
      await ask("nobody", "401 -2014", plain())
      await ask("an ended key", "401 -2015", plain(ended))
      continue
    }
    await ask("nobody", "400 -1102", plain())
    await ask("a key without a signature", "400 -1102", plain(whole))
    await ask("another's signature", "400 -1022", sign(whole, reading))
    await ask("an ended key", "401 -2015", sign(ended))
    if (isOf(OF_NOBODY, call)) continue
    const reads = method === "GET" || READINGS.test(call)
    await ask("a key without the scope", "401 -2015", sign(reads ? transferring : reading))
  }
  expect(seen.filter(([, , got, due]) => got !== due)).toEqual([])
  const open = routes.filter((call) => isOf(OPEN, call))
  for (const one of [...OPEN, ...NAMED, ...OF_NOBODY])
    expect(
      routes.some((call) => one.test(call)),
      String(one),
    ).toBe(true)
  for (const call of open) {
    const { status } = await askDoor(server, `${call.split(" ")[1]}?symbol=BTCUSDT&pair=BTCUSDT`, {
      ...{ method: call.split(" ")[0] ?? "", headers: { "x-forwarded-for": "10.2.0.1" } },
    })
    expect([200, 400], call).toContain(status)
  }
})
