/** Lines that are asked for only near their bounds, against a scan of all of them: the same are reached at every price and moment. */

import fc from "fast-check"
import { expect, test } from "vitest"
import type { Price8 } from "../money/units.ts"
import { reachesLine } from "./alert-terms.ts"
import { type WaitingLine, WaitingLines } from "./waiting-lines.ts"

const point = fc.record({
  time: fc.integer({ min: 0, max: 6000 }),
  price: fc.integer({ min: 1, max: 40 }).map((price) => BigInt(price) as Price8),
})
const line = fc.record({
  what: fc.constant("add" as const),
  id: fc.integer({ min: 1, max: 9 }),
  side: fc.constantFrom("up" as const, "down" as const),
  since: fc.integer({ min: 0, max: 6000 }),
  from: point,
  span: fc.integer({ min: 1, max: 4000 }),
  last: fc.integer({ min: 1, max: 40 }).map((price) => BigInt(price) as Price8),
})
const step = fc.oneof(
  line,
  fc.record({ what: fc.constant("remove" as const), id: fc.integer({ min: 1, max: 9 }) }),
  fc.record({
    what: fc.constant("see" as const),
    value: fc.bigInt({ min: 0n, max: 42n }),
    // Back as well: what is done again at a start tells of earlier moments.
    time: fc.integer({ min: 0, max: 8000 }),
  }),
)

test("the same lines are reached as by asking each of them, at any time and in any order of times (J9)", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const lines = new WaitingLines()
      const plain = new Map<number, WaitingLine>()
      for (const one of steps) {
        if (one.what === "remove") {
          lines.remove(one.id)
          plain.delete(one.id)
        } else if (one.what === "add") {
          const { id, side, since, from, span, last } = one
          const waiting = { id, side, since, line: { from, to: { time: from.time + span, price: last } } }
          lines.add(waiting)
          plain.set(id, waiting)
        } else {
          const { value, time } = one
          const wanted = [...plain.values()]
            .filter(({ since, side, line }) => since < time && reachesLine(line, side, value, time))
            .map(({ id }) => id)
          expect(lines.reached(value, time)).toEqual(wanted)
        }
        expect(lines.size).toBe(plain.size)
      }
    }),
    { numRuns: 500 },
  )
})
