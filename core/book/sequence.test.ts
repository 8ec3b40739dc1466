/** A lost, late or doubled delta is noticed at once. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { judgeDelta } from "./sequence.ts"

describe("a delta (W2)", () => {
  test.each([
    [7, { prev: 7, seq: 8 }, "next"],
    [7, { prev: 7, seq: 20 }, "next"],
    [0, { prev: 0, seq: 1 }, "next"],
    [7, { prev: 6, seq: 7 }, "stale"],
    [7, { prev: 1, seq: 3 }, "stale"],
    [7, { prev: 7, seq: 7 }, "stale"],
    [7, { prev: 7, seq: 5 }, "stale"],
    [7, { prev: 8, seq: 9 }, "gap"],
    [7, { prev: 6, seq: 9 }, "gap"],
    [7, { prev: 7, seq: Number.NaN }, "gap"],
    [7, { prev: Number.NaN, seq: 8 }, "gap"],
  ] as const)("on %d with %o is %s", (own, delta, verdict) => {
    expect(judgeDelta(own, delta)).toBe(verdict)
  })

  test("applies each of a joined stream once, whatever is repeated, and notices whatever is lost at the next", () => {
    const fate = fc.constantFrom("sent", "doubled", "lost")
    fc.assert(
      fc.property(fc.array(fate, { maxLength: 60 }), (fates) => {
        let own = 0
        let isWhole = true
        for (const [place, each] of fates.entries()) {
          const delta = { prev: place, seq: place + 1 }
          if (each === "lost") {
            isWhole = false
            continue
          }
          const verdict = judgeDelta(own, delta)
          expect(verdict).toBe(isWhole ? "next" : "gap")
          // a gap is healed by a snapshot that stands at this delta
          own = delta.seq
          isWhole = true
          if (each === "doubled") expect(judgeDelta(own, delta)).toBe("stale")
        }
      }),
    )
  })
})
