/** Has the second line a close for every bar on screen, without asking for anything twice? */

import { expect, test } from "vitest"
import type { Bar } from "./bars.model.ts"
import { CompareCloses } from "./compare-closes.model.ts"

const MINUTE = 60_000
const barAt = (minute: number): Bar => ({
  time: minute * MINUTE,
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volume: 1,
  closed: true,
  generated: false,
})
const bars = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => barAt(from + at))

/** A market with a bar a minute from `oldest` to `now`; closes are its minutes. */
function fakeMarket(oldest: number) {
  const calls: number[] = []
  const market = {
    now: 10_000,
    calls,
    fetch: async (limit: number, before?: number) => {
      calls.push(limit)
      const last = before === undefined ? market.now : Math.min(market.now, Math.ceil(before / MINUTE) - 1)
      const first = Math.max(oldest, last - limit + 1)
      const times = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
      return Float64Array.from(times.flatMap((time) => [time * MINUTE, 1, 1, 1, time, 1, 1]))
    },
  }
  return market
}
const covers = (source: CompareCloses, from: number, to: number) =>
  bars(from, to).every(({ time }) => source.closes.get(time) === time / MINUTE)

test("what is on screen is covered, page after page", async () => {
  const market = fakeMarket(0)
  const source = new CompareCloses(market.fetch)
  expect(await source.cover(bars(8000, 10_000))).toBe(true)
  expect(covers(source, 8000, 10_000)).toBe(true)
  const { length } = market.calls
  expect(await source.cover(bars(8000, 10_000))).toBe(false)
  expect(market.calls).toHaveLength(length)
})

test("older bars cost only what is missing, a new one a bar or two", async () => {
  const market = fakeMarket(0)
  const source = new CompareCloses(market.fetch)
  await source.cover(bars(9500, 10_000))
  await source.cover(bars(7600, 10_000))
  expect(covers(source, 7600, 10_000)).toBe(true)
  market.now = 10_001
  market.calls.length = 0
  await source.cover(bars(7601, 10_001))
  expect(market.calls).toEqual([2])
  expect(covers(source, 7601, 10_001)).toBe(true)
})

test("a younger market begins where it begins, and isn't asked for more", async () => {
  const market = fakeMarket(9900)
  const source = new CompareCloses(market.fetch)
  await source.cover(bars(9000, 10_000))
  market.calls.length = 0
  await source.cover(bars(8500, 10_000))
  expect(market.calls).toHaveLength(0)
  expect(source.closes.size).toBe(101)
})

test("far back and forth it holds what is on screen, and little more", async () => {
  const market = fakeMarket(-100_000)
  const source = new CompareCloses(market.fetch)
  for (let from = 7000; from >= -60_000; from -= 500) await source.cover(bars(from, from + 3000))
  expect(source.closes.size).toBeLessThanOrEqual(6500)
  expect(covers(source, -60_000, -57_000)).toBe(true)
  await source.cover(bars(-59_500, -56_500))
  expect(covers(source, -59_500, -56_500)).toBe(true)
})
