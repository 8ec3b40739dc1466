/** Do days begin and end where the chosen zone has them, also when its clocks change? */

import { afterEach, describe, expect, test } from "vitest"
import { CHOICES } from "../stores/choices-store.ts"
import { addDays } from "../ui/calendar.model.ts"
import { dayEnd, dayOf, dayStart } from "./days.ts"
import { setZone } from "./zone.ts"

const HOUR = 3_600_000

afterEach(() => setZone(undefined))

describe("a day", () => {
  test.each([
    ["UTC", "2026-11-21", "2026-11-21T00:00Z", 24],
    ["Asia/Tokyo", "2026-11-21", "2026-11-20T15:00Z", 24],
    ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00Z", 23],
    ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00Z", 25],
    ["America/New_York", "2026-03-08", "2026-03-08T05:00Z", 23],
    ["America/New_York", "2026-11-01", "2026-11-01T04:00Z", 25],
    ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00Z", 24.5],
    // Clocks go from 24:00 to 01:00: the day begins with its first hour that exists.
    ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00Z", 23],
    // Clocks go from 24:00 back to 23:00: the day before has that hour twice.
    ["Africa/Cairo", "2026-10-29", "2026-10-28T21:00Z", 25],
    ["Pacific/Auckland", "2026-09-27", "2026-09-26T12:00Z", 23],
  ])("in %s, %s, begins at %s and has %d hours to its last millisecond", (zone, day, begins, hours) => {
    setZone(zone)
    const [start = 0, end = 0] = [dayStart(day), dayEnd(day)]
    expect(new Date(start).toISOString()).toBe(new Date(begins).toISOString())
    expect(end + 1 - start).toBe(hours * HOUR)
    expect([dayOf(start - 1), dayOf(start), dayOf(end), dayOf(end + 1)]).toEqual([
      addDays(day, -1),
      day,
      day,
      addDays(day, 1),
    ])
  })

  test("follows on the one before without a gap, all year, in every zone to choose from", () => {
    for (const zone of CHOICES.zone) {
      setZone(zone === "device" ? undefined : zone)
      for (let day = "2026-01-01"; day < "2027-01-01"; day = addDays(day, 1))
        expect(dayStart(addDays(day, 1)), `${zone} ${day}`).toBe((dayEnd(day) ?? 0) + 1)
    }
  })

  test.each(["", "2026-02-30", "2026-13-01", "21.11.2026", "2026-1-1"])("%s is none", (text) => {
    expect([dayStart(text), dayEnd(text)]).toEqual([undefined, undefined])
  })
})
