/** Is the last kind of markets known, and nothing else taken for one? */

import { expect, test } from "vitest"
import { lastList, parseKind, rememberList } from "./last-list.ts"

test.each([
  ["second", "second"],
  ["futures", null],
  ["", null],
  [null, null],
])("stored %j is %j", (text, kind) => {
  expect(parseKind(text)).toBe(kind)
})

test("the list that was looked at is the last one", () => {
  rememberList("perpetual")
  rememberList("second")
  expect(lastList.kind).toBe("second")
})
