/** Is every zone as far ahead of UTC as its clocks are at that moment? */

import { afterEach, expect, test } from "vitest"
import { CHOICES } from "../stores/choices-store.ts"
import { offsetText } from "./moments.ts"
import { setZone, zoneOffset } from "./zone.ts"

const HOUR = 3_600_000

afterEach(() => setZone(undefined))

test.each([
  ["UTC", "2026-11-21T12:00Z", 0, "UTC"],
  ["Asia/Tokyo", "2026-11-21T12:00Z", 9, "UTC+9"],
  ["Asia/Kolkata", "2026-11-21T12:00Z", 5.5, "UTC+5:30"],
  ["America/New_York", "2026-11-21T12:00Z", -5, "UTC\u22125"],
  ["America/St_Johns", "2026-11-21T12:00Z", -3.5, "UTC\u22123:30"],
  ["Europe/Berlin", "2026-10-25T00:59Z", 2, "UTC+2"],
  ["Europe/Berlin", "2026-10-25T01:00Z", 1, "UTC+1"],
])("the clocks of %s at %s are %d h ahead of UTC: %s", (zone, moment, hours, text) => {
  expect(zoneOffset(zone)(Date.parse(moment))).toBe(hours * HOUR)
  setZone(zone)
  expect(offsetText(Date.parse(moment))).toBe(text)
})

test("every zone to choose from is known to the browser's calendar", () => {
  for (const zone of CHOICES.zone)
    expect(Number.isFinite(zoneOffset(zone === "device" ? undefined : zone)(0))).toBe(true)
})
