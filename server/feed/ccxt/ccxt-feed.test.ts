/** A live feed follows its exchange in book, trades, index and history. Against a stand-in, real sockets. */

import { setImmediate } from "node:timers/promises"
import { afterEach, describe, expect, test } from "vitest"
import type { Amount, Ticks } from "#core/money/units.ts"
import { ExchangeStandIn } from "#tests/support/exchange-stand-in.ts"
import { BTC, LiveScene, START, WEIGHTS } from "#tests/support/live-scene.ts"
import type { CcxtSettings } from "./open-venues.ts"

let scene = new LiveScene()
afterEach(async () => {
  await scene.close()
  scene = new LiveScene()
})

async function running(settings: Partial<CcxtSettings> & { feed?: string } = {}): Promise<LiveScene> {
  scene = new LiveScene()
  await scene.open(settings)
  await scene.start()
  return scene
}

describe("what the exchange lists", () => {
  test("is listed here with its own ticks, lots and minima, and what follows from it", async () => {
    const feed = await scene.open()
    expect(feed.instruments.map((one) => one.id).sort()).toEqual([
      "1000PEPE_USDT_PERP",
      "BTC_USDT",
      "BTC_USDT_PERP",
      "BTC_USDT_SEC",
      "PEPE_USDT",
    ])
    const bitcoin = feed.instruments.find((one) => one.id === "BTC_USDT")
    expect(bitcoin).toMatchObject({
      tick: 1_000_000n,
      lot: 1000n,
      notionalUnit: 10n,
      minQuantity: 1,
      minNotional: 500_000_000n,
    })
  })

  test("can be narrowed to some pairs", async () => {
    const feed = await scene.open({ pairs: ["PEPE/USDT"] })
    expect(feed.instruments.map((one) => one.id)).toEqual(["PEPE_USDT", "1000PEPE_USDT_PERP"])
  })

  test("must be something of ours", async () => {
    await expect(scene.open({ pairs: ["ETH/USDT"] })).rejects.toThrow("lists none of ETH/USDT")
  })
})

describe("the market here", () => {
  test("stands as the exchange's book does, and follows it", async () => {
    const { stand } = await running()
    expect(scene.levels("BTC_USDT", "buy")).toEqual([
      [6_000_000, 100_000],
      [5_999_950, 200_000],
    ])
    expect(scene.levels("BTC_USDT", "sell")).toEqual([
      [6_000_010, 50_000],
      [6_000_100, 300_000],
    ])
    stand.move("BTCUSDT", {
      bids: [["60010.00000000", "0.70000000"]],
      asks: [["60010.01000000", "0.20000000"]],
    })
    await scene.until(() => scene.levels("BTC_USDT", "buy")[0]?.[0] === 6_001_000)
    expect(scene.levels("BTC_USDT", "buy")).toEqual([[6_001_000, 70_000]])
    expect(scene.levels("BTC_USDT", "sell")).toEqual([[6_001_001, 20_000]])
  })

  test("of a perpetual follows by its own steps, by the thousand where it is listed so", async () => {
    await running()
    await scene.until(() => scene.levels("1000PEPE_USDT_PERP", "buy").length > 0)
    // Ticks of 1e-7: 0.0102 and 0.01021; lots of a thousand coins.
    expect(scene.levels("1000PEPE_USDT_PERP", "buy")).toEqual([[102_000, 5000]])
    expect(scene.levels("1000PEPE_USDT_PERP", "sell")).toEqual([[102_100, 4000]])
  })

  test("prints what was traded there, at that price, with an engine's own ids", async () => {
    const { stand } = await running()
    await scene.until(() => stand.hears("btcusdt@trade"))
    stand.trade("BTCUSDT", "buy", "60000.10000000", "0.10000000")
    stand.trade("BTCUSDT", "sell", "59990.00000000", "0.20000000")
    const printed = () => scene.trades.filter((trade) => trade.instrument === "BTC_USDT")
    await scene.until(() => printed().length >= 2)
    expect(printed().map((one) => [one.id, one.takerSide, one.price, one.quantity])).toEqual([
      [1, "buy", 6_000_010, 10_000],
      [2, "sell", 5_999_000, 20_000],
    ])
    // The book there stood still: here it is whole again.
    await scene.until(() => scene.levels("BTC_USDT", "sell")[0]?.[1] === 50_000)
    await scene.until(() => scene.levels("BTC_USDT", "buy")[0]?.[0] === 6_000_000)
  })

  test("gives a user who asks for more than is paid there what is quoted, and quotes anew", async () => {
    await running()
    const amounts = [{ currency: "USDT", amount: (10n ** 16n) as Amount }]
    await scene.door.submit({ type: "faucet.draw", account: "ann", amounts })
    const answer = await scene.door.submit({
      type: "order.place",
      account: "ann",
      instrument: "BTC_USDT",
      side: "buy",
      orderType: "limit",
      price: 6_000_010 as Ticks,
      quantity: 50_000 as never,
    })
    expect(answer).toMatchObject({ ok: true, value: { order: { status: "filled" } } })
    await scene.until(() => scene.levels("BTC_USDT", "sell")[0]?.[0] === 6_000_010)
  })

  test("has an index at the middle of the best prices", async () => {
    await running()
    await scene.until(() => scene.indexes.some((tick) => tick.index === "BTC_USDT"))
    expect(scene.indexes.find((tick) => tick.index === "BTC_USDT")?.price).toBe(6_000_005_000_000n)
    await scene.until(() => scene.indexes.some((tick) => tick.index === "1000PEPE_USDT"))
    expect(scene.indexes.find((tick) => tick.index === "1000PEPE_USDT")?.price).toBe(1_020_500n)
  })
})

describe("the past", () => {
  test("is the exchange's own candles, not generated, page by page as asked, and ends where it began", async () => {
    const feed = await scene.open()
    const minute = Math.floor(START / 60_000) * 60_000
    scene.stand.priceAt = (_symbol, time) => `${60_000 + ((time / 60_000) % 100)}.25000000`
    scene.stand.firstCandle = minute - 5000 * 60_000
    const bitcoin = feed.instruments.find((one) => one.id === "BTC_USDT")
    if (!bitcoin || !feed.past) throw new Error("no past")
    const { past } = feed
    const candles = await past.candles(bitcoin, "1m", minute - 1500 * 60_000, minute)
    expect(candles).toHaveLength(1500)
    const [first] = candles
    expect(first).toMatchObject({ openTime: minute - 1500 * 60_000, generated: false, lastTradeId: 0 })
    expect(first?.close).toBe(6_000_025 + ((minute / 60_000 - 1500) % 100) * 100)
    expect(first?.volume).toBe(150_000)
    const asked = scene.stand.asked.length
    await past.candles(bitcoin, "1m", minute - 900 * 60_000, minute)
    expect(scene.stand.asked.length).toBe(asked)
    expect(await past.candles(bitcoin, "1m", minute - 9000 * 60_000, minute - 8000 * 60_000)).toEqual([])
    expect(past.since(START, bitcoin, "1m")).toBe(minute - 8000 * 60_000)
  })

  test("has weeks from Monday, made of days", async () => {
    const feed = await scene.open()
    const bitcoin = feed.instruments.find((one) => one.id === "BTC_USDT")
    const monday = Date.UTC(2026, 9, 5)
    const weeks = bitcoin ? await feed.past?.candles(bitcoin, "1W", monday, monday + 14 * 86_400_000) : []
    expect(weeks?.map((week) => [week.openTime, week.volume])).toEqual([
      [monday, 7 * 150_000],
      [monday + 7 * 86_400_000, 7 * 150_000],
    ])
  })

  test("is empty for the moment when the exchange refuses", async () => {
    const feed = await scene.open()
    const bitcoin = feed.instruments.find((one) => one.id === "BTC_USDT")
    scene.stand.refusal = { status: 429, headers: { "retry-after": "1" } }
    const ask = () => (bitcoin ? feed.past?.candles(bitcoin, "1h", START - 7_200_000, START) : undefined)
    expect(await ask()).toEqual([])
    scene.stand.refusal = undefined
    scene.pass(1500)
    expect(await ask()).toHaveLength(2)
  })
})

describe("several exchanges", () => {
  test("are weighted into the index, and one that says nothing any more drops out of it", async () => {
    const other = new ExchangeStandIn(() => scene.door.now())
    other.list("BTC", "USDT", { tick: "0.01000000", lot: "0.00001000" }, BTC)
    const base = await other.start()
    try {
      await scene.open({
        feed: "ccxt:binance,binanceus",
        weights: { binance: 3, binanceus: 1 },
        addresses: { binanceus: base },
      })
      await scene.start()
      expect(scene.feed.indexWeights).toEqual(WEIGHTS)
      await scene.until(() => other.hears("btcusdt@bookTicker"))
      const move = (price: string, above: string) =>
        other.move("BTCUSDT", { bids: [[price, "1"]], asks: [[above, "1"]] })
      move("60100.00000000", "60100.10000000")
      // (3 × 60000.05 + 60100.05) / 4
      const last = () => scene.indexes.findLast((tick) => tick.index === "BTC_USDT")?.price
      await scene.until(() => {
        scene.stand.move("BTCUSDT", BTC)
        move("60100.00000000", "60100.10000000")
        return last() === 6_002_505_000_000n
      })
      await scene.until(() => {
        scene.stand.move("BTCUSDT", BTC)
        return last() === 6_000_005_000_000n
      }, 100)
      expect(scene.feed.silentSince?.()).toBe(0)
    } finally {
      await scene.feed.stop()
      await other.close()
    }
  })

  test("that don't answer at the start come in when they do", async () => {
    const other = new ExchangeStandIn(() => scene.door.now())
    other.list("BTC", "USDT", { tick: "0.01000000", lot: "0.00001000" }, BTC)
    other.refusal = { status: 503, body: "<html>maintenance</html>" }
    const base = await other.start()
    try {
      await scene.open({ feed: "ccxt:binance,binanceus", addresses: { binanceus: base } })
      expect(scene.feed.source).toBe("binance,binanceus")
      await scene.start()
      await scene.until(() => scene.said.some((text) => /binanceus doesn't tell its markets/.test(text)))
      expect(other.hears("btcusdt@bookTicker")).toBe(false)
      other.refusal = undefined
      await scene.until(() => other.hears("btcusdt@bookTicker"))
    } finally {
      await scene.feed.stop()
      await other.close()
    }
  })

  test("are waited for where the first doesn't answer", async () => {
    scene.stand.refusal = { status: 502, body: "<html>bad gateway</html>" }
    const opening = scene.open()
    await scene.until(() => scene.pauses.some((ms) => ms > 6000), 200)
    expect(scene.said.every((text) => /doesn't tell its markets.*asking again in \d+ s/.test(text))).toBe(
      true,
    )
    scene.stand.refusal = undefined
    expect((await opening).instruments.length).toBe(5)
    expect(scene.said.at(-1)).toBe("The exchange binance answers now.")
  })
})

describe("the end", () => {
  test("leaves no socket, no pause and no message behind", async () => {
    const { stand, feed } = await running()
    await feed.stop()
    await scene.until(() => stand.connections === 0)
    const commands = scene.door.commands
    const asked = stand.asked.length
    await setImmediate()
    expect(scene.door.commands).toBe(commands)
    expect(stand.asked.length).toBe(asked)
  })
})
