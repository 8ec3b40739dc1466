/** The kind of a market is known from its id. */

import { expect, test } from "vitest"
import { marketKindOf } from "./market-kind.ts"

test.each([
  ["BTC_USDT", "spot"],
  ["BTC_USDT_PERP", "perpetual"],
  ["BTC_USDT_SEC", "second"],
])("%s is of the kind %s", (id, kind) => {
  expect(marketKindOf(id)).toBe(kind)
})
