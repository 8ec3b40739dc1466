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

test("whatever is on the list of leaked passwords is refused, in any case", async () => {
  const { dictionary } = await import("@zxcvbn-ts/language-common")
  const leaked = (dictionary["passwords-common"] as string[]).filter(({ length }) => length >= 8)
  expect(leaked.length).toBeGreaterThan(15_000)
  const taken: string[] = []
  for (const password of leaked)
    if (!(await passwords.isWeak(password.toUpperCase(), []))) taken.push(password)
  expect(taken).toEqual([])
})

test.each([
  ["Saker2026!", true],
  ["bitcoin-trader-99", true],
  ["Crypto_Wallet1", true],
  ["Blue Heron 2026", true],
  ["heron-exchange", true],
  ["bitcoin to the moon", false],
  ["seven trading herons", false],
  ["xK9#coin$vLq", false],
])(
  "of words that lie near alone, at a platform named Blue Heron (E7): %s is %s",
  async (password, isWeak) => {
    expect(await passwords.isWeak(password, [], "Blue Heron")).toBe(isWeak)
  },
)

test("any sign is taken, none is asked for, and up to 128 of them count (E7)", async () => {
  for (const password of [
    "kvbqwmzh",
    "93047158 26",
    "#!?&%()=+;",
    "    lantern    ",
    "\u{1F98A}\u{1F989}\u{1F40B}\u{1F994} marsh",
  ])
    expect([password, await passwords.isWeak(password, [])]).toEqual([password, false])
  const long = "quiet harbour ".repeat(10).slice(0, 128)
  const stored = await passwords.hash(long)
  expect(await passwords.matches(stored, long)).toBe(true)
  // Not cut short, not trimmed, not made small.
  for (const other of [long.slice(0, 127), ` ${long}`, long.toUpperCase()])
    expect(await passwords.matches(stored, other)).toBe(false)
})

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
