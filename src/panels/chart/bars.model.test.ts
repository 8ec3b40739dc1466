/** Do frames of the worker become the right bars, and does the canvas learn what to draw? */

import { describe, expect, test } from "vitest"
import { Bars, barIndex, readBars } from "./bars.model.ts"
import { countdown } from "./countdown.model.ts"
import { HOLE_PLACES_MAX, holePlaces } from "./hole.model.ts"

const packed = (...bars: [time: number, close: number, flags?: number][]) =>
  Float64Array.from(
    bars.flatMap(([time, close, flags = 1]) => [time, close, close + 1, close - 1, close, 5, flags]),
  )
const frame = (kind: "reset" | "prepend" | "update", bars: Float64Array) => ({
  kind,
  bars,
  more: true,
  holes: [],
})

describe("bars", () => {
  test("are read seven numbers at a time, flags apart", () => {
    expect(readBars(packed([60, 10, 3]))).toEqual([
      { time: 60, open: 10, high: 11, low: 9, close: 10, volume: 5, closed: true, generated: true },
    ])
  })

  test("of a reset replace all", () => {
    const bars = new Bars()
    bars.apply(frame("reset", packed([1, 1], [2, 2])))
    expect(bars.apply(frame("reset", packed([5, 5])))).toEqual({ kind: "all" })
    expect(bars.list.map((bar) => bar.time)).toEqual([5])
  })

  test("older ones go in front, without doubles", () => {
    const bars = new Bars()
    bars.apply(frame("reset", packed([3, 3], [4, 4])))
    bars.apply(frame("prepend", packed([1, 1], [2, 2], [3, 9])))
    expect(bars.list.map((bar) => [bar.time, bar.close])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
    ])
  })

  test("an update of the live bar and a new one tell from where to draw", () => {
    const bars = new Bars()
    bars.apply(frame("reset", packed([1, 1], [2, 2])))
    expect(bars.apply(frame("update", packed([2, 3], [3, 4])))).toEqual({ kind: "tail", from: 1 })
    expect(bars.list.map((bar) => bar.close)).toEqual([1, 3, 4])
  })

  test("a bar between known ones draws all anew", () => {
    const bars = new Bars()
    bars.apply(frame("reset", packed([1, 1], [3, 3])))
    expect(bars.apply(frame("update", packed([2, 2])))).toEqual({ kind: "all" })
    expect(bars.list.map((bar) => bar.time)).toEqual([1, 2, 3])
  })

  test("are found by time", () => {
    const list = readBars(packed([10, 1], [20, 1], [30, 1]))
    expect([barIndex(list, 10), barIndex(list, 30), barIndex(list, 15), barIndex([], 1)]).toEqual([
      0, 2, -1, -1,
    ])
  })
})

describe("a hole", () => {
  test("keeps one empty place for each missing bar", () => {
    expect(holePlaces([60_000, 240_000], "1m")).toEqual([60_000, 120_000, 180_000])
  })
  test("starts after a bar that is there in part", () => {
    expect(holePlaces([90_000, 240_000], "1m")).toEqual([120_000, 180_000])
  })
  test("is cut when it would push the market off the screen", () => {
    expect(holePlaces([0, 86_400_000], "1s")).toHaveLength(HOLE_PLACES_MAX)
  })
})

describe("the countdown", () => {
  test.each([
    [58_000, "1m", "00:02"],
    [60_000, "1m", "01:00"],
    [0, "4h", "04:00:00"],
    [Date.UTC(2026, 10, 21, 1), "1M", "9d 23:00:00"],
  ] as const)("at %i of %s shows %s", (now, interval, text) => {
    expect(countdown(now, interval)).toBe(text)
  })
})
