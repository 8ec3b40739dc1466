/** The text that a tick's hash is made of, to the last sign (O6). */

import { expect, test } from "vitest"
import { chainText, FIRST_HASH, HOUR_MS, hourOf, type SourceText, sourcesText } from "./tick-line.ts"

const SOURCES: readonly SourceText[] = [
  { source: "one", price: "67284.10", weight: "1" },
  { source: "two", price: "67285.00", weight: "2" },
]

test("names the hash before, the index, and the tick with its sources by name", () => {
  const tick = { seq: 7, time: 1_785_000_000_120, price: "67284.70", sources: SOURCES }
  expect(sourcesText(SOURCES)).toBe("one:67284.10:1,two:67285.00:2")
  expect(chainText(FIRST_HASH, "BTC_USDT", tick)).toBe(
    `${"0".repeat(64)}|BTC_USDT|7|1785000000120|67284.70|one:67284.10:1,two:67285.00:2`,
  )
})

test("an hour begins at its whole hour of UTC", () => {
  expect(hourOf(1_785_002_399_999)).toBe(1_784_998_800_000)
  expect(hourOf(1_784_998_800_000 + HOUR_MS)).toBe(1_785_002_400_000)
})
