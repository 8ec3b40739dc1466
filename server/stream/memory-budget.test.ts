/** W2: what waits for all sockets together has a budget, and the one furthest behind is closed for it. */

import { expect, test } from "vitest"
import { type Debtor, keepWithinBudget } from "./memory-budget.ts"

function socketsOf(...waiting: number[]) {
  const closed: number[] = []
  const sockets: Debtor[] = waiting.map((waitingBytes) => ({
    waitingBytes,
    isClosing: false,
    giveUp: () => void closed.push(waitingBytes),
  }))
  return { sockets, closed }
}

test.each([
  [[10, 20, 30], 60, []],
  [[10, 30, 20], 59, [30]],
  [[10, 30, 20], 30, [30]],
  [[10, 30, 20], 29, [30, 20]],
  [[0, 0, 500], 100, [500]],
  [[], 0, []],
])("of %j with a budget of %i those furthest behind are closed: %j", (waiting, budget, expected) => {
  const { sockets, closed } = socketsOf(...waiting)
  keepWithinBudget(sockets, budget)
  expect(closed).toEqual(expected)
})

test("one that is being closed already counts no longer", () => {
  const { sockets, closed } = socketsOf(10, 20)
  keepWithinBudget([...sockets, { waitingBytes: 500, isClosing: true, giveUp: () => closed.push(500) }], 30)
  expect(closed).toEqual([])
})
