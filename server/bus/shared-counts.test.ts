/** Limits hold over all gateways; one that can't ask counts for itself, and says so. */

import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type CountAsked, type Counted, OwnCounts } from "../calls/call-counts.ts"
import { SharedCounts } from "./shared-counts.ts"

const MAX = 5
const asked = (more: Partial<CountAsked> = {}): CountAsked => ({
  ...{ key: "POST /spot/place user 7", by: 1, windowMs: 1000, isAligned: false, max: MAX },
  ...more,
})

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "Date"] }))
afterEach(() => void vi.useRealTimers())

/** Two gateways of one exchange; `state` says whether it answers. */
function scene() {
  const exchange = new OwnCounts(Date.now)
  const state = { isCut: false, answers: true }
  const messages: number[] = []
  const gateway = () =>
    new SharedCounts({
      isCut: () => state.isCut,
      now: Date.now,
      ask: async (all) => {
        messages.push(all.length)
        return state.answers ? all.map((one) => exchange.add(one)) : undefined
      },
    })
  return { state, messages, one: gateway(), other: gateway() }
}

const times = <T>(count: number, run: () => T): T[] => Array.from({ length: count }, run)
const passed = (counted: readonly Counted[]) => counted.filter(({ count }) => count <= MAX).length

test("two gateways hold one limit, and what is asked in one turn crosses as one message", async () => {
  const { one, other, messages } = scene()
  const counted = await Promise.all([
    ...times(MAX, () => one.add(asked())),
    ...times(MAX, () => other.add(asked())),
  ])
  expect(passed(counted)).toBe(MAX)
  expect(counted.map(({ count }) => count).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(messages).toEqual([MAX, MAX])
  expect([one.isAlone(), other.countedAlone()]).toEqual([false, 0])
})

test("who is above a limit is counted on at the gateway alone, until the window is over", async () => {
  const { one, messages } = scene()
  await Promise.all(times(MAX, () => one.add(asked())))
  expect(messages).toEqual([MAX])
  const flood = await Promise.all(times(30, () => one.add(asked())))
  expect(flood.at(-1)?.count).toBe(MAX + 30)
  expect([passed(flood), messages.length]).toEqual([0, 1])
  // Another's count is asked for all the same.
  expect((await one.add(asked({ key: "POST /spot/place user 8" }))).count).toBe(1)
  vi.advanceTimersByTime(1001)
  expect((await one.add(asked())).count).toBe(1)
  expect(messages).toEqual([MAX, 1, 1])
})

test("without an answer it counts on from what it heard last, says so, and asks again after a pause", async () => {
  const { one, other, state, messages } = scene()
  const day = asked({ windowMs: 86_400_000, isAligned: true })
  await Promise.all([...times(2, () => other.add(day)), ...times(2, () => one.add(day))])
  state.answers = false
  const before = messages.length
  expect((await one.add(day)).count).toBe(5)
  expect([one.isAlone(), one.countedAlone()]).toEqual([true, 1])
  // Nobody waits for a second answer that doesn't come.
  expect((await one.add(day)).count).toBe(6)
  expect(messages.length).toBe(before + 1)
  state.answers = true
  vi.advanceTimersByTime(1001)
  expect(one.isAlone()).toBe(false)
  expect((await one.add(asked({ key: "another" }))).count).toBe(1)
  expect(messages.length).toBe(before + 2)
})

test("a gateway that is cut off counts for itself at once", async () => {
  const { one, state, messages } = scene()
  state.isCut = true
  const counted = await Promise.all(times(MAX + 1, () => one.add(asked())))
  expect([passed(counted), messages.length, one.isAlone()]).toEqual([MAX, 0, true])
})
