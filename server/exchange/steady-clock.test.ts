/** A wall clock that jumps takes the exchange's time nowhere (T6). */

import { expect, test } from "vitest"
import { systemClock } from "./exchange.ts"
import { AGREE_MS, SteadyClock } from "./steady-clock.ts"

const NOON = 1_800_000_000_000
const HOUR = 3_600_000

/** All clocks by hand. */
function setUp(least = 0) {
  const hands = { wall: NOON, elapsed: 500, sinceBoot: 9_000_000 }
  const steady = new SteadyClock({
    clock: { ...systemClock, now: () => hands.wall, elapsed: () => hands.elapsed },
    least,
    sinceBoot: () => hands.sinceBoot,
  })
  const pass = (ms: number) => {
    for (const hand of ["wall", "elapsed", "sinceBoot"] as const) hands[hand] += ms
  }
  return { hands, steady, pass }
}

test("it follows the wall clock, and small corrections of it, never backwards", () => {
  const { hands, steady, pass } = setUp()
  pass(1_000)
  expect(steady.now()).toBe(NOON + 1_000)
  hands.wall += AGREE_MS
  expect(steady.now()).toBe(NOON + 1_000 + AGREE_MS)
  hands.wall -= 500
  expect(steady.now()).toBe(NOON + 1_000 + AGREE_MS)
  expect(steady.apart()).toBe(0)
})

test.each([HOUR, -HOUR])(
  "a jump by %i ms is not followed, told as apart, and over when it is corrected",
  (jump) => {
    const { hands, steady, pass } = setUp()
    pass(10_000)
    steady.now()
    hands.wall += jump
    pass(10_000)
    expect(steady.now()).toBe(NOON + 20_000)
    expect(steady.apart()).toBe(-jump)
    pass(60_000)
    expect(steady.now()).toBe(NOON + 80_000)
    hands.wall -= jump
    pass(1_000)
    expect([steady.now(), steady.apart()]).toEqual([NOON + 81_000, 0])
  },
)

test("a machine that slept has not jumped", () => {
  const { hands, steady, pass } = setUp()
  pass(10_000)
  steady.now()
  hands.wall += 8 * HOUR
  hands.sinceBoot += 8 * HOUR
  expect([steady.now(), steady.apart()]).toEqual([NOON + 10_000 + 8 * HOUR, 0])
})

test("a start behind what was kept goes on from there in real time, and says so", () => {
  const { hands, steady, pass } = setUp(NOON + HOUR)
  expect(steady.now()).toBe(NOON + HOUR)
  pass(10_000)
  expect(steady.now()).toBe(NOON + HOUR + 10_000)
  expect(steady.apart()).toBe(HOUR)
  hands.wall += HOUR
  expect(steady.apart()).toBe(0)
})
