/** Kept settings of the ladder are read as far as they are settings. */

import { expect, test } from "vitest"
import { LADDER_SIZES_MAX, parseLadderSettings } from "./ladder-store.ts"

test.each([
  [null, { face: "book", isCentring: true, sizes: {} }],
  ["{", { face: "book", isCentring: true, sizes: {} }],
  [
    JSON.stringify({ face: "ladder", isCentring: false, sizes: { BTC_USDT: "0.05" } }),
    { face: "ladder", isCentring: false, sizes: { BTC_USDT: "0.05" } },
  ],
  [
    JSON.stringify({ face: "wall", isCentring: "no", sizes: { A: 5, B: "0.00", C: "-1", D: "1e5", E: "2" } }),
    { face: "book", isCentring: true, sizes: { E: "2" } },
  ],
])("%s", (text, settings) => {
  expect(parseLadderSettings(text)).toEqual(settings)
})

test("the sizes of the newest markets are kept", () => {
  const sizes = Object.fromEntries(Array.from({ length: LADDER_SIZES_MAX + 5 }, (_, at) => [`M${at}`, "1"]))
  const kept = Object.keys(parseLadderSettings(JSON.stringify({ sizes })).sizes)
  expect(kept).toHaveLength(LADDER_SIZES_MAX)
  expect(kept.at(-1)).toBe(`M${LADDER_SIZES_MAX + 4}`)
})
