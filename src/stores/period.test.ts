/** Does a period hold whole days of the chosen zone, both ends included, whatever the clocks do? */

import { afterEach, beforeEach, expect, test } from "vitest"
import { setZone } from "../text/zone.ts"
import { ALL_TIME, isBackwards, isWithin, type Period, settled, timesOf } from "./period.ts"

const NOW = Date.parse("2026-11-21T23:30Z")
const own = (fromDay: string, toDay: string): Period => ({ span: "own", fromDay, toDay })
const at = (text: string) => Date.parse(text)

beforeEach(() => setZone("UTC"))
afterEach(() => setZone(undefined))

test.each([
  ["UTC", "2026-11-21T00:00Z", "2026-11-15T00:00Z", "2026-10-23T00:00Z"],
  // There it is the 22nd already.
  ["Asia/Tokyo", "2026-11-21T15:00Z", "2026-11-15T15:00Z", "2026-10-23T15:00Z"],
  // The clocks went back on 1 November: three hours of summer time are between.
  ["America/New_York", "2026-11-21T05:00Z", "2026-11-15T05:00Z", "2026-10-23T04:00Z"],
])("in %s today, 7 and 30 days begin at their first midnight", (zone, today, week, month) => {
  setZone(zone)
  const begins = (span: Period["span"]) => timesOf({ ...ALL_TIME, span }, NOW)
  expect([begins("today"), begins("week"), begins("month")]).toEqual(
    [today, week, month].map((text) => ({ from: at(text) })),
  )
  expect(begins("all")).toEqual({})
})

test.each([
  ["Europe/Berlin", "2026-03-29", "2026-03-29", "2026-03-28T23:00Z", "2026-03-29T21:59:59.999Z"],
  ["Europe/Berlin", "2026-10-24", "2026-10-25", "2026-10-23T22:00Z", "2026-10-25T22:59:59.999Z"],
  ["UTC", "2026-11-01", "2026-11-30", "2026-11-01T00:00Z", "2026-11-30T23:59:59.999Z"],
])("in %s, %s to %s is %s to %s", (zone, fromDay, toDay, from, to) => {
  setZone(zone)
  const times = timesOf(own(fromDay, toDay), NOW)
  expect(times).toEqual({ from: at(from), to: at(to) })
  const inside = [at(from) - 1, at(from), at(to), at(to) + 1].map((time) => isWithin(time, times))
  expect(inside).toEqual([false, true, true, false])
})

test("a side that is open bounds nothing, and days before time began are its beginning", () => {
  expect(timesOf(own("", "2026-11-21"), NOW)).toEqual({ to: at("2026-11-21T23:59:59.999Z") })
  expect(timesOf(own("2026-11-21", ""), NOW)).toEqual({ from: at("2026-11-21") })
  expect(timesOf(own("1960-01-01", ""), NOW)).toEqual({ from: 0 })
  expect(timesOf(own("2026-02-30", "x"), NOW)).toEqual({})
})

test("days the wrong way round are seen, one day is none of them", () => {
  expect(isBackwards(own("2026-03-29", "2026-03-28"))).toBe(true)
  expect(isBackwards(own("2026-03-28", "2026-03-28"))).toBe(false)
  expect(isBackwards(own("2026-03-29", ""))).toBe(false)
  expect(isBackwards({ ...own("2026-03-29", "2026-03-28"), span: "week" })).toBe(false)
})

test("days of one's own that are both open are all time", () => {
  expect(settled(own("", ""))).toEqual(ALL_TIME)
  expect(settled({ ...own("2026-03-29", ""), span: "week" })).toEqual({ ...ALL_TIME, span: "week" })
  expect(settled(own("2026-03-29", ""))).toEqual(own("2026-03-29", ""))
})
