/** Settlement of a delisted perpetual (N5). */

import { expect, test } from "vitest"
import { delistingPrice, isClosingOnly } from "./delisting-price.ts"

test("is the mean of the index values, to the nearest tick (N5)", () => {
  expect(delistingPrice({ sum: 307n, count: 3 }, 1n)).toBe(102n)
  expect(delistingPrice({ sum: 307n, count: 3 }, 5n)).toBe(100n)
  expect(delistingPrice({ sum: 205n, count: 2 }, 5n)).toBe(105n)
  expect(delistingPrice({ sum: 1n, count: 1 }, 5n)).toBe(5n)
  expect(delistingPrice({ sum: 0n, count: 0 }, 1n)).toBeUndefined()
})

test("only closing is left of a contract from half an hour before its end (N5)", () => {
  const contract = { kind: "perpetual", delistAt: 10_000_000 } as const
  expect(isClosingOnly(contract, 8_199_999)).toBe(false)
  expect(isClosingOnly(contract, 8_200_000)).toBe(true)
  expect(isClosingOnly({ ...contract, kind: "spot" }, 9_999_999)).toBe(false)
  expect(isClosingOnly({ kind: "perpetual" }, 9_999_999)).toBe(false)
})
