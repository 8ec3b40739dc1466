/** Do the books agree on the stream that they are timed with, and is it found out when they don't? */

import { expect, test } from "vitest"
import { matchOnce } from "./match-once.ts"
import { orderFlow } from "./order-flow.ts"

const FLOW = { seed: 3, standing: 200, steps: 2000 }

test("a seed gives the same orders again, limits, takers and cancels among them", () => {
  const { timed } = orderFlow(FLOW)
  expect(orderFlow(FLOW).timed).toEqual(timed)
  expect(timed.filter((step) => step.kind === "cancel").length).toBeGreaterThan(200)
  expect(timed.filter((step) => step.kind === "place" && step.price === 0).length).toBeGreaterThan(50)
})

test("engine with money, without and with margin, bare book and nodejs-order-book make the same trades", () => {
  const told = matchOnce(FLOW, { turn: 0, fault: null })
  expect(Object.keys(told).sort()).toEqual([
    "engine",
    "fast book",
    "ledger",
    "nodejs-order-book",
    "perpetual",
  ])
})

test("two trades in each other's place are found", () => {
  expect(() => matchOnce(FLOW, { turn: 1, fault: "swap-trade" })).toThrow("ledger differs in trade 0")
})
