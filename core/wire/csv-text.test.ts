/** CSV lines are read back as written, and never run as a formula. */

import { expect, test } from "vitest"
import { CSV_MARK, csvLine } from "./csv-text.ts"

test.each([
  [["a", "b"], "a,b\r\n"],
  [["a,b", 'say "x"', "two\r\nlines"], '"a,b","say ""x""","two\r\nlines"\r\n'],
  [["", ""], ",\r\n"],
  [["-134.5682", "0.1", "12"], "-134.5682,0.1,12\r\n"],
  [["=1+1", "+1", "@x", "-cmd|calc", "-1+1"], "'=1+1,'+1,'@x,'-cmd|calc,'-1+1\r\n"],
  [["\t=1", "\r=1"], "'\t=1,\"'\r=1\"\r\n"],
  [["日本", "ümlaut"], "日本,ümlaut\r\n"],
])("%j is written as %j", (fields, text) => expect(csvLine(fields)).toBe(text))

test("the mark in front is the three bytes that say UTF-8", () => {
  expect([...Buffer.from(CSV_MARK)]).toEqual([0xef, 0xbb, 0xbf])
})
