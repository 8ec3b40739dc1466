/** Passkeys: the pages that have them, how many a user keeps, and what becomes of a challenge. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { PASSKEYS_MAX } from "#core/wire/passkey-calls.ts"
import { storageWithUsers } from "#tests/support/bare-users.ts"
import { SoftwareAuthenticator } from "#tests/support/software-authenticator.ts"
import { passkeyHome } from "../../settings/passkey-home.ts"
import type { Storage } from "../../storage/storage.ts"
import { CHALLENGE_MS, Challenges } from "./challenges.ts"
import { Passkeys } from "./passkeys.ts"

const ORIGIN = "https://trade.example.org"
const folder = mkdtempSync(join(tmpdir(), "saker-passkeys-"))
let storage: Storage
let time = 1_785_000_000_000
const now = () => time

beforeAll(async () => {
  storage = await storageWithUsers(folder, 2)
}, 180_000)
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

test("a user keeps so many at most, and no other's credential", async () => {
  const { database } = storage
  const home = passkeyHome({ passkeyOrigin: ORIGIN, sandbox: false })
  if (!home) throw new Error("no home")
  const passkeys = new Passkeys({ database, now, name: "Saker", home })
  const add = async (userId: number, device: SoftwareAuthenticator) => {
    const asked = await passkeys.creation(home, { id: userId, uid: `1000000${userId}`, name: "ada" })
    const fresh = asked && (await passkeys.fresh(home, userId, device.make(asked)))
    if (!fresh) throw new Error("not taken")
    return database.transaction().execute((within) => passkeys.add(within, userId, "Phone", fresh))
  }
  const first = new SoftwareAuthenticator(ORIGIN)
  expect(await add(1, first)).toMatchObject({ name: "Phone", used: 0 })
  expect(await add(2, first)).toBe("used")
  // A device is asked not to make a second one.
  const asked = await passkeys.creation(home, { id: 1, uid: "10000001", name: "ada" })
  expect(asked?.excludeCredentials.map(({ id }) => id)).toEqual([first.id])
  for (let count = 1; count < PASSKEYS_MAX - 1; count += 1)
    expect(await add(1, new SoftwareAuthenticator(ORIGIN))).toMatchObject({ name: "Phone" })
  // Two that were begun while there was room for one.
  const ends = await Promise.all([
    add(1, new SoftwareAuthenticator(ORIGIN)),
    add(1, new SoftwareAuthenticator(ORIGIN)),
  ])
  expect(ends.filter((end) => end === "full")).toHaveLength(1)
  expect(await passkeys.creation(home, { id: 1, uid: "10000001", name: "ada" })).toBeUndefined()
})

test.each([
  ["", true, "localhost", ["http://localhost:8080", "http://localhost", "https://localhost:1"]],
  [ORIGIN, true, "trade.example.org", [ORIGIN]],
  [ORIGIN, false, "trade.example.org", [ORIGIN]],
])("the origin %j in a sandbox (%s) means %s", (passkeyOrigin, sandbox, domain, own) => {
  const home = passkeyHome({ passkeyOrigin, sandbox })
  expect(home?.domain).toBe(domain)
  for (const origin of own) expect(home?.isOwn(origin), origin).toBe(true)
  for (const origin of [
    ...["http://trade.example.org", "https://trade.example.org:8443", "https://trade.example.org.evil.com"],
    ...["http://localhost.evil.com", "http://localhost:8080/", "http://127.0.0.1:8080", "null", ""],
  ])
    expect(home?.isOwn(origin), origin).toBe(false)
})

test("without an origin there are none outside of the sandbox", () => {
  expect(passkeyHome({ passkeyOrigin: "", sandbox: false })).toBeUndefined()
})

test("a challenge is open to its purpose, once, until its time is over; a changed one never", () => {
  const challenges = new Challenges(now)
  const made = Buffer.from(challenges.make("login"))
  const text = made.toString("base64url")
  expect(challenges.isOpen(text, "login")).toBe(true)
  expect(challenges.isOpen(text, "add 1")).toBe(false)
  expect(new Challenges(now).isOpen(text, "login")).toBe(false)
  for (let at = 0; at < made.length; at += 1) {
    const changed = Buffer.from(made)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(challenges.isOpen(changed.toString("base64url"), "login")).toBe(false)
  }
  for (const nonsense of ["", "x", text.slice(1), `${text}AAAA`])
    expect(challenges.isOpen(nonsense, "login")).toBe(false)
  time += CHALLENGE_MS - 1
  expect(challenges.isOpen(text, "login")).toBe(true)
  expect([challenges.spend(text), challenges.spend(text)]).toEqual([true, false])
  // The same bytes, written otherwise.
  expect(challenges.isOpen(`${text}=`, "login")).toBe(false)
  const next = Buffer.from(challenges.make("login")).toString("base64url")
  time += CHALLENGE_MS
  expect(challenges.isOpen(next, "login")).toBe(false)
})
