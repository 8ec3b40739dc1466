/** Tests of the groupings that a book offers at its price. */

import { expect, test } from "vitest"
import { groupChoices, usualGroup } from "./group-choices.ts"

test.each([
  ["0.1", 67_284, ["0.1", "1", "10", "100"], 10],
  ["0.01", 3318, ["0.01", "0.1", "1", "10"], 10],
  ["0.00000001", 0.0000087, ["0.00000001"], 1],
  ["0.001", 0, ["0.001", "0.01", "0.1", "1", "10"], 1],
])("a tick of %s at %d is grouped by %j, at first by %i ticks", (tick, price, sizes, first) => {
  const choices = groupChoices(tick, price)
  expect(choices.map(({ size }) => size)).toEqual(sizes)
  expect(usualGroup(choices, price)).toBe(first)
})
