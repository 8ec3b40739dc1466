/** Front matter is parsed as written, and faults in it are named. */

import { expect, test } from "vitest"
import { readDate, readFrontMatter } from "./front-matter.ts"

test("fields stand between two lines of dashes, the text after them", () => {
  const text =
    '\uFEFF---\r\ntitle: "Fees: how much?"\r\n# a note\r\n\r\npinned: true\r\n---\r\n\r\nOne\r\n---\r\nTwo\r\n'
  expect(readFrontMatter(text)).toEqual({
    fields: { title: "Fees: how much?", pinned: "true" },
    body: "One\n---\nTwo",
  })
})

test.each([
  ["Just words", "the first line must be ---"],
  ["---\ntitle: x\n", "the second --- is missing"],
  ["---\ntitle\n---\n", 'line 2 isn\'t "name: value": title'],
])("%j is refused with what is wrong", (text, reason) => {
  expect(() => readFrontMatter(text)).toThrow(reason)
})

test.each([
  ["2026-11-20", Date.UTC(2026, 10, 20)],
  ["2026-11-20T12:30:00Z", Date.UTC(2026, 10, 20, 12, 30)],
  ["2026-13-01", undefined],
  ["yesterday", undefined],
  ["20 11 2026", undefined],
  [undefined, undefined],
])("the date %s is %s", (text, expected) => {
  expect(readDate(text)).toBe(expected)
})
