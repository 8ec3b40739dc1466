/** The markets looked at last, newest first, each once. */

import { expect, test } from "vitest"
import { noteMarket, RECENT_MAX, readRecent, recentMarkets } from "./recent-markets.ts"

test.each([
  ["BTC_USDT ETH_USDT_PERP", ["BTC_USDT", "ETH_USDT_PERP"]],
  ["BTC_USDT <b> BTC_USDT", ["BTC_USDT"]],
  ["", []],
  [null, []],
])("of %j is left %j", (text, ids) => {
  expect(readRecent(text)).toEqual(ids)
})

test("the newest comes first, the oldest beyond the limit is dropped", () => {
  const ids = Array.from({ length: RECENT_MAX + 2 }, (_, n) => `C${n}_USDT`)
  for (const id of [...ids, "C5_USDT"]) noteMarket(id)
  expect(recentMarkets.ids[0]).toBe("C5_USDT")
  expect(recentMarkets.ids).toHaveLength(RECENT_MAX)
  expect(recentMarkets.ids).not.toContain("C0_USDT")
})
