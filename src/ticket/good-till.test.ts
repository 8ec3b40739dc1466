/** Checks until when an order is good: spans from the exchange's time, dates by the page's clocks. */

import { afterEach, expect, test } from "vitest"
import { setZone } from "../text/zone.ts"
import { expiryOf, fieldTime, isTimed } from "./good-till.ts"

afterEach(() => setZone(undefined))

const NOW = Date.parse("2026-11-24T09:30:12.345Z")
const timed = { type: "limit", validity: "gtt" } as const

test("a span counts from the exchange's time, in whole seconds", () => {
  expect(expiryOf({ ...timed, goodFor: "1h" }, NOW)).toBe(Date.parse("2026-11-24T10:30:12Z"))
  expect(expiryOf({ ...timed, goodFor: "30d" }, NOW)).toBe(Date.parse("2026-12-24T09:30:12Z"))
})

test("a date is one of the page's zone, on either side of a change of its clocks", () => {
  setZone("Europe/Berlin")
  expect(expiryOf({ ...timed, goodFor: "date", goodTill: "2026-11-25T10:00" }, NOW)).toBe(
    Date.parse("2026-11-25T09:00:00Z"),
  )
  expect(expiryOf({ ...timed, goodFor: "date", goodTill: "2027-06-25T10:00" }, NOW)).toBe(
    Date.parse("2027-06-25T08:00:00Z"),
  )
  // Clocks go from 02:00 to 03:00: just before and just after.
  expect(expiryOf({ ...timed, goodFor: "date", goodTill: "2027-03-28T01:30" }, NOW)).toBe(
    Date.parse("2027-03-28T00:30:00Z"),
  )
  expect(expiryOf({ ...timed, goodFor: "date", goodTill: "2027-03-28T03:30" }, NOW)).toBe(
    Date.parse("2027-03-28T01:30:00Z"),
  )
  expect(fieldTime(Date.parse("2026-11-25T09:00:00Z"))).toBe("2026-11-25T10:00")
})

test("a date that is none is not a number, which the rule refuses", () => {
  expect(expiryOf({ ...timed, goodFor: "date", goodTill: "" }, NOW)).toBeNaN()
})

test("what trades by market, and what is good till cancelled, has no expiry", () => {
  expect(expiryOf({ type: "market", validity: "gtt", goodFor: "1h" }, NOW)).toBeUndefined()
  expect(expiryOf({ type: "limit", validity: "gtc", goodFor: "1h" }, NOW)).toBeUndefined()
  expect(isTimed({ type: "stop-limit", validity: "gtt" })).toBe(true)
})
