/** Tests of what is typed about an API key. */

import { expect, test } from "vitest"
import { KEY_SCOPES } from "#core/wire/api-key.ts"
import { addressesOf, expiryOf, switched, wrongAddress } from "./key-wish.ts"

test("addresses are separated by blanks, lines or commas", () => {
  expect(addressesOf(" 203.0.113.7,2001:db8::/48\n10.0.0.0/8; ")).toEqual([
    ...["203.0.113.7", "2001:db8::/48", "10.0.0.0/8"],
  ])
  expect(addressesOf("  ")).toEqual([])
})

test.each([
  ["203.0.113.7 home", "home"],
  ["203.0.113", "203.0.113"],
  ["::1 2001:db8::/48", undefined],
  ["", undefined],
])("of %j the first wrong one is %j", (text, wrong) => {
  expect(wrongAddress(text)).toBe(wrong)
})

test("an expiry counts from the server's now", () => {
  expect(expiryOf("30", 1000)).toBe(1000 + 30 * 86_400_000)
  expect(expiryOf("0", 1000)).toBe(0)
})

test("scopes keep their order however they are ticked", () => {
  expect(switched(["contract"], "read", true, KEY_SCOPES)).toEqual(["read", "contract"])
  expect(switched(["read", "contract"], "read", false, KEY_SCOPES)).toEqual(["contract"])
})
