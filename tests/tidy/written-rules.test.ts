/** What is written down about defence, sessions, rights and limits has the figures and words of the code. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { EXPIRY_LEAST_MS, EXPIRY_MOST_MS } from "#core/order/order-expiry.ts"
import { ORDER_TYPES } from "#core/order/order-status.ts"
import { SCALED_LEAST, SCALED_MOST } from "#core/order/scaled-order.ts"
import { DISTANCE_LEAST, DISTANCE_MOST } from "#core/order/trailing-stop.ts"
import { TWAP_DURATION_LEAST, TWAP_DURATION_MOST, TWAP_INTERVAL_LEAST } from "#core/order/twap.ts"
import { endpoints, KEYS_MAX, PROBLEMS } from "#core/wire/index.ts"
import { PASSKEYS_MAX } from "#core/wire/passkey-calls.ts"
import { ACCOUNT_OPEN_ORDERS_MAX } from "#server/engine/orders/check-placement.ts"
import { PAUSED_MOST } from "#server/engine/paused/change-group.ts"
import { SETTINGS } from "#server/settings/settings.ts"
import { sbomOf } from "../../tools/lock-components.mjs"
import { allOf, code, filesWith } from "./running-code.ts"
import { root } from "./source-files.ts"

const textOf = (path: string) => readFileSync(join(root, path), "utf8")
const accounts = textOf("docs/rules/accounts.md").replace(/\s+/g, " ")
const ruleOf = (name: string) => accounts.split("### ").find((part) => part.startsWith(`${name} `)) ?? ""
const WORDS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
const worded = (figure: number) => WORDS[figure] ?? { 18: "eighteen", 50: "fifty" }[figure] ?? String(figure)

/** A constant of one file, as a number. */
function figureOf(path: string, pattern: RegExp): number {
  const [, found = ""] = pattern.exec(textOf(path)) ?? []
  const figure = found.split("*").reduce((product, part) => product * Number(part.replaceAll("_", "")), 1)
  expect([path, Number.isNaN(figure), found === ""]).toEqual([path, false, false])
  return figure
}

test("the defence against guessing is told with the tries, waits and lives that the code counts", () => {
  const opened = "server/user/open-accounts.ts"
  const pointsOf = (name: string) =>
    figureOf(opened, new RegExp(`${name}: new Tries\\(\\{[^}]*?points: (\\d+)`))
  const [guessing, codes] = [ruleOf("E1"), ruleOf("E2")]
  expect(guessing).toContain(`One place has ${worded(pointsOf("loginByPlace"))} wrong passwords`)
  expect(guessing).toContain(`All addresses together have ${worded(pointsOf("loginByStrangers"))}`)
  expect(guessing).toContain(`(${worded(pointsOf("proofByUser"))} in a quarter of an hour)`)
  const wait = figureOf("server/user/tries.ts", /BLOCK_SECONDS_MAX = ([\d_ *]+)/)
  expect(guessing).toContain(`up to ${worded(wait / 3600)} hours`)
  expect(guessing).toContain(`within ${figureOf("server/user/places.ts", /USUAL_MS = ([\d_]+)/)} days`)
  expect(guessing).toContain("`SAKER_TRIES_PER_ADDRESS`")
  const life = figureOf("server/user/codes.ts", /LIFE_MS = ([\d_ *]+)/)
  expect(codes).toContain(`valid for ${worded(life / 60_000)} minutes`)
  expect(codes).toContain(
    `dead after ${worded(figureOf("server/user/codes.ts", /\bTRIES = (\d+)/))} wrong tries`,
  )
  expect(codes).toContain(
    `within ${worded(pointsOf("codeElsewhere"))} wrong tries that all other places share`,
  )
  expect(codes).toContain(
    `${worded(pointsOf("codeByTarget"))} codes an hour from one place and ${worded(pointsOf("codeByStrangers"))} from all`,
  )
})

test("the words of the place that no password is made of are listed one for one", () => {
  const [, list = ""] = /NEAR_WORDS = \[([\s\S]*?)\n\]/.exec(textOf("server/user/passwords.ts")) ?? []
  const words = [...list.matchAll(/"(\w+)"/g)].map(([, word = ""]) => word)
  expect(words.length).toBeGreaterThanOrEqual(20)
  const [, told = ""] = /platform's name, and (.*?), with fewer than/.exec(ruleOf("E7")) ?? []
  expect(told.split(", ").toSorted()).toEqual(words.toSorted())
})

test("every way in has its rule", () => {
  const giving = Object.entries(endpoints).filter(([, { example }]) =>
    Object.keys((example.response ?? {}) as object).includes("token"),
  )
  expect(giving.map(([name]) => name).toSorted()).toEqual(["logInWithPasskey", "login", "register"])
  // Nothing else makes a session, and nothing but a session or a signature proves who calls.
  expect(filesWith(/sessions\.begin\(/)).toEqual(["server/user/login.ts"])
  expect(filesWith(/\bfindSession:|\bprove:/).length).toBeGreaterThan(0)
  // A registration makes users, and the time machine one for its program, with a password by chance. No migration does.
  expect(filesWith(/\binsertUser\(/)).toEqual([
    "server/time-machine/open-trader.ts",
    "server/user/entrance.ts",
  ])
  expect(filesWith(/insertInto\("users"\)/)).toEqual(["server/user/users.ts"])
  expect(filesWith(/insertInto\("operator_keys"\)/)).toEqual(["server/operator/operator-keys.ts"])
  expect(textOf("server/time-machine/open-trader.ts")).toContain("password = newSecret()")
  for (const [rule, word] of [
    ["E1", "passwords"],
    ["E2", "`register`, `login`, `forget`"],
    ["E3", "session"],
    ["E4", "operator"],
    ["E5", "API key"],
    ["E6", "passkey"],
  ] as const)
    expect(ruleOf(rule)).toContain(word)
})

test("how long sessions live, and how many there are, is told with its reasons", () => {
  const rule = ruleOf("E3")
  const days = (setting: { default: string }) => Number(setting.default) / 60 / 24
  expect([days(SETTINGS.sessionIdleMinutes), days(SETTINGS.sessionLifetimeMinutes)]).toEqual([7, 30])
  expect(rule).toContain("A week without use and a month in all")
  expect(rule).toMatch(/\*Why\*.*NIST SP 800-63B/)
  for (const name of [SETTINGS.sessionIdleMinutes.name, SETTINGS.sessionLifetimeMinutes.name])
    expect(rule).toContain(`\`${name}\``)
  const most = figureOf("server/user/sessions.ts", /SESSIONS_PER_USER_MAX = (\d+)/)
  expect(rule).toContain(`A user has ${worded(most)} sessions; the oldest ends when another begins`)
})

test("no password is asked for anew because of its age", () => {
  expect(ruleOf("E7")).toContain("never asks for a new one because of its age")
  // Nothing knows when a password was set, but for the rest of withdrawals after a change.
  const dated =
    /password\w*(?:_at|_time|_set|_changed|_expir\w*)\b|password(?:Expires|Age|ChangedAt|SetAt|MaxAge)/i
  expect(filesWith(dated)).toEqual([])
})

test("nobody is asked a secret question", () => {
  const question = /secret_?question|security_?question|mothers?_?name|maiden|first_?pet|password_?hint/i
  expect(filesWith(question)).toEqual([])
  expect(JSON.stringify(Object.values(endpoints).map(({ example }) => example.request))).not.toMatch(
    /"(?:question|answer|hint)"/i,
  )
})

const catalogue = [
  ...textOf("docs/rules/refusals.md").matchAll(/^\| (\d+) \| `([A-Z_]+)` \| (\d*) ?([a-z]+) \| (.*) \|$/gm),
].map(([, number, name = "", family, , when = ""]) => ({
  number: Number(number),
  name,
  family: family === "" ? Number.POSITIVE_INFINITY : Number(family),
  when,
}))
const whenOf = (name: string) => catalogue.find((row) => row.name === name)?.when ?? ""

test("every refusal says when it is the answer, and its place in the order of the checks", () => {
  expect(catalogue.map(({ name }) => name).toSorted()).toEqual(Object.keys(PROBLEMS).toSorted())
  expect(catalogue.filter(({ when }) => when.length < 10).map(({ name }) => name)).toEqual([])
  // Families rise with the numbers: the session alone has an older one.
  const byNumber = catalogue
    .filter(({ name }) => name !== "SESSION")
    .toSorted((one, other) => one.number - other.number)
  const families = byNumber.map(({ family }) => family)
  expect(families).toEqual(families.toSorted((one, other) => (one < other ? -1 : Number(one > other))))
  expect(textOf("docs/rules/refusals.md")).toContain("Checks run in the order of the families")
  // Which fields of an order go together.
  const orders = textOf("docs/rules/spot-orders.md")
  for (const type of ORDER_TYPES) expect(orders.toLowerCase()).toContain(type.replace("-", " ").split(" ")[0])
  expect(orders).toContain("Which fields a type takes is checked first (`TYPE_COMBINATION`)")
})

test("limits of business are told with the figures of the code", () => {
  const [second, minute, day] = [1000, 60_000, 86_400_000]
  expect(whenOf("OPEN_ORDERS")).toContain(`${ACCOUNT_OPEN_ORDERS_MAX.toLocaleString("en")} in all`)
  expect(whenOf("EXPIRY_RANGE")).toContain(
    `${EXPIRY_LEAST_MS / second} seconds or more than ${EXPIRY_MOST_MS / day} days`,
  )
  expect(whenOf("SCALED_RANGE")).toContain(`less than ${SCALED_LEAST} or more than ${SCALED_MOST}`)
  expect(whenOf("DISTANCE_RANGE")).toContain(
    `${Number(DISTANCE_LEAST) / 1e6} … ${Number(DISTANCE_MOST) / 1e6} %`,
  )
  expect(whenOf("PAUSED_COUNT")).toContain(`${PAUSED_MOST} scaled orders and icebergs`)
  expect(whenOf("TWAP_RANGE")).toContain(`shorter than ${TWAP_DURATION_LEAST / minute} minutes`)
  expect(whenOf("TWAP_RANGE")).toContain(`longer than ${TWAP_DURATION_MOST / minute / 60} hours`)
  expect(whenOf("TWAP_RANGE")).toContain(`less than ${TWAP_INTERVAL_LEAST / second} seconds`)
  expect(ruleOf("E5")).toContain(`at most ${KEYS_MAX}.`)
  expect(ruleOf("E6")).toContain(`at most ${PASSKEYS_MAX} a user`)
  const custody = textOf("docs/rules/custody.md").replace(/\s+/g, " ")
  const seconds = Number(/else (\d+)\)/.exec(SETTINGS.addressWaitSeconds.allowed)?.[1])
  const wait = `address older than ${seconds / 3600} h or second proof`
  expect([wait, custody.includes(wait)]).toEqual([wait, true])
})

test("the times for mending packages cover every severity of the list of advisories", () => {
  const { advisories } = JSON.parse(textOf("tools/advisories.json")) as { advisories: { severity: string }[] }
  const times = (textOf("SECURITY.md").split("## How soon")[1] ?? "").replace(/\s+/g, " ")
  for (const time of [
    "seven days",
    "thirty days for all else that is rated high or critical",
    "ninety for the rest",
  ])
    expect(times).toContain(time)
  const rated = ["critical", "high", "moderate", "low"]
  expect(advisories.filter(({ severity }) => !rated.includes(severity))).toEqual([])
})

test("the list of what it is made of has every package of the running code, each with its hash, and what it needs", () => {
  const { components, dependencies } = sbomOf(JSON.parse(textOf("package-lock.json")))
  const listed = new Set(components.map(({ name }) => name))
  const taken = allOf(
    /\b(?:import|export)\s+(?!type\b)[^"';]*?\bfrom\s+"((?:@[\w.-]+\/)?[\w.-]+)[^"]*"/g,
    code,
  )
  const packages = [...new Set(taken)].filter((name) => !/^(?:node|virtual)$|^\./.test(name))
  expect(packages.length).toBeGreaterThan(20)
  expect(packages.filter((name) => !listed.has(name))).toEqual([])
  const { dependencies: own } = JSON.parse(textOf("package.json")) as { dependencies: Record<string, string> }
  expect(Object.keys(own).filter((name) => !listed.has(name))).toEqual([])
  expect(components.filter(({ hashes }) => hashes?.[0]?.alg !== "SHA-512")).toEqual([])
  const refs = new Set(components.map((one) => one["bom-ref"]))
  const unknown = dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))
  expect(unknown).toEqual([])
  for (const name of ["vitest", "playwright", "@biomejs/biome"]) expect(listed.has(name)).toBe(false)
})
