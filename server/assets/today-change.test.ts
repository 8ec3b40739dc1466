/** Today's change is exact, and tells money that was brought from money that was gained (L8). */

import { expect, test } from "vitest"
import { todayChange } from "./today-change.ts"

test.each([
  [150n, 100n, 0n, 50n, 5_000n],
  [50n, 100n, 0n, -50n, -5_000n],
  [350n, 100n, 200n, 50n, 1_667n],
  [50n, 100n, -60n, 10n, 1_000n],
  [5n, 0n, 0n, 5n, undefined],
  [100n, 0n, 100n, 0n, 0n],
])("of %s after %s with %s put in is %s", (now, close, netIn, amount, percent) => {
  expect(todayChange(now, close, netIn)).toEqual({ amount, percent })
})
