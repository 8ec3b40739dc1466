/** Passwords are judged rightly, and a flood of them waits its turn. */

import { expect, test } from "vitest"
import { HASHES_AT_ONCE, Passwords } from "./passwords.ts"

const passwords = new Passwords()

test.each(["short7!", "aaaaaaaaaaaa", "password", "Password1!", "qwertyuiop", "12345678", "ada.lovelace9"])(
  "%s is too easy for ada.lovelace@example.org",
  async (password) => {
    expect(await passwords.isWeak(password, ["ada.lovelace@example.org"])).toBe(true)
  },
)

test.each(["long winter evening", "xK9#mQ2$vL", "Donaudampfschiff7", "山高水长风清月白"])(
  "%s will do",
  async (password) => {
    expect(await passwords.isWeak(password, ["ada.lovelace@example.org"])).toBe(false)
  },
)

test("a password matches its own hash alone, and nothing where nothing is stored", async () => {
  const stored = await passwords.hash("long winter evening")
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches(stored, "long winter evening")).toBe(true)
  expect(await passwords.matches(stored, "Long winter evening")).toBe(false)
  expect(await passwords.matches(null, "long winter evening")).toBe(false)
  // The very text whose hash stands in where nobody is.
  expect(await passwords.matches(undefined, "nobody has this password")).toBe(false)
})

test("more than can wait are turned away, and the rest is served", async () => {
  const flood = await Promise.allSettled(
    Array.from({ length: 90 }, () => passwords.hash("long winter evening")),
  )
  const refused = flood.filter((one) => one.status === "rejected")
  expect(refused.length).toBe(90 - 64 - HASHES_AT_ONCE)
  expect(refused[0]).toMatchObject({ reason: { problem: { name: "RATE_LIMIT" } } })
})
