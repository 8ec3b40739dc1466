/** The index of armed alerts against a plain scan: the same alerts fire, each once (J3). */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Price8 } from "../money/units.ts"
import { AlertIndex } from "./alert-index.ts"
import { type AlertLine, linePriceAt, reachesLine, sideAtArming } from "./alert-terms.ts"

const price = (value: number) => BigInt(value) as Price8

describe("armed alerts", () => {
  test("fire exactly as a scan of all of them would, each once, whatever is added and removed meanwhile (J3)", () => {
    const step = fc.oneof(
      fc.record({
        what: fc.constant("add" as const),
        id: fc.integer({ min: 1, max: 12 }),
        level: fc.integer({ min: 0, max: 30 }),
        side: fc.constantFrom("up" as const, "down" as const),
        wait: fc.integer({ min: 0, max: 3 }),
      }),
      fc.record({ what: fc.constant("remove" as const), id: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ what: fc.constant("see" as const), value: fc.integer({ min: 0, max: 30 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const index = new AlertIndex()
        const plain = new Map<number, { level: bigint; side: "up" | "down"; since: number }>()
        for (const [time, one] of steps.entries()) {
          if (one.what === "add") {
            const { id, side, wait } = one
            const level = BigInt(one.level)
            index.add(id, { series: "s", at: { side, level } }, time + wait)
            plain.set(id, { level, side, since: time + wait })
          } else if (one.what === "remove") {
            index.remove(one.id)
            plain.delete(one.id)
          } else {
            const value = BigInt(one.value)
            const wanted = [...plain]
              .filter(([, { since }]) => since < time)
              .filter(([, { side, level }]) => (side === "up" ? value >= level : value <= level))
              .map(([id]) => id)
            expect([...index.see("s", value, time)].sort()).toEqual(wanted.sort())
            for (const id of wanted) plain.delete(id)
          }
          expect(index.size).toBe(plain.size)
          expect(index.has("s")).toBe(plain.size > 0)
        }
      }),
      { numRuns: 500 },
    )
  })

  test("of events fire at the next one behind their arming, and not again", () => {
    const index = new AlertIndex()
    index.add(1, { series: "fill u1 " }, 100)
    expect(index.happen("fill u1 ", 100)).toEqual([])
    expect(index.happen("fill u2 ", 101)).toEqual([])
    expect(index.happen("fill u1 ", 101)).toEqual([1])
    expect(index.happen("fill u1 ", 102)).toEqual([])
  })
})

describe("a line", () => {
  const line: AlertLine = { from: { time: 0, price: price(100) }, to: { time: 3, price: price(200) } }

  test("is reached exactly, goes on to the right, and is nowhere before its first point (J4)", () => {
    // At 1 ms it is at 133.33…: 133 is below it, 134 above.
    expect(reachesLine(line, "up", 133n, 1)).toBe(false)
    expect(reachesLine(line, "up", 134n, 1)).toBe(true)
    expect(reachesLine(line, "down", 133n, 1)).toBe(true)
    expect(reachesLine(line, "down", 134n, 1)).toBe(false)
    expect(reachesLine(line, "up", 300n, 6)).toBe(true)
    expect(reachesLine(line, "up", 299n, 6)).toBe(false)
    expect(reachesLine(line, "up", 1000n, -1)).toBe(false)
    expect(linePriceAt(line, 1)).toBe(133n)
  })

  test("fires once in the index, when the price meets it where it then is (J4)", () => {
    const index = new AlertIndex()
    index.add(7, { series: "last X", at: { side: "up", level: line } }, 0)
    expect(index.see("last X", 133n, 1)).toEqual([])
    expect(index.see("last X", 200n, 3)).toEqual([7])
    expect(index.see("last X", 900n, 4)).toEqual([])
  })
})

test.each([
  ["cross", 5n, 9n, "up"],
  ["cross", 9n, 5n, "down"],
  ["cross", 5n, 5n, undefined],
  ["above", 5n, 9n, "up"],
  ["above", 9n, 5n, undefined],
  ["above", 5n, 5n, undefined],
  ["below", 9n, 5n, "down"],
  ["below", 5n, 9n, undefined],
] as const)("%s at value %s and level %s waits on side %s (J2)", (direction, value, level, side) => {
  const isReached = (one: "up" | "down") => (one === "up" ? value >= level : value <= level)
  expect(sideAtArming(direction, isReached)).toBe(side)
})
