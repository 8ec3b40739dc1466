/** Counts of calls begin anew with each window, which begins with the first call or with the clock. */

import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { OwnCounts } from "./call-counts.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "Date"], now: 1_700_000_000_300 }))
afterEach(() => void vi.useRealTimers())

const of = (key: string, by: number, isAligned: boolean) => ({
  ...{ key, by, windowMs: 1000, isAligned, max: 9 },
})

test("windows of the clock end with it, however late they were first counted in", () => {
  const counts = new OwnCounts(Date.now)
  expect(counts.add(of("a", 2, true))).toEqual({ count: 2, leftMs: 700 })
  vi.advanceTimersByTime(699)
  expect(counts.add(of("a", 3, true))).toEqual({ count: 5, leftMs: 1 })
  expect(counts.add(of("b", 1, true)).count).toBe(1)
  vi.advanceTimersByTime(1)
  expect(counts.add(of("a", 4, true))).toEqual({ count: 4, leftMs: 1000 })
})

test("other windows are as long from the first call on", () => {
  const counts = new OwnCounts(Date.now)
  expect(counts.add(of("a", 1, false))).toEqual({ count: 1, leftMs: 1000 })
  vi.advanceTimersByTime(999)
  expect(counts.add(of("a", 1, false))).toEqual({ count: 2, leftMs: 1 })
  vi.advanceTimersByTime(1)
  expect(counts.add(of("a", 1, false))).toEqual({ count: 1, leftMs: 1000 })
})

test("asking how it stands counts nothing", () => {
  const counts = new OwnCounts(Date.now)
  expect(counts.add(of("a", 0, true)).count).toBe(0)
  counts.add(of("a", 9, true))
  expect([counts.add(of("a", 0, true)).count, counts.isFull(of("a", 1, true))]).toEqual([9, true])
})
