/** Do the bars follow the round trip? */

import { expect, test } from "vitest"
import { barsOf } from "./status-light.model.ts"

test.each([
  ["open", 38, 3],
  ["open", 149.9, 3],
  ["open", 150, 2],
  ["open", 399, 2],
  ["open", 400, 1],
  ["open", null, 0],
  ["connecting", 38, 0],
  ["offline", 38, 0],
] as const)("%s with %s ms has %i bars", (state, roundTrip, bars) => {
  expect(barsOf(state, roundTrip)).toBe(bars)
})
