/** Tests of the datafeed: what a charting library asks for, and candles as CSV. */

import Fastify from "fastify"
import { parquetMetadata, parquetReadObjects } from "hyparquet"
import { expect, test } from "vitest"
import type { CandleRow } from "#core/wire/index.ts"
import { FakeMarket, fakePerpetual, fakeSecond, fakeSpot } from "#tests/support/fake-market.ts"
import { addDatafeed } from "./add-datafeed.ts"
import { BARS_MAX, type ReadPage } from "./read-bars.ts"

const MINUTE = 60_000
/** 2026-01-01 00:00 UTC. */
const START = 1_767_225_600_000
const COUNT = 7000
const SPOT = "BTC_USDT"

const rows = Array.from({ length: COUNT }, (_, place): CandleRow => {
  const price = `100.${String(place % 100).padStart(2, "0")}` as CandleRow[1]
  const volume = "1234567.123" as CandleRow[5]
  return [START + place * MINUTE, price, price, price, price, volume, place, place === COUNT - 1 ? 0 : 1, 0]
})

const asked: { before: number; limit: number }[] = []
const read: ReadPage = async ({ before, limit }) => {
  asked.push({ before, limit })
  const older = rows.filter(([time]) => time < before)
  return { rows: older.slice(-limit), more: older.length > limit }
}

const app = Fastify()
const market = new FakeMarket(
  [
    ...[fakeSpot(SPOT), fakeSpot("ETH_BTC"), fakePerpetual("BTC_USDT_PERP", SPOT)],
    fakeSecond("BTC_USDT_SEC", SPOT),
  ],
  START,
)
addDatafeed(app, {
  reader: market,
  ...{ name: "Saker", read, now: () => START + 1234, limits: { read: 1, history: 1 } as never },
})
const get = async (url: string) => (await app.inject(url)).body
const json = async (url: string) => JSON.parse(await get(url)) as Record<string, unknown>
const history = (query: string) => json(`/udf/history?symbol=${SPOT}&resolution=1&${query}`)
const seconds = (place: number) => START / 1000 + place * 60

test("says what it can, and the time in seconds", async () => {
  expect(await json("/udf/config")).toMatchObject({ supports_search: true, supports_time: true })
  expect(await get("/udf/time")).toBe(String(START / 1000 + 1))
})

test("a symbol tells its steps and resolutions, with the exchange's name before it too", async () => {
  const info = await json(`/udf/symbols?symbol=Saker:${SPOT}`)
  expect(info).toMatchObject({ ticker: SPOT, minmov: 1, pricescale: 100, volume_precision: 3, type: "spot" })
  expect(info.supported_resolutions).toEqual(["1", "5", "15", "30", "60", "240", "1D", "1W", "1M"])
  expect(await json("/udf/symbols?symbol=BTC_USDT_SEC")).toMatchObject({
    seconds_multipliers: ["1", "5", "15"],
  })
  expect(await json("/udf/symbols?symbol=NONE")).toEqual({ s: "error", errmsg: "unknown_symbol" })
})

test("a search finds by id and name, best first, of one type and no more than asked", async () => {
  const found = async (query: string) =>
    ((await json(`/udf/search?${query}`)) as unknown as { symbol: string }[]).map(({ symbol }) => symbol)
  expect(await found("query=btc")).toEqual([SPOT, "BTC_USDT_PERP", "BTC_USDT_SEC", "ETH_BTC"])
  expect(await found("query=btcusdt&type=futures")).toEqual(["BTC_USDT_PERP"])
  expect(await found("query=btc&limit=1")).toEqual([SPOT])
})

test("a range has the candles that open in it, digit by digit", async () => {
  const text = await get(`/udf/history?symbol=${SPOT}&resolution=1&from=${seconds(3)}&to=${seconds(5)}`)
  const prices = "[100.03,100.04]"
  expect(text).toBe(
    `{"s":"ok","t":[${seconds(3)},${seconds(4)}],"o":${prices},"h":${prices},"l":${prices},"c":${prices},"v":[1234567.123,1234567.123]}`,
  )
})

test("so many bars are read page by page, however far back, and never more than there may be", async () => {
  asked.length = 0
  const bars = await history(`from=${seconds(2999)}&to=${seconds(3000)}&countback=2500`)
  expect(bars.t).toEqual(Array.from({ length: 2500 }, (_, place) => seconds(500 + place)))
  expect(asked.map(({ limit }) => limit)).toEqual([1000, 1000, 500])
  expect((await history(`from=0&to=${seconds(COUNT)}`)).t).toHaveLength(BARS_MAX)
})

test("of a range without candles it is told when the last one before it was", async () => {
  expect(await history(`from=${seconds(COUNT + 10)}&to=${seconds(COUNT + 20)}`)).toEqual({
    ...{ s: "no_data", nextTime: seconds(COUNT - 1) },
  })
  expect(await history("from=0&to=10")).toEqual({ s: "no_data" })
})

test.each(["from=1", "from=a&to=2", "from=1&to=2&countback=0", "from=1&to=2&resolution=7"])(
  "what isn't valid is an error: %s",
  async (query) => {
    expect(await history(query)).toMatchObject({ s: "error" })
  },
)

test("candles as CSV have a head, a line each, and say which one still moves", async () => {
  const csv = await get(
    `/export/candles.csv?symbol=${SPOT}&resolution=1&from=${seconds(COUNT - 2)}&to=${seconds(COUNT)}`,
  )
  expect(csv.split("\r\n")).toEqual([
    "time,open,high,low,close,volume,closed",
    `${START + (COUNT - 2) * MINUTE},100.98,100.98,100.98,100.98,1234567.123,1`,
    `${START + (COUNT - 1) * MINUTE},100.99,100.99,100.99,100.99,1234567.123,0`,
    "",
  ])
  expect((await app.inject("/export/candles.csv?symbol=NONE")).statusCode).toBe(400)
})

test("trades as CSV are those of the range that are kept, with the taker's side", async () => {
  for (const side of [1, -1] as const)
    market.commit({ after: 1000, trades: [{ id: SPOT, price: 10_000, quantity: 5, side }] })
  const csv = await get(`/export/trades.csv?symbol=${SPOT}&from=${seconds(0) + 2}&to=${seconds(1)}`)
  expect(csv).toBe(`id,time,price,quantity,side\r\n2,${START + 2000},100.00,0.005,sell\r\n`)
  expect((await app.inject("/export/trades.csv?symbol=BTC_USDT_SEC&from=1&to=2")).statusCode).toBe(400)
})

test("the same tables are Parquet: times and ids as whole numbers, prices digit by digit as text", async () => {
  const asked = `symbol=${SPOT}&resolution=1&from=${seconds(COUNT - 2)}&to=${seconds(COUNT)}`
  const response = await app.inject(`/export/candles.parquet?${asked}`)
  expect(response.headers["content-type"]).toBe("application/vnd.apache.parquet")
  const file = new Uint8Array(response.rawPayload).buffer
  expect(await parquetReadObjects({ file })).toEqual(
    [COUNT - 2, COUNT - 1].map((place) => ({
      time: new Date(START + place * MINUTE),
      ...{ open: `100.${place % 100}`, high: `100.${place % 100}`, low: `100.${place % 100}` },
      ...{ close: `100.${place % 100}`, volume: "1234567.123", closed: place !== COUNT - 1 },
    })),
  )
  const types = parquetMetadata(file).schema.map(({ type }) => type)
  expect(types).not.toContain("DOUBLE")
  expect(types).not.toContain("FLOAT")
  const trades = (
    await app.inject(`/export/trades.parquet?symbol=${SPOT}&from=${seconds(0)}&to=${seconds(1)}`)
  ).rawPayload
  expect(await parquetReadObjects({ file: new Uint8Array(trades).buffer })).toMatchObject([
    { id: 1n, price: "100.00", quantity: "0.005", side: "buy" },
    { id: 2n, price: "100.00", quantity: "0.005", side: "sell" },
  ])
  const none = (await app.inject(`/export/trades.parquet?symbol=${SPOT}&from=1&to=2`)).rawPayload
  expect(await parquetReadObjects({ file: new Uint8Array(none).buffer })).toEqual([])
})

test("ticks of an index are those of the range that are kept", async () => {
  market.indexTicks = () => [
    [7, START + 500, "100.01"],
    [8, START + 1500, "100.02"],
  ]
  const asked = `symbol=BTC_USDT_SEC&from=${seconds(0) + 1}&to=${seconds(1)}`
  expect(await get(`/export/ticks.csv?${asked}`)).toBe(`number,time,price\r\n8,${START + 1500},100.02\r\n`)
  const file = new Uint8Array((await app.inject(`/export/ticks.parquet?${asked}`)).rawPayload).buffer
  expect(await parquetReadObjects({ file })).toEqual([
    { number: 8n, time: new Date(START + 1500), price: "100.02" },
  ])
  expect((await app.inject(`/export/ticks.csv?symbol=${SPOT}&from=1&to=2`)).statusCode).toBe(400)
})
