/** The house knows its own orders, best first, after any sequence of changes. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { OwnBook, type OwnOrder } from "./own-book.ts"

const side = fc.constantFrom("buy" as const, "sell" as const)
const step = fc.tuple(side, fc.integer({ min: 1, max: 12 }), fc.boolean(), fc.nat(30))

test("orders stand best first, equal prices in the order of their coming", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const book = new OwnBook()
      const truth: OwnOrder[] = []
      for (const [at, price, isPlacement, which] of steps) {
        const victim = truth[which % Math.max(1, truth.length)]
        if (isPlacement || !victim) {
          const order: OwnOrder = {
            id: truth.length,
            side: at,
            price,
            open: 1,
            executed: 0,
            isLeaving: false,
          }
          book.insert(order)
          truth.push(order)
        } else {
          expect(book.remove(victim)).toBe(true)
          expect(book.remove(victim)).toBe(false)
          truth.splice(truth.indexOf(victim), 1)
        }
      }
      for (const [name, sign] of [["buy", -1] as const, ["sell", 1] as const]) {
        const expected = truth
          .filter((order) => order.side === name)
          .sort((one, other) => sign * (one.price - other.price))
        expect(book.side(name)).toEqual(expected)
        expect(book.best(name)).toBe(expected[0]?.price)
      }
    }),
  )
})
