/** Has every month its days at their weekdays, and do keys lead where a calendar's keys lead? */

import { expect, test } from "vitest"
import { addDays, addMonths, calendarMs, dayByKey, weeksOf } from "./calendar.model.ts"

test("a month stands in six weeks from Monday on, its days once and in order", () => {
  expect(weeksOf("2026-11")[0]).toEqual([null, null, null, null, null, null, "2026-11-01"])
  expect(weeksOf("2026-06")[0]?.[0]).toBe("2026-06-01")
  for (let month = "2023-01-01"; month < "2029-01-01"; month = addMonths(month, 1)) {
    const weeks = weeksOf(month.slice(0, 7))
    const days = weeks.flat().filter((day) => day !== null)
    const count = Math.round(((calendarMs(addMonths(month, 1)) ?? 0) - (calendarMs(month) ?? 0)) / 86_400_000)
    expect([weeks.length, days.length, days[0]]).toEqual([6, count, month])
    expect(days).toEqual(days.toSorted())
    for (const week of weeks)
      for (const [place, day] of week.entries())
        if (day) expect((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7).toBe(place)
  }
})

test.each([
  ["2026-01-31", 1, "2026-02-28"],
  ["2024-01-31", 1, "2024-02-29"],
  ["2026-03-31", -1, "2026-02-28"],
  ["2026-12-15", 1, "2027-01-15"],
  ["2024-02-29", 12, "2025-02-28"],
])("%s and %d months is %s", (day, count, expected) => {
  expect(addMonths(day, count)).toBe(expected)
})

test.each([
  ["ArrowLeft", false, "2026-10-31"],
  ["ArrowRight", false, "2026-11-02"],
  ["ArrowUp", false, "2026-10-25"],
  ["ArrowDown", false, "2026-11-08"],
  ["Home", false, "2026-10-26"],
  ["End", false, "2026-11-01"],
  ["PageUp", false, "2026-10-01"],
  ["PageDown", false, "2026-12-01"],
  ["PageUp", true, "2025-11-01"],
  ["PageDown", true, "2027-11-01"],
  ["Enter", false, undefined],
])("from Sunday, 1 November, %s (shift: %s) leads to %s", (key, hasShift, expected) => {
  expect(dayByKey(key, "2026-11-01", hasShift)).toBe(expected)
})

test("days are counted by the calendar, not by hours", () => {
  expect([addDays("2026-12-31", 1), addDays("2024-03-01", -1)]).toEqual(["2027-01-01", "2024-02-29"])
  expect(["", "2026-02-30", "2026-1-1"].map(calendarMs)).toEqual([undefined, undefined, undefined])
})
