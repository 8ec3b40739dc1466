/** Checks that a queue gives what is due in order of time, then key, whatever was added and taken back (S14, S15). */

import fc from "fast-check"
import { expect, test } from "vitest"
import { type Due, DueQueue } from "./due-queue.ts"

test("what is left comes out by time, then by key", () => {
  const items = fc.array(fc.record({ due: fc.integer({ min: 0, max: 20 }), isTaken: fc.boolean() }), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(items, (given) => {
      const queue = new DueQueue<Due<number>>()
      const added = given.map(({ due, isTaken }, key) => ({ item: { due, key, place: 0 }, isTaken }))
      for (const { item } of added) queue.add(item)
      for (const { item, isTaken } of added) if (isTaken) queue.remove(item)
      const left = added.filter(({ isTaken }) => !isTaken).map(({ item }) => item)
      expect(queue.size).toBe(left.length)
      const order: number[] = []
      for (let first = queue.first; first; first = queue.first) {
        order.push(first.key)
        queue.remove(first)
      }
      expect(order).toEqual(left.sort((a, b) => a.due - b.due || a.key - b.key).map(({ key }) => key))
    }),
  )
})
