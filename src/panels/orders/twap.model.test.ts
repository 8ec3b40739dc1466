/** Checks what the list of TWAPs says of each (S20). */

import { expect, test } from "vitest"
import type { TwapRow } from "#core/wire/twap-calls.ts"
import { endOf, twapPercent } from "./twap.model.ts"

test.each([
  ["0.00000", "0.50000", 0],
  ["0.16666", "0.50000", 33],
  ["0.49999", "0.50000", 99],
  ["0.50000", "0.50000", 100],
])("%s of %s is %d %%", (executed, quantity, percent) => {
  expect(twapPercent({ executed, quantity } as Pick<TwapRow, "executed" | "quantity">)).toBe(percent)
})

test("money that was missing is said, and so is a refusal that the page doesn't know", () => {
  expect(["INSUFFICIENT_BALANCE", "INSUFFICIENT_MARGIN", "FILLED", "NEVER_HEARD_OF"].map(endOf)).toEqual([
    ...["funds", "funds", "filled", "refused"],
  ])
})
