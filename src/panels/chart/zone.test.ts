/** Do days begin where the chosen zone has them, also when clocks change? */

import { describe, expect, test } from "vitest"
import { tickWeight, ZONES, zoneOffset } from "./zone.model.ts"

const HOUR = 3_600_000

describe("a zone's clocks", () => {
  test.each([
    ["UTC", "2026-11-21T12:00Z", 0],
    ["Asia/Tokyo", "2026-11-21T12:00Z", 9],
    ["Asia/Kolkata", "2026-11-21T12:00Z", 5.5],
    ["America/New_York", "2026-11-21T12:00Z", -5],
    ["Europe/Berlin", "2026-10-25T00:59Z", 2],
    ["Europe/Berlin", "2026-10-25T01:00Z", 1],
  ])("of %s at %s are %d h ahead of UTC", (zone, moment, hours) => {
    expect(zoneOffset(zone)(Date.parse(moment))).toBe(hours * HOUR)
  })

  test("every zone to choose from is known to the browser's calendar", () => {
    for (const zone of ZONES) expect(Number.isFinite(zoneOffset(zone)(0))).toBe(true)
  })
})

describe("a mark weighs", () => {
  const at = (text: string) => Date.parse(`${text}Z`)
  test.each([
    ["2027-01-01T00:00", "2026-12-31T23:45", 70],
    ["2026-11-01T00:00", "2026-10-31T23:45", 60],
    ["2026-11-21T00:00", "2026-11-20T23:45", 50],
    ["2026-11-21T12:00", "2026-11-21T11:45", 33],
    ["2026-11-21T13:00", "2026-11-21T12:45", 30],
    ["2026-11-21T13:30", "2026-11-21T13:15", 22],
    ["2026-11-21T13:15", "2026-11-21T13:00", 21],
    ["2026-11-21T13:01", "2026-11-21T13:00", 20],
    ["2026-11-21T13:00:01", "2026-11-21T13:00:00", 10],
  ])("%s after %s: %i", (now, before, weight) => {
    expect(tickWeight(at(now), at(before))).toBe(weight)
  })
})
