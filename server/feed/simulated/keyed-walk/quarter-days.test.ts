/** Days in quarters of an hour: the same as folded from minutes, built once, and no more of them than may be. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { foldMinutes, type MinuteDay } from "./minute-day.ts"
import { QUARTER, QuarterDays } from "./quarter-days.ts"
import { DAY_MINUTES } from "./wild-minutes.ts"

function dayOf(day: number): MinuteDay {
  const of = (figure: (minute: number) => number, length = DAY_MINUTES) =>
    Float64Array.from({ length }, (_, minute) => figure(minute))
  const value = (minute: number) => Math.sin(minute * 0.7 + day) * 3
  return {
    day,
    values: of(value, DAY_MINUTES + 1),
    highs: of((minute) => Math.max(value(minute), value(minute + 1)) + ((minute * 7) % 5)),
    lows: of((minute) => Math.min(value(minute), value(minute + 1)) - ((minute * 11) % 6)),
    volumes: of((minute) => 1 + ((minute * 13 + day) % 17)),
    // Exact in binary: sums don't depend on their order.
    variances: of((minute) => ((minute % 9) + 1) / 1024),
  }
}

test("any whole quarters are what their minutes are folded to", () => {
  const days = new QuarterDays()
  const quarter = fc.integer({ min: 0, max: DAY_MINUTES / QUARTER })
  fc.assert(
    fc.property(quarter, quarter, fc.integer({ min: 19_000, max: 19_003 }), (one, other, day) => {
      fc.pre(one !== other)
      const [from, to] = [Math.min(one, other) * QUARTER, Math.max(one, other) * QUARTER]
      const minutes = dayOf(day)
      expect(days.folded(1, day, [from, to], () => minutes)).toEqual(foldMinutes(minutes, from, to))
    }),
  )
})

test("a day is built once for each market, until others have taken its place", () => {
  const days = new QuarterDays(2)
  const built: string[] = []
  const ask = (market: number, day: number) =>
    days.folded(market, day, [0, QUARTER], () => {
      built.push(`${market} ${day}`)
      return dayOf(day)
    })
  for (const [market, day] of [
    [1, 5],
    [1, 5],
    [2, 5],
    [1, 5],
    [1, 6],
    [1, 5],
    [2, 5],
  ] as const)
    ask(market, day)
  // The one that was used last stays: 1 5 outlived 2 5.
  expect(built).toEqual(["1 5", "2 5", "1 6", "2 5"])
})
