/** What is taken of a pasted code, when may the next be asked for, and how strong is a password? */

import { describe, expect, test } from "vitest"
import { digitsOf, isCode } from "./code-digits.ts"
import { strengthOf } from "./password-strength.ts"
import { parseSending, resendAt } from "./use-code-sender.ts"

describe("a code", () => {
  test.each([
    ["123456", "123456"],
    [" 123 456 ", "123456"],
    ["123-4567", "123456"],
    ["G-204881 is your code", "204881"],
    ["abc", ""],
  ])("%j gives %j", (pasted, digits) => {
    expect(digitsOf(pasted)).toBe(digits)
  })

  test("is whole with six digits", () => {
    expect(["12345", "123456", "12345a", "1234567"].map(isCode)).toEqual([false, true, false, false])
  })
})

describe("the next code", () => {
  const now = 1_000_000

  test("may be asked for when the server says, by its own clock", () => {
    expect(resendAt(now + 60_000, 0, now)).toBe(now + 60_000)
    // The server is an hour ahead of this device.
    expect(resendAt(now + 3_600_000 + 60_000, 3_600_000, now)).toBe(now + 60_000)
  })

  test("is never locked for long by a wrong clock, nor asked for before now", () => {
    expect(resendAt(now + 9_000_000, 0, now)).toBe(now + 300_000)
    expect(resendAt(now - 5000, 0, now)).toBe(now)
  })

  test("is remembered; anything else that is kept counts as nothing", () => {
    expect(parseSending('{"resendAt":5,"wasSent":true}')).toEqual({ resendAt: 5, wasSent: true })
    expect(parseSending('{"resendAt":5}')).toEqual({ resendAt: 5, wasSent: false })
    for (const text of [null, "", "{", "null", '{"resendAt":"soon"}', "[]"])
      expect(parseSending(text)).toBeUndefined()
  })
})

test.each([
  ["tree7", "short"],
  ["password1", "weak"],
  ["qwertyuiop", "weak"],
  ["ada@example.org", "weak"],
  ["quiet harbour 17", "strong"],
] as const)("%s is %s", async (password, strength) => {
  expect(await strengthOf(password, ["ada@example.org"])).toBe(strength)
})
