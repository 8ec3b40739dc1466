/** Does the security center say of each protection how it stands, and of the hold only while it lasts? */

import { expect, test } from "vitest"
import { userExample } from "#core/wire/account.ts"
import { holdOf, type ProtectionName, protectionsOf } from "./security.model.ts"

const standing = (name: ProtectionName, change: Partial<typeof userExample>) => {
  const found = protectionsOf({ ...userExample, ...change }).find((each) => each.name === name)
  return [found?.standing, found?.shown ?? found?.word]
}

test("each protection stands once, in one order, and leads somewhere but the phrase, which has a sheet", () => {
  const all = protectionsOf(userExample)
  expect(all.map(({ name }) => name)).toEqual([
    "identity",
    "password",
    "tradePassword",
    "email",
    "totp",
    "phrase",
  ])
  expect(all.filter(({ to }) => to === undefined).map(({ name }) => name)).toEqual(["phrase"])
})

test.each([
  ["identity", { identity: "none" }, "open", "identity.none"],
  ["identity", { identity: "review" }, "waiting", "identity.review"],
  ["identity", { identity: "verified" }, "good", "identity.verified"],
  ["identity", { identity: "refused" }, "bad", "identity.refused"],
  ["password", {}, "good", "set"],
  ["tradePassword", { tradePassword: false }, "open", "notSet"],
  ["tradePassword", { tradePassword: true }, "good", "set"],
  ["email", { email: "" }, "open", "notBound"],
  ["email", { email: "ada@example.org" }, "good", "ada@example.org"],
  ["totp", { totp: false }, "open", "off"],
  ["totp", { totp: true }, "good", "on"],
  ["phrase", { phrase: "" }, "open", "notSet"],
  ["phrase", { phrase: "blue heron" }, "good", "blue heron"],
] as const)("%s with %j is %s: %s", (name, change, how, said) => {
  expect(standing(name, change)).toEqual([how, said])
})

test("withdrawals rest until the moment, and not from it on", () => {
  const user = { ...userExample, holdUntil: 1000 }
  expect(holdOf(user, 999)).toBe(1000)
  expect(holdOf(user, 1000)).toBeUndefined()
  expect(holdOf({ ...user, holdUntil: 0 }, 999)).toBeUndefined()
})
