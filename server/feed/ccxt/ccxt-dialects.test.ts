/** A live feed follows Kraken, OKX and Bybit, whose protocols differ from Binance's, each by a stand-in. */

import { afterEach, describe, expect, test } from "vitest"
import { bybit, kraken, okx } from "#tests/support/exchange-stand-in-dialects.ts"
import { binanceUsdM, coinsPh } from "#tests/support/exchange-stand-in-filters.ts"
import { type Dialect, SpokenStandIn } from "#tests/support/exchange-stand-in-spoken.ts"
import { LiveScene, START } from "#tests/support/live-scene.ts"

/** Prices beside a power of ten, where text and numbers sort differently. */
const BOOK = {
  bids: [
    ["10000.0", "1.5"],
    ["9999.5", "2"],
    ["9998.5", "4"],
  ],
  asks: [
    ["10000.5", "0.25"],
    ["10001.0", "3"],
    ["10002.0", "5"],
  ],
} as const

let scene: LiveScene<SpokenStandIn> | undefined
afterEach(async () => {
  await scene?.close()
  scene = undefined
})

interface Spoken {
  dialect: Dialect
  quote: string
  /** Market of ours that gets its book. */
  id?: string
  tick?: string
  lot?: string
}

async function running({
  dialect,
  quote,
  id,
  tick = "0.5",
  lot = "0.0001",
}: Spoken): Promise<LiveScene<SpokenStandIn>> {
  const live = new LiveScene((now) => {
    const stand = new SpokenStandIn(dialect, now)
    stand.list("BTC", quote, tick, lot, BOOK)
    return stand
  })
  scene = live
  await live.open({ feed: `ccxt:${dialect.id}` })
  await live.start(id ?? `BTC_${quote}`)
  return live
}

/** Kraken names a step of 0.5 by its decimals: 0.1. */
const SPOKEN: [string, Spoken & { tickUnits: bigint }][] = [
  ["Kraken, in dollars", { dialect: kraken, quote: "USD", tickUnits: 10_000_000n }],
  ["OKX", { dialect: okx, quote: "USDT", tickUnits: 50_000_000n }],
  ["Bybit", { dialect: bybit, quote: "USDT", tickUnits: 50_000_000n }],
]

describe.each(SPOKEN)("%s", (_name, { tickUnits, ...spoken }) => {
  const id = `BTC_${spoken.quote}`
  const pair = `BTC/${spoken.quote}`
  const price = (units: number) => (units * 100_000_000) / Number(tickUnits)

  test("is listed by its own steps, with contracts that follow it", async () => {
    const live = await running(spoken)
    const ids = live.feed.instruments.map((one) => one.id)
    expect(ids.sort()).toEqual([id, "BTC_USDT_PERP", "BTC_USDT_SEC"].sort())
    const own = live.feed.instruments.find((one) => one.id === id)
    expect([own?.tick, own?.lot, own?.quote]).toEqual([tickUnits, 10_000n, spoken.quote])
    await live.until(() => live.indexes.some((tick) => tick.index === "BTC_USDT"))
    expect(live.indexes[0]?.price).toBe(1_000_025_000_000n)
  })

  test("is mirrored level by level, and what goes there goes here", async () => {
    const live = await running(spoken)
    const { stand } = live
    expect(live.levels(id, "buy")).toEqual([
      [price(10_000), 15_000],
      [price(9999.5), 20_000],
      [price(9998.5), 40_000],
    ])
    expect(live.levels(id, "sell")).toEqual([
      [price(10_000.5), 2500],
      [price(10_001), 30_000],
      [price(10_002), 50_000],
    ])
    stand.move(pair, { bids: [["9999.5", "2"]], asks: [["10001.0", "3"]] })
    await live.until(() => live.levels(id, "buy").length === 1)
    expect(live.levels(id, "buy")).toEqual([[price(9999.5), 20_000]])
    expect(live.levels(id, "sell")).toEqual([[price(10_001), 30_000]])
  })

  test("prints its trades once each, and none of another time or price", async () => {
    const live = await running(spoken)
    const { stand } = live
    await live.until(() => stand.hears(pair, "trades"), 1)
    const now = live.door.now()
    stand.trade(pair, { id: 1, side: "buy", price: "10000.5", quantity: "0.1" })
    stand.trade(pair, { id: 1, side: "buy", price: "10000.5", quantity: "0.1" })
    stand.trade(pair, { id: 2, side: "buy", price: "10000.5", quantity: "0.1", time: now - 3_600_000 })
    stand.trade(pair, { id: 3, side: "buy", price: "10000.5", quantity: "0.1", time: now + 3_600_000 })
    stand.trade(pair, { id: 4, side: "buy", price: "1000050.0", quantity: "0.1" })
    stand.trade(pair, { id: 5, side: "sell", price: "10000.0", quantity: "0.2" })
    const printed = () => live.trades.filter((trade) => trade.instrument === id)
    await live.until(() => printed().some(({ takerSide }) => takerSide === "sell"))
    expect(printed().map((one) => [one.takerSide, one.price, one.quantity])).toEqual([
      ["buy", price(10_000.5), 1000],
      ["sell", price(10_000), 2000],
    ])
  })

  test("tells its past, as many candles at a time as it gives", async () => {
    const live = await running(spoken)
    const minute = Math.floor(START / 60_000) * 60_000
    live.stand.priceAt = (time) => `${10_000 + ((time / 60_000) % 100)}.0`
    const own = live.feed.instruments.find((one) => one.id === id)
    if (!own || !live.feed.past) throw new Error("no past")
    const from = minute - 650 * 60_000
    const candles = await live.feed.past.candles(own, "1m", from, minute)
    expect(candles.map((one) => one.openTime)).toEqual(
      Array.from({ length: 650 }, (_, at) => from + at * 60_000),
    )
    expect(candles[0]?.close).toBe(price(10_000 + ((from / 60_000) % 100)))
    expect(candles[0]?.volume).toBe(15_000)
  })

  test("comes back after a cut, with the book as it is then", async () => {
    const live = await running(spoken)
    const { stand } = live
    stand.cut()
    await live.until(() => live.said.some((text) => /books were cut/.test(text)))
    stand.move(pair, { bids: [["9990.0", "1"]], asks: [["9991.0", "1"]] })
    await live.until(() => live.levels(id, "buy")[0]?.[0] === price(9990), 200)
    expect(live.levels(id, "sell")).toEqual([[price(9991), 10_000]])
  })

  test("told to wait at the socket's door, it keeps to it", async () => {
    const live = await running(spoken)
    const { stand } = live
    stand.refusal = { status: 429, headers: { "retry-after": "90" } }
    stand.cut()
    await live.until(() => stand.asked.some((path) => path.startsWith("socket")), 20)
    await live.until(() => live.pauses.some((ms) => ms > 60_000), 20)
    const asked = stand.asked.length
    stand.refusal = undefined
    const told = live.door.now()
    await live.until(() => live.door.now() - told > 60_000, 500)
    expect([stand.asked.length, stand.connections]).toEqual([asked, 0])
    await live.until(() => live.levels(id, "buy").length > 0, 500)
  })

  test("nonsense is counted and goes nowhere, and the book stands when sense is spoken again", async () => {
    const live = await running(spoken)
    const { stand } = live
    await live.until(() => stand.hears(pair, "trades"), 1)
    const absurd = (bids: [string, string][], asks: [string, string][]) => stand.move(pair, { bids, asks })
    absurd([["1000000.0", "1"]], [["1000100.0", "1"]])
    absurd([["10000.0", "1"]], [["9000.0", "1"]])
    absurd([["-5", "1"]], [["NaN", "1"]])
    absurd([["1e-30", "1"]], [["1e300", "1"]])
    for (const text of [
      '{"topic":"x',
      "<html>502</html>",
      "null",
      "[]",
      "7",
      '{"channel":"book"}',
      '{"arg":{}}',
    ])
      stand.send(pair, "books", text)
    stand.trade(pair, { side: "buy", price: "x", quantity: "-1" })
    const prices = new Set<bigint>()
    stand.move(pair, { bids: [["9995.0", "1"]], asks: [["9996.0", "1"]] })
    await live.until(() => live.levels(id, "buy")[0]?.[0] === price(9995), 200)
    expect(live.levels(id, "sell")).toEqual([[price(9996), 10_000]])
    for (const tick of live.indexes) prices.add(tick.price)
    for (const one of prices) expect(one > 900_000_000_000n && one < 1_100_000_000_000n).toBe(true)
    await live.until(() => live.said.some((text) => /made no sense/.test(text)), 100)
  })
})

describe("An exchange that lists perpetuals only", () => {
  test("feeds perpetuals and their indexes, and lists no spot market", async () => {
    const live = await running({ dialect: binanceUsdM, quote: "USDT", id: "BTC_USDT_PERP" })
    expect(live.feed.instruments.map((one) => one.id)).toEqual(["BTC_USDT_PERP", "BTC_USDT_SEC"])
    await live.until(() => live.indexes.length > 0)
    expect(live.indexes[0]).toMatchObject({ index: "BTC_USDT", price: 1_000_025_000_000n })
    await live.until(() => live.stand.hears("BTC/USDT", "trades"))
    live.stand.move("BTC/USDT", { bids: [["9000.5", "1"]], asks: [["9001.0", "2"]] })
    await live.until(() => live.levels("BTC_USDT_PERP", "buy")[0]?.[0] === 90_005)
    expect(live.levels("BTC_USDT_PERP", "sell")).toEqual([[90_010, 2000]])
    expect(live.said.join()).toMatch(/its perpetuals' books are the market/)
  })
})

describe("An exchange without sockets", () => {
  test("is asked for books and trades, and says so", async () => {
    const live = await running({ dialect: coinsPh, quote: "USDT" })
    const { stand } = live
    expect(live.said.join()).toMatch(/no socket for books.*no socket for trades/)
    await live.until(() => stand.asked.some((path) => path.includes("/trades")))
    await live.until(() => live.levels("BTC_USDT", "buy").length === 3)
    stand.move("BTC/USDT", { bids: [["9999.0", "1"]], asks: [["9999.5", "2"]] })
    stand.trade("BTC/USDT", { side: "sell", price: "9999.0", quantity: "0.5" })
    await live.until(() => live.levels("BTC_USDT", "buy")[0]?.[0] === 19_998)
    expect(live.levels("BTC_USDT", "sell")).toEqual([[19_999, 20_000]])
    await live.until(() => live.trades.some((trade) => trade.instrument === "BTC_USDT"))
    const [printed] = live.trades.filter((trade) => trade.instrument === "BTC_USDT")
    expect([printed?.takerSide, printed?.price, printed?.quantity]).toEqual(["sell", 19_998, 5000])
  })

  test("that answers no more is silent, and its book goes", async () => {
    const live = await running({ dialect: coinsPh, quote: "USDT" })
    live.stand.refusal = { status: 500 }
    await live.until(() => live.levels("BTC_USDT", "buy").length === 0, 100)
    expect(live.feed.silentSince?.()).toBeGreaterThan(0)
    live.stand.refusal = undefined
    await live.until(() => live.levels("BTC_USDT", "buy").length > 0, 100)
  })
})
