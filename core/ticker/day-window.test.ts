/** The 24 h figures are those of the last 1,440 one-minute candles; those of fewer minutes of as many. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Candle } from "../candle/candle.ts"
import { foldTrade, openCandle } from "../candle/fold-trade.ts"
import { fillGaps, rollUp } from "../candle/roll-up.ts"
import type { Lots, Ticks } from "../money/units.ts"
import { DAY_MINUTES, type DayFigures, DayWindow } from "./day-window.ts"

const MINUTE = 60_000
const DAY = DAY_MINUTES * MINUTE
const START = Date.parse("2026-11-21T00:00:00Z")

interface Trade {
  time: number
  price: number
  quantity: number
}

/** The figures by their meaning: one-minute candles, empty ones filled, of the newest 1,440 minutes. */
function naive(trades: readonly Trade[], now: number, minutes = DAY_MINUTES): DayFigures | undefined {
  const single = trades.map((trade, place) => {
    const candle = openCandle(trade.time, trade.price)
    foldTrade(candle, { ...trade, id: place + 1 })
    return candle
  })
  const traded = rollUp(single, "1m")
  const last = traded.at(-1)
  if (!last) return undefined
  const running = Math.floor(now / MINUTE) * MINUTE
  if (running > last.openTime) traded.push(openCandle(running, last.close))
  const from = running - (minutes - 1) * MINUTE
  const window = fillGaps(traded, "1m").filter((candle) => candle.openTime >= from)
  const inside = trades.filter((trade) => trade.time >= from)
  return {
    open: window[0]?.open ?? Number.NaN,
    high: Math.max(...window.map((candle) => candle.high)),
    low: Math.min(...window.map((candle) => candle.low)),
    last: last.close,
    volume: inside.reduce((sum, trade) => sum + trade.quantity, 0),
    turnover: inside.reduce((sum, trade) => sum + BigInt(trade.price) * BigInt(trade.quantity), 0n),
  }
}

const step = fc.record({
  wait: fc.oneof(
    fc.integer({ min: 0, max: 90_000 }),
    fc.integer({ min: 0, max: 600 * MINUTE }),
    fc.integer({ min: DAY - 3 * MINUTE, max: DAY + 3 * MINUTE }),
  ),
  price: fc.integer({ min: 1, max: 1000 }),
  quantity: fc.integer({ min: 1, max: 1_000_000 }),
  /** Asked after the trade, so much later; 0 is at once. */
  asked: fc.option(fc.integer({ min: 0, max: 2 * MINUTE })),
})

describe("the 24 h window", () => {
  test("equals the filled one-minute candles of the last 1,440 minutes, whenever it is asked", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const window = new DayWindow()
        const trades: Trade[] = []
        let time = START
        for (const { wait, price, quantity, asked } of steps) {
          time += wait
          trades.push({ time, price, quantity })
          window.add(time, price, quantity)
          if (asked === null) continue
          time += asked
          expect(window.at(time)).toEqual(naive(trades, time))
          for (const minutes of [1, 60, 61, DAY_MINUTES - 1])
            expect(window.within(time, minutes)).toEqual(naive(trades, time, minutes))
        }
        expect(window.at(time)).toEqual(naive(trades, time))
      }),
      { numRuns: 60 },
    )
  })

  test("knows nothing before the first price", () => {
    expect(new DayWindow().at(START)).toBeUndefined()
  })

  test("lets a trade go with its whole minute: 1,440 minutes after that minute began", () => {
    const window = new DayWindow()
    window.add(START + 59_999, 10, 5)
    window.add(START + 10 * MINUTE, 20, 7)
    expect(window.at(START + DAY - 1)).toEqual({
      open: 10,
      high: 20,
      low: 10,
      last: 20,
      volume: 12,
      turnover: 190n,
    })
    expect(window.at(START + DAY)).toEqual({
      open: 10,
      high: 20,
      low: 10,
      last: 20,
      volume: 7,
      turnover: 140n,
    })
  })

  test("opens at the close before it while nothing was traded in its first minute, and that price counts as seen", () => {
    const window = new DayWindow()
    window.add(START, 50, 1)
    window.add(START + 1000, 90, 1)
    window.add(START + 5 * MINUTE, 20, 1)
    expect(window.at(START + DAY)).toMatchObject({ open: 90, high: 90, low: 20, volume: 1 })
    expect(window.at(START + DAY + 4 * MINUTE)).toMatchObject({ open: 20, high: 20, low: 20, volume: 1 })
  })

  test("stands flat at the last price when a whole day brought no trade", () => {
    const window = new DayWindow()
    window.add(START, 50, 3)
    window.add(START + MINUTE, 60, 3)
    expect(window.at(START + 10 * DAY)).toEqual({
      open: 60,
      high: 60,
      low: 60,
      last: 60,
      volume: 0,
      turnover: 0n,
    })
  })

  test("puts a late trade into its own minute, without making its price the last", () => {
    const window = new DayWindow()
    window.add(START + 5 * MINUTE, 50, 1)
    window.add(START + 4 * MINUTE, 70, 2)
    expect(window.at(START + 5 * MINUTE)).toEqual({
      open: 70,
      high: 70,
      low: 50,
      last: 50,
      volume: 3,
      turnover: 190n,
    })
    window.add(START + 5 * MINUTE - DAY, 999, 9)
    expect(window.at(START + 5 * MINUTE)).toMatchObject({ high: 70, volume: 3 })
  })

  test("never goes back: an earlier now counts as the newest minute seen", () => {
    const window = new DayWindow()
    window.add(START, 50, 1)
    const later = window.at(START + DAY)
    expect(window.at(START)).toEqual(later)
  })

  test("refuses a volume beyond 2^53 and stays as it was", () => {
    const window = new DayWindow()
    window.add(START, 5, Number.MAX_SAFE_INTEGER)
    const before = window.at(START)
    expect(() => window.add(START + 1, 9, 1)).toThrow(RangeError)
    expect(window.at(START)).toEqual(before)
  })
})

describe("a seeded window", () => {
  const minute = (place: number, prices: [number, number, number, number], volume: number): Candle => {
    const [open, high, low, close] = prices as [Ticks, Ticks, Ticks, Ticks]
    const openTime = START + place * MINUTE
    return { ...openCandle(openTime, open), high, low, close, volume: volume as Lots }
  }

  test("starts from one-minute candles, their turnover within what their prices allow", () => {
    const window = new DayWindow()
    window.seed([minute(0, [10, 30, 5, 20], 4), minute(1, [20, 25, 20, 22], 2)])
    const figures = window.at(START + MINUTE)
    expect(figures).toMatchObject({ open: 10, high: 30, low: 5, last: 22, volume: 6 })
    expect(figures?.turnover).toBe(((10n + 30n + 5n + 20n) * 4n) / 4n + ((20n + 25n + 20n + 22n) * 2n) / 4n)
  })

  test("takes an exact turnover where one is known", () => {
    const window = new DayWindow()
    window.seed([{ ...minute(0, [10, 30, 5, 20], 4), turnover: 77n }])
    expect(window.at(START)?.turnover).toBe(77n)
    expect(window.at(START + DAY)?.turnover).toBe(0n)
  })

  test("adds trades to the last minute it was seeded with", () => {
    const window = new DayWindow()
    window.seed([minute(0, [10, 30, 5, 20], 4)])
    window.add(START + 30_000, 40, 1)
    expect(window.at(START)).toMatchObject({ open: 10, high: 40, low: 5, last: 40, volume: 5 })
  })

  test("lets the first trade of an empty minute set that minute's prices", () => {
    const window = new DayWindow()
    window.seed([minute(0, [90, 90, 90, 90], 0)])
    expect(window.at(START)).toMatchObject({ open: 90, high: 90, last: 90 })
    window.add(START + 1, 10, 1)
    expect(window.at(START)).toEqual({ open: 10, high: 10, low: 10, last: 10, volume: 1, turnover: 10n })
  })

  test("forgets all it was told before", () => {
    const window = new DayWindow()
    window.add(START, 999, 9)
    window.seed([minute(1, [5, 6, 4, 5], 2)])
    expect(window.at(START + MINUTE)).toMatchObject({ open: 5, high: 6, low: 4, last: 5, volume: 2 })
    window.seed([])
    expect(window.at(START + MINUTE)).toBeUndefined()
  })

  test("keeps of a longer history only its day, and the close before it", () => {
    const window = new DayWindow()
    const of = [
      minute(0, [500, 500, 500, 500], 9),
      minute(2, [7, 8, 6, 7], 1),
      minute(DAY_MINUTES + 1, [3, 3, 3, 3], 1),
    ]
    window.seed(of)
    expect(window.at(START + DAY + MINUTE)).toMatchObject({ open: 7, high: 8, low: 3, last: 3, volume: 2 })
    expect(window.at(START + DAY)).toMatchObject({ volume: 2 })
  })
})
