/** Is an account named shortly and rightly? */

import { expect, test } from "vitest"
import { creditShare, initialsOf } from "./account-words.ts"

test.each([
  ["m.keller@mail.example", "MK"],
  ["ada@example.org", "A"],
  ["ada-maria-lovelace@example.org", "AM"],
  ["łucja@example.org", "Ł"],
  ["+4915112345678", ""],
  ["...@example.org", ""],
])("%s becomes %j", (account, initials) => {
  expect(initialsOf(account)).toBe(initials)
})

test("the bar of a credit score never leaves its track", () => {
  expect([-5, 0, 86, 100, 140].map(creditShare)).toEqual([0, 0, 86, 100, 100])
})
