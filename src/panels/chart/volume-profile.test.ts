/** A volume profile holds all volume, has its most where most was traded, and a value area of the share that is asked for. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Bar } from "./bars.model.ts"
import { volumeProfile } from "./volume-profile.model.ts"

const bar = (low: number, high: number, volume: number, isUp = true): Bar => ({
  ...{ time: 0, open: isUp ? low : high, close: isUp ? high : low, low, high, volume },
  ...{ closed: true, generated: false },
})

describe("a volume profile", () => {
  test("spreads each bar over its range, by its direction", () => {
    const profile = volumeProfile([bar(0, 10, 100), bar(5, 10, 50, false)], 10, 70)
    expect(profile?.rows.map(({ up }) => up)).toEqual(Array(10).fill(10))
    expect(profile?.rows.map(({ down }) => down)).toEqual([0, 0, 0, 0, 0, 10, 10, 10, 10, 10])
    expect(profile).toMatchObject({ step: 1, most: 20, control: 5.5 })
  })
  test("grows its value area from the fullest row by the fuller neighbour", () => {
    // Rows 10, 40, 30, 20: 70 of 100 are in the second and third.
    const bars = [bar(0, 1, 10), bar(1, 2, 40), bar(2, 3, 30), bar(3, 4, 20)]
    expect(volumeProfile(bars, 4, 70)).toMatchObject({ control: 1.5, valueLow: 1, valueHigh: 3 })
    expect(volumeProfile(bars, 4, 100)).toMatchObject({ valueLow: 0, valueHigh: 4 })
  })
  test("is one row where all was traded at one price, and none where nothing was", () => {
    expect(volumeProfile([bar(7, 7, 3)], 40, 70)).toMatchObject({
      most: 3,
      control: 7,
      valueHigh: 7,
      valueLow: 7,
    })
    expect(volumeProfile([bar(1, 2, 0)], 40, 70)).toBeUndefined()
    expect(volumeProfile([], 40, 70)).toBeUndefined()
  })
  test("loses nothing, and its value area holds the share", () => {
    const bars = fc.array(
      fc
        .tuple(
          fc.integer({ min: 1, max: 900 }),
          fc.integer({ min: 0, max: 99 }),
          fc.integer({ min: 0, max: 999 }),
        )
        .map(([low, range, volume]) => bar(low, low + range, volume, range % 2 === 0)),
      { minLength: 1, maxLength: 60 },
    )
    fc.assert(
      fc.property(
        bars,
        fc.integer({ min: 8, max: 120 }),
        fc.integer({ min: 10, max: 100 }),
        (all, rows, share) => {
          const total = all.reduce((sum, { volume }) => sum + volume, 0)
          const profile = volumeProfile(all, rows, share)
          if (total === 0) {
            expect(profile).toBeUndefined()
            return
          }
          const sums = (profile?.rows ?? []).map(({ up, down }) => up + down)
          expect(sums.reduce((sum, volume) => sum + volume, 0)).toBeCloseTo(total, 6)
          expect(Math.max(...sums)).toBe(profile?.most)
          const held = (profile?.rows ?? []).reduce(
            (sum, { up, down, isInValueArea }) => sum + (isInValueArea ? up + down : 0),
            0,
          )
          expect(held).toBeGreaterThanOrEqual((total * share) / 100 - 1e-6 * total)
        },
      ),
      { numRuns: 60, examples: [[[bar(1, 1, 0)], 8, 10]] },
    )
  })
})
