/** Is a transfer without an answer never called refused before that is proven, and never sent under a new key? */

import { expect, test } from "vitest"
import type { BillRow } from "#core/wire/asset-calls.ts"
import type { CallFailure } from "../../api/call.ts"
import { fateOf, lineOf, pauseBefore } from "./transfer-fate.ts"

test.each<[CallFailure["name"], string, string]>([
  ["NETWORK", "open", "open"],
  ["INTERNAL", "open", "open"],
  ["ENGINE_BUSY", "refused", "open"],
  ["RATE_LIMIT", "refused", "open"],
  ["SESSION", "refused", "open"],
  ["REQUEST_EXPIRED", "refused", "expired"],
  ["INSUFFICIENT_BALANCE", "refused", "refused"],
  ["TRANSFERS_STOPPED", "refused", "refused"],
])("%s is %s at first and %s when asked again", (name, first, again) => {
  expect(fateOf({ name, text: "" }, true)).toBe(first)
  expect(fateOf({ name, text: "" }, false)).toBe(again)
})

test("its line in the bill is found by its whole key", () => {
  const rows = ["", "order:7", "transfer:ab12", "ab123", "ab12"].map((reference, place) => ({
    id: String(place),
    reference,
  })) as BillRow[]
  expect(lineOf(rows, "ab12")?.id).toBe("2")
  expect(lineOf(rows.slice(4), "ab12")?.id).toBe("4")
  expect(lineOf(rows, "b12")).toBeUndefined()
})

test("it is asked for ever more seldom, and never stops", () => {
  expect([0, 1, 2, 3, 4, 99].map(pauseBefore)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
})
