/** Exactly that is asked for which is missing. */

import { expect, test } from "vitest"
import { missingFields } from "./missing-fields.ts"

const EMPTY = { price: "", bestPrice: "", stop: "", distance: "", amount: "", closesPosition: false } as const

test.each([
  ["limit", {}, "priceAmount"],
  ["limit", { amount: "1" }, "price"],
  ["limit", { price: "1" }, "amount"],
  ["limit", { bestPrice: "bid", amount: "1" }, undefined],
  ["market", {}, "amount"],
  ["market", { amount: "1" }, undefined],
  ["stop-limit", {}, "stopPriceAmount"],
  ["stop-limit", { amount: "1" }, "stopPrice"],
  ["stop-limit", { price: "1" }, "stopAmount"],
  ["stop-limit", { stop: "1", amount: "1" }, "price"],
  ["stop-limit", { stop: "1" }, "priceAmount"],
  ["stop-market", { amount: "1" }, "stop"],
  ["stop-market", { closesPosition: true }, "stop"],
  ["trailing-stop", {}, "distanceAmount"],
  ["trailing-stop", { amount: "1" }, "distance"],
  ["trailing-stop", { distance: "1" }, "amount"],
  ["trailing-stop", { distance: "1", amount: "1" }, undefined],
] as const)("of a %s with %j is asked for %s", (type, typed, missing) => {
  const form = { ...EMPTY, ...typed, type } as unknown as Parameters<typeof missingFields>[1]
  expect(missingFields("perpetual", form)).toBe(missing)
})
