/** Is a moment said by how long ago it was, and far ones by their date, in the reader's language? */

import { expect, test } from "vitest"
import { momentText, timeAgo } from "./moment-text.ts"

const NOW = Date.UTC(2026, 10, 21, 14, 30)
const MINUTE = 60_000

test.each([
  [0, "en", "now"],
  [59_999, "de", "jetzt"],
  [MINUTE, "en", "1 minute ago"],
  [59 * MINUTE, "de", "vor 59 Minuten"],
  [60 * MINUTE, "fr", "il y a 1 heure"],
  [25 * 60 * MINUTE, "en", "yesterday"],
  [29 * 24 * 60 * MINUTE, "pl", "29 dni temu"],
  [30 * 24 * 60 * MINUTE, "en", "Oct 22, 2026, 2:30 PM"],
])("%d ms ago in %s is %s", (ago, language, expected) => {
  expect(timeAgo(NOW - ago, NOW, language, "UTC").replace(/\u202f/g, " ")).toBe(expected)
})

test("a moment that a wrong clock puts ahead is now", () => {
  expect(timeAgo(NOW + 5 * MINUTE, NOW, "en")).toBe("now")
})

test("a moment has its date and its time, as the language writes them", () => {
  expect(momentText(NOW, "de", "UTC")).toBe("21.11.2026, 14:30")
})
