/** Are pictures made small enough, keep their shape, and is HEIC known by its content? */

import { expect, test } from "vitest"
import { fitWithin, isHeic, isReadable } from "./picture-size.ts"

test.each([
  [
    { width: 4032, height: 3024 },
    { width: 2000, height: 1500 },
  ],
  [
    { width: 3024, height: 4032 },
    { width: 1500, height: 2000 },
  ],
  [
    { width: 1200, height: 800 },
    { width: 1200, height: 800 },
  ],
  [
    { width: 2000, height: 2000 },
    { width: 2000, height: 2000 },
  ],
  [
    { width: 100_000, height: 3 },
    { width: 2000, height: 1 },
  ],
])("%j becomes %j", (given, expected) => {
  expect(fitWithin(given, 2000)).toEqual(expected)
})

test("a document needs at least 200 px at its shorter edge", () => {
  expect(isReadable({ width: 2000, height: 199 })).toBe(false)
  expect(isReadable({ width: 200, height: 200 })).toBe(true)
})

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ["\0\0\0\x18ftypheic\0\0\0\0", true],
  ["\0\0\0\x1cftypmif1\0\0\0\0", true],
  ["\0\0\0\x18ftypisom\0\0\0\0", false],
  ["\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0", false],
  ["", false],
])("%j is HEIC: %s", (head, expected) => {
  expect(isHeic(bytes(head))).toBe(expected)
})
