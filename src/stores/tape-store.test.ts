/** The size that a tape begins with: kept by market, nonsense refused. */

import { expect, test } from "vitest"
import { chooseTapeSize, parseTapeSizes, tapeSizes } from "./tape-store.ts"

test.each([[null], ["{"], ["[]"], ['{"BTC_USDT":-1,"ETH_USDT":"many"}']])(
  "stored %j hides no trade",
  (text) => {
    expect(parseTapeSizes(text)).toEqual({})
  },
)

test("each market has its own size until all are shown again", () => {
  chooseTapeSize("BTC_USDT", "0.1")
  chooseTapeSize("ETH_USDT", "10")
  expect(parseTapeSizes(JSON.stringify(tapeSizes.least))).toEqual({ BTC_USDT: "0.1", ETH_USDT: "10" })
  chooseTapeSize("BTC_USDT", "")
  expect(tapeSizes.least).toEqual({ ETH_USDT: "10" })
})
