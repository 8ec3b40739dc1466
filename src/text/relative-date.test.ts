/** Are near days said in words and far ones by their date, in every language? */

import { expect, test } from "vitest"
import { relativeDate } from "./relative-date.ts"

const NOW = Date.UTC(2026, 10, 21, 23, 30)

test.each([
  [Date.UTC(2026, 10, 21), "en", "today"],
  [Date.UTC(2026, 10, 20), "en", "yesterday"],
  [Date.UTC(2026, 10, 20), "de", "gestern"],
  [Date.UTC(2026, 10, 15), "pl", "6 dni temu"],
  [Date.UTC(2026, 10, 18), "zh", "3天前"],
  [Date.UTC(2026, 10, 22), "fr", "demain"],
  [Date.UTC(2026, 10, 14), "en", "14 Nov 2026"],
  [Date.UTC(2026, 10, 14), "de", "14.11.2026"],
])("%d in %s is %s", (time, language, expected) => {
  expect(relativeDate(time, NOW, language)).toBe(expected)
})
