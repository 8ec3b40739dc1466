/** The live candle equals the one rolled up afterwards. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { bucketStart } from "./bucket.ts"
import type { Candle } from "./candle.ts"
import { EMPTY_RUN_MAX } from "./fill-gaps.ts"
import { foldTrade, nextCandles, openCandle } from "./fold-trade.ts"
import type { Interval } from "./interval.ts"
import { fillGaps, rollUp } from "./roll-up.ts"

const at = (text: string) => Date.parse(text)
const figures = ({ open, high, low, close, volume }: Candle) => [open, high, low, close, volume]

interface Trade {
  time: number
  price: number
  quantity: number
  id: number
}

/** Trades as they come: each some time after the one before, so that whole buckets stay empty. */
const trades = fc
  .array(
    fc.record({
      wait: fc.oneof(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 400_000 })),
      price: fc.integer({ min: 1, max: 1000 }),
      quantity: fc.integer({ min: 1, max: 1_000_000 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((steps) => {
    let time = at("2026-01-31T23:55:00Z")
    return steps.map(({ wait, price, quantity }, place): Trade => {
      time += wait
      return { time, price, quantity, id: place + 1 }
    })
  })

/** The live path: one candle, turned over as time passes, trades folded in. */
function live(of: readonly Trade[], interval: Interval): Candle[] {
  const [first] = of
  if (!first) return []
  const candles: Candle[] = []
  let candle = openCandle(bucketStart(first.time, interval), first.price)
  for (const trade of of) {
    const next = nextCandles(candle, interval, trade.time)
    candles.push(...next.closed)
    candle = next.live
    foldTrade(candle, trade)
  }
  return [...candles, candle]
}

describe("a live candle", () => {
  test("begins flat at the close before it, with no volume", () => {
    expect(openCandle(60_000, 42)).toEqual({
      openTime: 60_000,
      open: 42,
      high: 42,
      low: 42,
      close: 42,
      volume: 0,
      lastTradeId: 0,
      closed: false,
      generated: false,
    })
  })

  test("takes all its prices from its first trade, and then grows", () => {
    const candle = openCandle(0, 500)
    const after = [
      { price: 100, quantity: 2, id: 11 },
      { price: 130, quantity: 1, id: 12 },
      { price: 90, quantity: 4, id: 13 },
      { price: 110, quantity: 1, id: 14 },
    ].map((trade) => {
      foldTrade(candle, trade)
      return figures(candle)
    })
    expect(after).toEqual([
      [100, 100, 100, 100, 2],
      [100, 130, 100, 130, 3],
      [100, 130, 90, 90, 7],
      [100, 130, 90, 110, 8],
    ])
    expect(candle.lastTradeId).toBe(14)
  })

  test("refuses a volume beyond 2^53 and stays as it was", () => {
    const candle = openCandle(0, 5)
    foldTrade(candle, { price: 5, quantity: Number.MAX_SAFE_INTEGER, id: 1 })
    const before = { ...candle }
    expect(() => foldTrade(candle, { price: 9, quantity: 1, id: 2 })).toThrow(RangeError)
    expect(candle).toEqual(before)
  })
})

describe("the turn of a candle", () => {
  test("leaves the very candle alone until its bucket ends", () => {
    const candle = openCandle(60_000, 7)
    for (const now of [0, 60_000, 119_999]) {
      const next = nextCandles(candle, "1m", now)
      expect(next.live).toBe(candle)
      expect(next.closed).toEqual([])
    }
  })

  test("comes with the first millisecond of the next bucket", () => {
    const next = nextCandles(openCandle(60_000, 7), "1m", 120_000)
    expect(next.closed.map((each) => each.openTime)).toEqual([60_000])
    expect(next.live).toEqual(openCandle(120_000, 7))
  })

  test("closes it, fills what was empty, and opens the bucket of now", () => {
    const candle = openCandle(60_000, 7)
    foldTrade(candle, { price: 8, quantity: 3, id: 5 })
    const next = nextCandles(candle, "1m", 250_000)
    expect(next.closed.map((each) => [each.openTime, ...figures(each), each.closed])).toEqual([
      [60_000, 7 + 1, 8, 8, 8, 3, true],
      [120_000, 8, 8, 8, 8, 0, true],
      [180_000, 8, 8, 8, 8, 0, true],
    ])
    expect(next.live).toEqual(openCandle(240_000, 8))
    expect(candle.closed).toBe(false)
  })

  test.each([
    [
      "1M",
      "2026-01-01T00:00:00Z",
      "2026-04-02T00:00:00Z",
      ["2026-01-01", "2026-02-01", "2026-03-01"],
      "2026-04-01",
    ],
    ["1W", "2026-11-02T00:00:00Z", "2026-11-22T23:59:59Z", ["2026-11-02", "2026-11-09"], "2026-11-16"],
  ] as const)("goes by the calendar for %s", (interval, opening, now, closed, live) => {
    const next = nextCandles(openCandle(at(opening), 3), interval, at(now))
    expect(next.closed.map((each) => each.openTime)).toEqual(closed.map(at))
    expect(next.live.openTime).toBe(at(live))
  })

  test("fills no silence of more buckets than anyone watched", () => {
    const filled = nextCandles(openCandle(0, 3), "1s", (EMPTY_RUN_MAX + 1) * 1000)
    expect(filled.closed).toHaveLength(EMPTY_RUN_MAX + 1)
    const tooLong = nextCandles(openCandle(0, 3), "1s", (EMPTY_RUN_MAX + 2) * 1000)
    expect(tooLong.closed.map((each) => each.openTime)).toEqual([0])
    expect(tooLong.live.openTime).toBe((EMPTY_RUN_MAX + 2) * 1000)
  })
})

describe("candles folded live", () => {
  test("equal one candle a trade, rolled up and filled", () => {
    fc.assert(
      fc.property(trades, fc.constantFrom<Interval>("1s", "15s", "1m", "1h", "1M"), (of, interval) => {
        const single = of.map((trade) => {
          const candle = openCandle(trade.time, trade.price)
          foldTrade(candle, trade)
          return candle
        })
        expect(live(of, interval)).toEqual(fillGaps(rollUp(single, interval), interval))
      }),
    )
  })

  test("equal the live seconds rolled up, empty ones and all", () => {
    fc.assert(
      fc.property(trades, fc.constantFrom<Interval>("5s", "1m", "15m", "1D"), (of, interval) => {
        expect(rollUp(live(of, "1s"), interval)).toEqual(live(of, interval))
      }),
      { numRuns: 40 },
    )
  })
})
