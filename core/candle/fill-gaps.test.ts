/** Empty buckets are filled, holes never. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { bucketEnd, bucketStart, shiftBucket } from "./bucket.ts"
import { type Candle, isEmpty } from "./candle.ts"
import { EMPTY_RUN_MAX, fillGaps, type Hole } from "./fill-gaps.ts"
import { foldTrade, openCandle } from "./fold-trade.ts"
import type { Interval } from "./interval.ts"

const at = (text: string) => Date.parse(text)
const MINUTE = 60_000

function traded(openTime: number, price: number, rest: Partial<Candle> = {}): Candle {
  const candle = openCandle(openTime, price)
  foldTrade(candle, { price, quantity: 1, id: 1 })
  return Object.assign(candle, { closed: true }, rest)
}
const times = (candles: readonly Candle[]) => candles.map((candle) => candle.openTime / MINUTE)

describe("filling gaps", () => {
  test("puts flat candles at the last close, without volume, into empty buckets (W3)", () => {
    const filled = fillGaps([traded(0, 10), traded(3 * MINUTE, 20)], "1m")
    expect(times(filled)).toEqual([0, 1, 2, 3])
    expect(filled[1]).toEqual({ ...openCandle(MINUTE, 10), closed: true })
    expect(filled[2]).toEqual({ ...openCandle(2 * MINUTE, 10), closed: true })
  })

  test("leaves every bucket that touches a hole missing, and fills before and after it", () => {
    const of = [traded(0, 10), traded(9 * MINUTE, 20)]
    const cases: [Hole[], number[]][] = [
      [[[3 * MINUTE, 5 * MINUTE]], [0, 1, 2, 5, 6, 7, 8, 9]],
      [[[3 * MINUTE + 1, 5 * MINUTE - 1]], [0, 1, 2, 5, 6, 7, 8, 9]],
      [[[3 * MINUTE - 1, 5 * MINUTE + 1]], [0, 1, 6, 7, 8, 9]],
      [
        [
          [6 * MINUTE, 8 * MINUTE],
          [MINUTE, 2 * MINUTE],
        ],
        [0, 2, 3, 4, 5, 8, 9],
      ],
      [[[-5 * MINUTE, 20 * MINUTE]], [0, 9]],
      [[[0, Number.POSITIVE_INFINITY]], [0, 9]],
      [[[9 * MINUTE, 10 * MINUTE]], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ]
    for (const [holes, left] of cases) expect(times(fillGaps(of, "1m", holes))).toEqual(left)
  })

  test("goes by the calendar for months and weeks", () => {
    const months = fillGaps([traded(at("2026-01-01"), 1), traded(at("2026-04-01"), 2)], "1M")
    expect(months.map((each) => each.openTime)).toEqual(
      ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"].map(at),
    )
    const weeks = fillGaps([traded(at("2026-11-02"), 1), traded(at("2026-11-16"), 2)], "1W")
    expect(weeks.map((each) => each.openTime)).toEqual(["2026-11-02", "2026-11-09", "2026-11-16"].map(at))
  })

  test("calls a filled bucket generated only between two generated candles", () => {
    const generated = { generated: true }
    const of = [
      traded(0, 1, generated),
      traded(2 * MINUTE, 1, generated),
      traded(4 * MINUTE, 1),
      traded(6 * MINUTE, 1),
    ]
    expect(fillGaps(of, "1m").map((each) => each.generated)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  test("fills no run longer than its limit, holes not counted", () => {
    const first = traded(0, 1)
    const candleBehind = (buckets: number) => traded((buckets + 1) * 1000, 2)
    expect(fillGaps([first, candleBehind(EMPTY_RUN_MAX)], "1s")).toHaveLength(EMPTY_RUN_MAX + 2)
    expect(fillGaps([first, candleBehind(EMPTY_RUN_MAX + 1)], "1s")).toHaveLength(2)
    const hole: Hole = [2000, EMPTY_RUN_MAX * 1000]
    expect(fillGaps([first, candleBehind(EMPTY_RUN_MAX + 1)], "1s", [hole])).toHaveLength(5)
  })

  test("agrees with asking every bucket one by one", () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 })
    const holes = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 80 * MINUTE }), fc.integer({ min: 1, max: 20 * MINUTE }))
        .map(([from, length]): Hole => [from, from + length]),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(gaps, holes, fc.constantFrom<Interval>("1m", "5m"), (gaps, holes, interval) => {
        let openTime = 0
        const of = gaps.map((gap, place) => {
          openTime = shiftBucket(openTime, interval, gap)
          return traded(openTime, place + 1)
        })
        expect(fillGaps(of, interval, holes)).toEqual(bucketByBucket(of, interval, holes))
      }),
    )
  })

  test("of none or one is what it was", () => {
    expect(fillGaps([], "1m")).toEqual([])
    const one = [traded(0, 5)]
    expect(fillGaps(one, "1m")).toEqual(one)
    expect(fillGaps(one, "1m").some(isEmpty)).toBe(false)
  })
})

function bucketByBucket(of: readonly Candle[], interval: Interval, holes: readonly Hole[]): Candle[] {
  const filled: Candle[] = []
  const last = of.at(-1)
  let close = 0
  for (let openTime = of[0]?.openTime ?? 0; last && openTime <= last.openTime; openTime += 1) {
    if (bucketStart(openTime, interval) !== openTime)
      openTime = bucketEnd(bucketStart(openTime, interval), interval)
    const own = of.find((candle) => candle.openTime === openTime)
    const end = bucketEnd(openTime, interval)
    const isUnknown = holes.some(([from, to]) => Math.max(from, openTime) < Math.min(to, end))
    if (own) filled.push(own)
    else if (!isUnknown) filled.push({ ...openCandle(openTime, close), closed: true })
    close = own?.close ?? close
  }
  return filled
}
