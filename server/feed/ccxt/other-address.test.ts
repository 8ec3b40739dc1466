/** Exchanges can be redirected, however ccxt stores their addresses; none requests its own host then. */

import Fastify from "fastify"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openExchange } from "./open-exchange.ts"
import { addressOf, redirect } from "./redirect-urls.ts"

/** Hosts by market, by version, with holes, in tables of their own: each in another way. */
const EXCHANGES = [
  "bitfinex",
  "bitget",
  "coinbase",
  "deribit",
  "gate",
  "htx",
  "kucoin",
  "mexc",
  "pacifica",
  "upbit",
]

const app = Fastify()
/** Resolves when an exchange has asked here, by its name. */
const asked = new Map<string, PromiseWithResolvers<string>>()
let base = ""
/** What was asked at the place that redirects lead to. */
const followed: string[] = []

beforeAll(async () => {
  app.setNotFoundHandler(async (request, reply) => {
    asked.get(request.url.split("/")[1] ?? "")?.resolve("asked here")
    await reply.code(503).send("<html>down</html>")
  })
  app.get("/led/*", async ({ url }, reply) => {
    asked.get(`led ${url.split("/")[2]}`)?.resolve("asked here")
    await reply
      .code(302)
      .header("location", `${base}/elsewhere/of-${url.split("/")[2]}`)
      .send()
  })
  app.get("/elsewhere/*", async ({ url }) => {
    followed.push(url)
    return {}
  })
  base = await app.listen({ port: 0, host: "127.0.0.1" })
})
afterAll(() => app.close())

test.each(EXCHANGES)("%s asks for its markets there", async (id) => {
  const here = Promise.withResolvers<string>()
  asked.set(id, here)
  const { exchange } = await openExchange(id, { now: Date.now, address: addressOf(`${base}/${id}`) })
  const failed = exchange.loadMarkets(false).then(
    () => "asked nobody",
    (error: Error) => error.message,
  )
  // Some try again and again before they give up: that they came here is enough.
  expect(await Promise.race([here.promise, failed])).toBe("asked here")
})

test.each([
  [
    "https://api.binance.com/api/v3/depth?symbol=BTCUSDT&limit=5",
    "http://other:1/api/v3/depth?symbol=BTCUSDT&limit=5",
  ],
  ["wss://ws.okx.com:8443/ws/v5/public", "ws://other:2/ws/v5/public"],
  ["wss://ws.kraken.com", "ws://other:2"],
  ["https://host?x=https://host", "http://other:1?x=https://host"],
  ["ws://127.0.0.1:3/told-by-the-stand-in?token=1", "ws://127.0.0.1:3/told-by-the-stand-in?token=1"],
])("%s becomes %s", (own, other) => {
  expect(redirect(own, { rest: "http://other:1/", ws: "ws://other:2" })).toBe(other)
})

test.each(EXCHANGES)("%s is led nowhere else by an answer", async (id) => {
  const here = Promise.withResolvers<string>()
  asked.set(`led ${id}`, here)
  const { exchange } = await openExchange(id, { now: Date.now, address: addressOf(`${base}/led/${id}`) })
  const end = await exchange.loadMarkets(false).then(
    () => "loaded",
    (error: unknown) => String(error),
  )
  expect([await here.promise, end]).toEqual(["asked here", expect.stringMatching(/redirect/i)])
  expect(followed).toEqual([])
  await exchange.close()
})
