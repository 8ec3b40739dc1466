/** Do history, live bars and silences join without a seam, a double or a lie? */

import { beforeEach, describe, expect, test } from "vitest"
import type { Candle } from "#core/candle/candle.ts"
import type { Lots, Ticks } from "#core/money/units.ts"
import { BARS_MAX, CandleSeries } from "./candle-series.ts"

const MINUTE = 60_000
const T0 = Date.UTC(2026, 0, 5, 12)

interface Shape {
  close?: number
  id?: number
  volume?: number
  closed?: boolean
}

/** The bar of a minute after T0. */
function bar(minute: number, { close = 100, id = 0, volume = 5, closed = true }: Shape = {}): Candle {
  const price = close as Ticks
  return {
    openTime: T0 + minute * MINUTE,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: volume as Lots,
    lastTradeId: id,
    closed,
    generated: false,
  }
}

const bars = (first: number, count: number) => Array.from({ length: count }, (_, index) => bar(first + index))
const minutes = (series: CandleSeries) => series.bars.map(({ openTime }) => (openTime - T0) / MINUTE)

let series: CandleSeries

beforeEach(() => {
  series = new CandleSeries("1m")
  series.reset([bar(0, { id: 5 }), bar(1, { id: 7, closed: false })], [], true)
  series.takeChange()
})

describe("a live bar", () => {
  test("replaces its bucket when its last trade is newer", () => {
    expect(series.merge(bar(1, { close: 101, id: 8, closed: false }))).toBe(true)
    expect(series.last?.close).toBe(101)
    expect(series.takeChange()).toEqual({ isReset: false, prepended: 0, from: 1 })
  })

  test("that is older than what is held is dropped", () => {
    series.merge(bar(1, { close: 99, id: 6, closed: false }))
    expect(series.last?.close).toBe(100)
    expect(series.hasChange).toBe(false)
  })

  test("of the same trade wins only when it is closed", () => {
    series.merge(bar(1, { close: 99, id: 7, closed: false }))
    expect(series.last?.close).toBe(100)
    series.merge(bar(1, { close: 100, id: 7, closed: true }))
    expect(series.last?.closed).toBe(true)
  })

  test("of the next bucket is appended when the one before was closed", () => {
    series.merge(bar(1, { id: 9 }))
    expect(series.merge(bar(2, { id: 10, closed: false }))).toBe(true)
    expect(minutes(series)).toEqual([0, 1, 2])
  })

  test("after a bar that was never closed, or after a missing one, is asked for", () => {
    expect(series.merge(bar(2, { id: 10, closed: false }))).toBe(false)
    series.merge(bar(1, { id: 9 }))
    expect(series.merge(bar(3, { id: 10, closed: false }))).toBe(false)
    expect(minutes(series)).toEqual([0, 1])
  })

  test("of a bucket from before what is loaded is nothing", () => {
    expect(series.merge(bar(-5, { id: 1 }))).toBe(true)
    expect(minutes(series)).toEqual([0, 1])
  })
})

describe("a turn without trades", () => {
  test("closes the bar and begins the next at its close", () => {
    expect(series.turn(T0 + 2 * MINUTE - 1)).toBe(true)
    expect(series.hasChange).toBe(false)
    expect(series.turn(T0 + 2 * MINUTE)).toBe(true)
    expect(minutes(series)).toEqual([0, 1, 2])
    expect(series.bars[1]?.closed).toBe(true)
    expect(series.last).toMatchObject({ open: 100, close: 100, volume: 0, closed: false })
  })

  test("fills the buckets in between", () => {
    series.turn(T0 + 4 * MINUTE + 1)
    expect(minutes(series)).toEqual([0, 1, 2, 3, 4])
    expect(series.bars.map(({ closed }) => closed)).toEqual([true, true, true, true, false])
  })

  test("is corrected by the server: what followed repeats the true close", () => {
    series.turn(T0 + 3 * MINUTE)
    series.merge(bar(1, { close: 107, id: 12, volume: 9 }))
    expect(series.bars.map(({ close }) => close)).toEqual([100, 107, 107, 107])
    expect(series.bars[1]?.volume).toBe(9)
  })

  test("gives way to any bar of the server for the same bucket", () => {
    series.turn(T0 + 3 * MINUTE)
    series.merge(bar(2, { close: 100, volume: 0, id: 0 }))
    series.merge(bar(3, { close: 104, id: 13, closed: false }))
    expect(series.last).toMatchObject({ close: 104, lastTradeId: 13 })
    series.merge(bar(3, { close: 90, id: 12, closed: false }))
    expect(series.last?.close).toBe(104)
  })

  test("isn't undone by a late version of the bar that was live", () => {
    series.turn(T0 + 2 * MINUTE)
    series.merge(bar(1, { close: 99, id: 6, closed: false }))
    expect(series.bars[1]).toMatchObject({ close: 100, closed: true })
    series.merge(bar(1, { close: 103, id: 8, closed: false }))
    expect(series.bars[1]).toMatchObject({ close: 103, closed: true })
  })

  test("by the clock is no proof that the server closed the bar", () => {
    series.turn(T0 + 2 * MINUTE)
    expect(series.lastProven?.openTime).toBe(T0)
    series.merge(bar(1, { id: 9 }))
    expect(series.lastProven?.openTime).toBe(T0 + MINUTE)
  })

  test("many at once were slept through: not made up", () => {
    expect(series.turn(T0 + 60 * MINUTE)).toBe(false)
    expect(minutes(series)).toEqual([0, 1])
  })
})

describe("a page of the newest bars", () => {
  test("is spliced over the end", () => {
    series.turn(T0 + 3 * MINUTE)
    expect(series.splice([bar(0, { close: 90 }), bar(1, { close: 91 }), bar(2), bar(3), bar(4)], [])).toBe(
      true,
    )
    expect(minutes(series)).toEqual([0, 1, 2, 3, 4])
    expect(series.bars[0]?.close).toBe(90)
    expect(series.takeChange()).toMatchObject({ isReset: false, from: 0 })
  })

  test("that doesn't reach what is held is refused: no line across the hole", () => {
    expect(series.splice(bars(10, 5), [])).toBe(false)
  })

  test("brings its holes along, each once", () => {
    const hole = [T0 + 2 * MINUTE, T0 + 3 * MINUTE] as const
    series.splice([bar(1), bar(3)], [hole])
    series.splice([bar(1), bar(3), bar(4)], [hole])
    expect(series.holes).toEqual([hole])
  })
})

describe("scrolling back", () => {
  test("puts older bars in front, without doubles", () => {
    series.prepend(bars(-3, 4), [], true)
    expect(minutes(series)).toEqual([-3, -2, -1, 0, 1])
    expect(series.takeChange()).toMatchObject({ isReset: false, prepended: 3 })
  })

  test("and a live bar in one frame are told apart", () => {
    series.merge(bar(1, { id: 9, closed: false }))
    series.prepend(bars(-3, 3), [], false)
    expect(series.takeChange()).toEqual({ isReset: false, prepended: 3, from: 4 })
    expect(series.hasOlder).toBe(false)
  })

  test("beyond the limit drops the newest, and live bars wait until one comes back", () => {
    for (let page = 1; page <= 6; page += 1) series.prepend(bars(-500 * page, 500), [], true)
    expect(series.bars).toHaveLength(BARS_MAX)
    expect(series.isDetached).toBe(true)
    expect(series.takeChange().isReset).toBe(true)
    expect(series.merge(bar(2, { id: 20 }))).toBe(true)
    expect(series.turn(T0 + 90 * MINUTE)).toBe(true)
    expect(series.hasChange).toBe(false)
    const last = (series.last?.openTime ?? 0) / MINUTE - T0 / MINUTE
    series.append(bars(last + 1, 2), [], true)
    expect(series.isDetached).toBe(false)
    expect(series.bars).toHaveLength(BARS_MAX)
    expect(minutes(series).at(-1)).toBe(last + 2)
  })
})

test("live bars never grow beyond the limit: old ones go in one step", () => {
  series.reset(bars(0, BARS_MAX), [], false)
  series.takeChange()
  for (let minute = 0; minute < 300; minute += 1) series.merge(bar(BARS_MAX + minute, { id: minute + 1 }))
  expect(series.bars.length).toBeLessThanOrEqual(BARS_MAX)
  expect(series.hasOlder).toBe(true)
  expect(series.takeChange().isReset).toBe(true)
  const all = minutes(series)
  expect(all.every((minute, index) => index === 0 || minute === (all[index - 1] ?? 0) + 1)).toBe(true)
})
