/** Every way up from finer to coarser intervals gives the same candles. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Lots, Ticks } from "../money/units.ts"
import { bucketStart, INTERVAL_MS } from "./bucket.ts"
import type { Candle } from "./candle.ts"
import type { Interval } from "./interval.ts"
import { mergeCandles, rollUp } from "./roll-up.ts"

const at = (text: string) => Date.parse(text)

function candle(
  openTime: number,
  prices: readonly [number, number, number, number],
  rest: Partial<Candle> = {},
): Candle {
  const [open, high, low, close] = prices as readonly number[] as [Ticks, Ticks, Ticks, Ticks]
  const fixed = { volume: 1 as Lots, lastTradeId: 0, closed: true, generated: false }
  return { openTime, open, high, low, close, ...fixed, ...rest }
}

/** A candle whose low and high hold its open and close; sometimes empty, sometimes moved on less than a lot. */
const shape = fc
  .record({
    prices: fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 4, maxLength: 4 }),
    volume: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10 ** 9 })),
    id: fc.integer({ min: 0, max: 1000 }),
    generated: fc.boolean(),
    isFlat: fc.boolean(),
  })
  .map(({ prices, volume, id, generated, isFlat }) => {
    const [open = 1, close = 1] = isFlat ? [prices[0], prices[0]] : prices
    const high = isFlat ? open : Math.max(...prices)
    const low = isFlat ? open : Math.min(...prices)
    return (openTime: number) =>
      candle(openTime, [open, high, low, close], { volume: volume as Lots, lastTradeId: id, generated })
  })

/** Ascending one-minute candles with gaps, over the turn of a month. */
const minutes = fc
  .array(fc.tuple(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 2000 })), shape), { maxLength: 60 })
  .map((steps) => {
    let openTime = at("2026-01-30T00:00:00Z")
    return steps.map(([gap, make]) => {
      openTime += gap * INTERVAL_MS["1m"]
      return make(openTime)
    })
  })

describe("two parts of one bucket", () => {
  test("make one candle: first open, last close, the farther high and low, both volumes", () => {
    const earlier = candle(0, [10, 14, 9, 12], { volume: 5 as Lots, lastTradeId: 3 })
    const later = candle(60, [13, 13, 7, 8], {
      volume: 2 as Lots,
      lastTradeId: 9,
      closed: false,
      generated: true,
    })
    expect(mergeCandles(earlier, later)).toEqual(
      candle(0, [10, 14, 7, 8], { volume: 7 as Lots, lastTradeId: 9, closed: false, generated: true }),
    )
    expect(earlier.volume).toBe(5)
  })

  test("take no price from the part in which nothing was traded", () => {
    const empty = candle(0, [50, 50, 50, 50], { volume: 0 as Lots })
    const traded = candle(60, [10, 14, 9, 12], { lastTradeId: 4 })
    expect(mergeCandles(empty, traded)).toEqual({ ...traded, openTime: 0 })
    expect(mergeCandles(traded, { ...empty, openTime: 120 })).toEqual(traded)
  })

  test("do take the prices of a part that moved on less than a lot", () => {
    const moved = candle(0, [10, 20, 5, 12], { volume: 0 as Lots })
    expect(mergeCandles(moved, candle(60, [12, 13, 12, 13]))).toEqual(candle(0, [10, 20, 5, 13]))
  })

  test("may be grouped in any way", () => {
    fc.assert(
      fc.property(shape, shape, shape, (a, b, c) => {
        const [first, second, third] = [a(0), b(60_000), c(120_000)]
        expect(mergeCandles(mergeCandles(first, second), third)).toEqual(
          mergeCandles(first, mergeCandles(second, third)),
        )
      }),
    )
  })

  test("are refused when their volume leaves the whole numbers", () => {
    const full = candle(0, [1, 1, 1, 1], { volume: Number.MAX_SAFE_INTEGER as Lots })
    expect(() => mergeCandles(full, candle(60, [1, 1, 1, 1]))).toThrow(RangeError)
  })
})

describe("rolling up", () => {
  const ways: readonly (readonly Interval[])[] = [
    ["15m", "1h"],
    ["5m", "30m", "1h"],
    ["1h", "4h", "1D"],
    ["15m", "1D", "1W"],
    ["1h", "1D", "1M"],
  ]
  test.each(ways.map((way) => [way.join(" → "), way] as const))(
    "1m → %s is the straight way",
    (_name, way) => {
      const last = way.at(-1) as Interval
      fc.assert(
        fc.property(minutes, fc.option(fc.integer({ min: 0, max: 10_000 })), (of, late) => {
          const now = late === null ? undefined : (of.at(-1)?.openTime ?? 0) + late * INTERVAL_MS["1m"]
          const stepped = way.reduce((candles, interval) => rollUp(candles, interval, now), of)
          expect(stepped).toEqual(rollUp(of, last, now))
        }),
        { numRuns: 60 },
      )
    },
  )

  test("keeps all volume, puts each candle in its bucket and opens buckets on their start", () => {
    fc.assert(
      fc.property(minutes, (of) => {
        const hours = rollUp(of, "1h")
        const volume = (candles: Candle[]) => candles.reduce((sum, each) => sum + each.volume, 0)
        expect(volume(hours)).toBe(volume(of))
        expect(hours.map((each) => each.openTime)).toEqual([
          ...new Set(of.map((each) => bucketStart(each.openTime, "1h"))),
        ])
        for (const { open, high, low, close } of hours)
          expect(low <= open && low <= close && high >= open && high >= close).toBe(true)
      }),
    )
  })

  test("leaves the last bucket open until now has passed its end", () => {
    const of = [candle(0, [1, 1, 1, 1]), candle(3_600_000, [2, 2, 2, 2])]
    const closed = (now?: number) => rollUp(of, "1h", now).map((each) => each.closed)
    expect(closed()).toEqual([true, false])
    expect(closed(7_199_999)).toEqual([true, false])
    expect(closed(7_200_000)).toEqual([true, true])
  })

  test("joins two parts of one opening time, as at the seam of generated and traded", () => {
    const generated = candle(0, [5, 6, 5, 6], { generated: true })
    const traded = candle(0, [7, 9, 7, 8], { lastTradeId: 2 })
    expect(rollUp([generated, traded], "1m")).toEqual([
      candle(0, [5, 9, 5, 8], { volume: 2 as Lots, lastTradeId: 2, closed: false, generated: true }),
    ])
  })

  test("does not touch what it is given, and refuses candles that fall back", () => {
    const of = [candle(60_000, [1, 1, 1, 1]), candle(120_000, [2, 2, 2, 2])]
    const before = structuredClone(of)
    rollUp(of, "1h", 10 ** 9)
    expect(of).toEqual(before)
    expect(() => rollUp(of.toReversed(), "1h")).toThrow(RangeError)
  })

  test("of nothing is nothing", () => {
    expect(rollUp([], "1h")).toEqual([])
  })
})
