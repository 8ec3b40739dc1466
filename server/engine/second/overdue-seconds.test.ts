/** A contract that is open although its end was decided is seen (C6). */

import { expect, test } from "vitest"
import { INDEX, SecondExchange } from "#tests/support/second-exchange.ts"
import type { EngineState } from "../state.ts"
import { overdueSeconds } from "./overdue-seconds.ts"

/** Two contracts of ann's: the second runs a second longer. */
function scene(): EngineState {
  const exchange = new SecondExchange()
  exchange.quote(100)
  exchange.open("ann", "bullish", 10)
  exchange.time += 1_000
  exchange.open("ann", "bearish", 20)
  return exchange.engine.state
}

test("nothing is overdue while contracts run", () => {
  expect(overdueSeconds(scene())).toEqual([])
})

test.each<[string, number[], (state: EngineState) => void]>([
  [
    "a tick at its expiry",
    [1],
    ({ indexes }) => {
      const index = indexes.get(INDEX)
      if (index) index.lastTime = 1_030_000
    },
  ],
  [
    "the silence of both",
    [1, 2],
    ({ log }) => {
      log.now = 1_031_001
    },
  ],
  ["an index that is gone", [1, 2], ({ indexes }) => void indexes.clear()],
])("behind %s", (_name, ids, break_) => {
  const state = scene()
  break_(state)
  expect(overdueSeconds(state)).toEqual(ids)
})
