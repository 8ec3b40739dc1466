/** Tests of API keys in the real database: kept, counted, ended for good, and good again after a restart. */

import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { KEYS_MAX, signedText } from "#core/wire/index.ts"
import { hmacSigning } from "#tests/support/api-key-signing.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { openStorage } from "../../storage/open-storage.ts"
import type { Storage } from "../../storage/storage.ts"
import { ApiKeys } from "./api-keys.ts"

const WITHIN_MS = 120_000
let time = 1_795_392_000_000
let storage: Storage
beforeAll(async () => {
  const seedFile = join(import.meta.dirname, "../../../dist/database/empty.tgz")
  storage = await openStorage({ data: freshFolder(), database: "simulated-1", seedFile, databaseUrl: "" })
}, WITHIN_MS)
afterAll(async () => {
  await storage.close()
  removeFolders()
}, WITHIN_MS)

const opened = () => new ApiKeys({ database: storage.database, now: () => time, master: "a secret" })
let users = 0
async function newUser(): Promise<number> {
  users += 1
  const [number, password] = [String(users), "x"]
  const { id } = await storage.database
    .insertInto("users")
    .values({
      ...{ uid: number, email: null, email_key: null, phone: `+49${number}`, password, trade_password: null },
      ...{ invite_code: number, invited_by: null, avatar: null, registered: time, totp_secret: null },
      language: "en",
    })
    .returning("id")
    .executeTakeFirstOrThrow()
  return id
}
const wish = {
  ...{ name: "a bot", kind: "hmac" as const, publicKey: "", scopes: ["read" as const] },
  ...{ addresses: ["2001:db8::/32", "127.0.0.1"], expires: 0 },
}
async function made(keys: ApiKeys, user: number) {
  const key = await keys.add(storage.database, user, wish)
  if (key === null) throw new Error("no room for a key")
  return key
}
function request(key: { row: { key: string }; secret: string }, nonce: string, at = time) {
  const said = { time: at, window: 5000, nonce, method: "GET", path: "/assets/index", body: "" }
  const sign = hmacSigning(key.row.key, key.secret).sign(signedText(said))
  return { ...said, key: key.row.key, sign, body: Buffer.alloc(0), address: "127.0.0.1" }
}

test("a user has so many, and room again when one ends", async () => {
  const keys = opened()
  const [ada, ben] = [await newUser(), await newUser()]
  for (let count = 0; count < KEYS_MAX; count += 1) await made(keys, ada)
  expect(await keys.add(storage.database, ada, wish)).toBeNull()
  const [newest] = await keys.list(ada)
  expect(newest).toMatchObject({ name: "a bot", scopes: ["read"], addresses: wish.addresses, used: 0 })
  expect(await keys.end(ben, Number(newest?.id))).toBe(false)
  expect(await keys.end(ada, Number(newest?.id))).toBe(true)
  expect(await keys.end(ada, Number(newest?.id))).toBe(false)
  await made(keys, ada)
  expect(await keys.endAll(ada)).toBe(KEYS_MAX)
  expect(await keys.list(ada)).toEqual([])
})

test("after a restart it is good again, but no request of before is (E5)", async () => {
  const [before, ada] = [opened(), await newUser()]
  const key = await made(before, ada)
  time += 2000
  const taken = request(key, "nonce-0001")
  expect(await before.prove(taken)).toMatchObject({ ok: true, value: { userId: ada } })
  expect(await before.prove(taken)).toMatchObject({ problem: { name: "API_KEY_REPEATED" } })
  // A clock that is ahead by as much as is allowed.
  const ahead = request(key, "nonce-0002", time + 1000)
  expect(await before.prove(ahead)).toMatchObject({ ok: true })

  const after = opened()
  for (const old of [taken, ahead])
    expect(await after.prove(old)).toMatchObject({ problem: { name: "API_KEY_TIME" } })
  time += 2000
  expect(await after.prove(request(key, "nonce-0003"))).toMatchObject({ ok: true })
})

test("one that ends while it is read for the first time is not taken", async () => {
  const [keys, ada] = [opened(), await newUser()]
  const key = await made(keys, ada)
  time += 2000
  const [proof] = await Promise.all([
    keys.prove(request(key, "nonce-0004")),
    keys.end(ada, Number(key.row.id)),
  ])
  expect(await keys.prove(request(key, "nonce-0005"))).toMatchObject({ problem: { name: "API_KEY_UNKNOWN" } })
  expect([true, false]).toContain(proof.ok)
})

test("where the exchange's time is its own, a request is good whatever time it says, and counts once all the same", async () => {
  const parts = { database: storage.database, now: () => time, master: "a secret" }
  const keys = new ApiKeys({ ...parts, takesAnyTime: true })
  const key = await made(keys, await newUser())
  for (const [at, nonce] of [
    [0, "beginning"],
    [time, "the-present"],
    [2 * time, "the-future"],
  ] as const) {
    expect(await keys.prove(request(key, nonce, at))).toMatchObject({ ok: true })
    expect(await keys.prove(request(key, nonce, at))).toMatchObject({ problem: { name: "API_KEY_REPEATED" } })
  }
  const forged = { ...request(key, "with-a-forged-text"), path: "/assets/transfer" }
  expect(await keys.prove(forged)).toMatchObject({ problem: { name: "API_KEY_SIGNATURE" } })
})
