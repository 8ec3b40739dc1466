/** The scene of `second-settle` settles what it tells, and moves as many balances plainly. */

import { expect, test } from "vitest"
import { settleOnce } from "./settle-once.ts"

test.each([0, 1])("both ways are right, whichever comes first (%i)", (turn) => {
  expect(settleOnce({ accounts: 60 }, turn)).toEqual({
    settled: expect.any(Number),
    plain: expect.any(Number),
  })
})

test("a crowd that can't be halved is told as wrong", () => {
  expect(() => settleOnce({ accounts: 61 }, 0)).toThrow("31 won and 30 lost")
})
