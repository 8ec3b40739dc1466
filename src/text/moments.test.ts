/** Is every moment told by a clock of 24 hours with seconds, its date as the language has it, in the chosen zone? */

import { afterEach, beforeEach, expect, test } from "vitest"
import { LANGUAGES } from "#core/wire/language.ts"
import { clockText } from "./clock.ts"
import { dateText, fullMoment, momentText, rowMoment, timeAgo } from "./moments.ts"
import { setZone } from "./zone.ts"

const MINUTE = 60_000
const AFTERNOON = Date.UTC(2026, 10, 21, 14, 30, 7)
const NIGHT = Date.UTC(2026, 10, 21, 0, 5, 9)

beforeEach(() => setZone("UTC"))
afterEach(() => setZone(undefined))

test.each([
  ["zh", "2026年11月21日 14:30:07", "11月21日 14:30:07"],
  ["en", "21 Nov 2026, 14:30:07", "21 Nov, 14:30:07"],
  ["de", "21.11.2026, 14:30:07", "21. Nov., 14:30:07"],
  ["fr", "21 nov. 2026, 14:30:07", "21 nov., 14:30:07"],
  ["es", "21 nov 2026, 14:30:07", "21 nov, 14:30:07"],
  ["pt", "21/11/2026, 14:30:07", "21/11, 14:30:07"],
  ["it", "21 nov 2026, 14:30:07", "21 nov, 14:30:07"],
  ["pl", "21 lis 2026, 14:30:07", "21 lis, 14:30:07"],
])("in %s a moment is %s, in a list of this year %s", (language, whole, row) => {
  expect(momentText(AFTERNOON, language)).toBe(whole)
  expect(rowMoment(AFTERNOON, AFTERNOON, language)).toBe(row)
})

test("no language has a clock of its own: two figures, no AM, midnight is 00", () => {
  expect(clockText(NIGHT)).toBe("00:05:09")
  for (const language of LANGUAGES) expect(momentText(NIGHT, language)).toMatch(/\D00:05:09$/)
})

test("a row of another year has its year", () => {
  expect(rowMoment(AFTERNOON, Date.UTC(2027, 0, 1), "en")).toBe("21 Nov 2026, 14:30:07")
})

test("the chosen zone moves the clock, the date and the year, and details say which it is", () => {
  setZone("Asia/Tokyo")
  expect(clockText(AFTERNOON)).toBe("23:30:07")
  expect(dateText(Date.UTC(2026, 11, 31, 20), "en")).toBe("1 Jan 2027")
  expect(rowMoment(Date.UTC(2026, 11, 31, 20), Date.UTC(2027, 0, 1), "en")).toBe("1 Jan, 05:00:00")
  expect(fullMoment(AFTERNOON, "en")).toBe("21 Nov 2026, 23:30:07 UTC+9")
})

test("an hour that comes twice is told apart in details", () => {
  setZone("Europe/Berlin")
  const first = Date.UTC(2026, 9, 25, 0, 30)
  expect([first, first + 60 * MINUTE].map((time) => fullMoment(time, "de"))).toEqual([
    "25.10.2026, 02:30:00 UTC+2",
    "25.10.2026, 02:30:00 UTC+1",
  ])
})

test.each([
  [0, "en", "now"],
  [59_999, "de", "jetzt"],
  [MINUTE, "en", "1 minute ago"],
  [59 * MINUTE, "de", "vor 59 Minuten"],
  [60 * MINUTE, "fr", "il y a 1 heure"],
  [25 * 60 * MINUTE, "en", "yesterday"],
  [29 * 24 * 60 * MINUTE, "pl", "29 dni temu"],
  [30 * 24 * 60 * MINUTE, "en", "22 Oct 2026, 14:30:07"],
])("%d ms ago in %s is %s", (ago, language, expected) => {
  expect(timeAgo(AFTERNOON - ago, AFTERNOON, language)).toBe(expected)
})

test("a moment that a wrong clock puts ahead is now", () => {
  expect(timeAgo(AFTERNOON + 5 * MINUTE, AFTERNOON, "en")).toBe("now")
})
