/** Counts and ids are parsed as written, and nothing else passes for them. */

import { describe, expect, test } from "vitest"
import { countWithin, instrumentId } from "./scalar.ts"

describe("scalars", () => {
  test.each([
    [1, 1],
    [10, 10],
    ["1", 1],
    ["010", 10],
    ["10", 10],
  ])("a count within 1 … 10 takes %j as %d", (value, count) => {
    expect(countWithin(1, 10).parse(value)).toBe(count)
  })

  test.each([
    0,
    11,
    1.5,
    -1,
    "0",
    "11",
    "-1",
    "1.5",
    "1e1",
    "0x5",
    "",
    " 5",
    "5 ",
    "٥",
    "9".repeat(16),
    null,
    true,
    [5],
    Number.NaN,
  ])("a count within 1 … 10 refuses %j", (value) => {
    expect(countWithin(1, 10).safeParse(value).success).toBe(false)
  })

  test.each(["BTC_USDT", "1000PEPE_USDT_PERP", "BTC_USDT_SEC"])("an instrument may be called %s", (id) => {
    expect(instrumentId.safeParse(id).success).toBe(true)
  })

  test.each([
    "BTC",
    "btc_usdt",
    "BTC_USDT_FUT",
    "BTC__USDT",
    "_USDT",
    "BTC_USDT\n",
    " BTC_USDT",
    `${"B".repeat(17)}_USDT`,
  ])("an instrument may not be called %j", (id) => {
    expect(instrumentId.safeParse(id).success).toBe(false)
  })
})
