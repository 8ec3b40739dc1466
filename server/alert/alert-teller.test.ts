/** Teller and outbox against the real database: whose turn it is, and what becomes of what could not be told (J7). */

import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { insertUser } from "../user/users.ts"
import type { NewAlert } from "./alert-store.ts"
import { AlertTeller } from "./alert-teller.ts"

const WITHIN_MS = 180_000
let storage: Storage
let teller: AlertTeller
/** Mails that were handed over, with the way to say what became of them. */
let handed: { userId: number; done: (isDelivered: boolean) => void }[]
let pushed: number[]
let words: () => Promise<{ title: string; text: string }>
let sending: () => Promise<void>
const failures: string[] = []

beforeAll(async () => {
  const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
  storage = await openStorage({ data: freshFolder(), database: "test", seedFile, databaseUrl: "" })
}, WITHIN_MS)
afterAll(async () => {
  await storage.close()
  removeFolders()
}, WITHIN_MS)
beforeEach(async () => {
  await storage.run("truncate alert_outbox")
  failures.length = 0
  handed = []
  pushed = []
  words = async () => ({ title: "", text: "" })
  sending = async () => undefined
  teller = new AlertTeller({
    database: storage.database,
    log: { error: (_, text) => failures.push(text) },
    push: {
      send: async (userId) => {
        pushed.push(userId)
        await sending()
      },
    },
    notices: { mail: (userId, _, done) => handed.push({ userId, done }), words: () => words() },
  })
})
afterEach(async () => {
  await teller.stop()
  vi.useRealTimers()
})

let users = 0
/** A user with so many fired alerts, all still to be told this way. */
async function userWith(count: number, way: "mail" | "push"): Promise<number> {
  const { database } = storage
  users += 1
  const address = `ada${users}@example.org`
  const name = { kind: "email", shown: address, key: address } as const
  const { id: user_id } = await insertUser(database, {
    ...{ name, password: "x", invitedBy: null, registered: 1, language: "en" },
  })
  const fired = {
    ...{ user_id, condition: JSON.stringify({ kind: "fill", instrument: "" }), side: "", state: "fired" },
    ...{ note: "", by_mail: way === "mail", by_push: way === "push", created: 1, armed: 1, fired: 2 },
    ...{ value: "1", seen: false, version: 2 },
  } as NewAlert
  const made = Array.from({ length: count }, () => fired)
  const alerts = await database.insertInto("alerts").values(made).returning("id").execute()
  const rows = alerts.map(({ id }) => ({ alert_id: id, user_id, way }))
  await database.insertInto("alert_outbox").values(rows).execute()
  return user_id
}
const waiting = async (): Promise<number> =>
  (await storage.database.selectFrom("alert_outbox").select("id").execute()).length

test("of one user's mails one is on its way at a time, and all come: codes share their queue (J7)", async () => {
  const user = await userWith(12, "mail")
  teller.look()
  for (let count = 1; count <= 12; count += 1) {
    await vi.waitFor(() => expect(handed).toHaveLength(count))
    teller.look()
    // Behind that look's own statements.
    for (let turn = 0; turn < 5; turn += 1) await waiting()
    expect(handed).toHaveLength(count)
    handed[count - 1]?.done(true)
  }
  await vi.waitFor(async () => expect(await waiting()).toBe(0))
  expect(handed.map(({ userId }) => userId)).toEqual(Array(12).fill(user))
})

test("a mail that isn't taken stays, and keeps no other user's (J7)", async () => {
  for (let refused = 0; refused < 6; refused += 1) await userWith(2, "mail")
  const last = await userWith(1, "mail")
  teller.look()
  await vi.waitFor(async () => {
    for (const { userId, done } of handed.splice(0)) done(userId === last)
    expect(await waiting()).toBe(12)
  })
})

test("a push whose words could not be made is made at the next look, and keeps no other one (J7)", async () => {
  const [first, second] = [await userWith(1, "push"), await userWith(1, "push")]
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  let tries = 0
  words = async () => {
    tries += 1
    if (tries === 1) throw new Error("the database is away")
    return { title: "", text: "" }
  }
  teller.start()
  await vi.waitFor(() => expect(pushed).toEqual([second]))
  expect(failures).toHaveLength(1)
  await vi.waitFor(async () => expect(await waiting()).toBe(1))
  vi.advanceTimersByTime(30_000)
  await vi.waitFor(() => expect(pushed).toEqual([second, first]))
  await vi.waitFor(async () => expect(await waiting()).toBe(0))
})

test("what is told while a look is under way isn't told by that look again (J7)", async () => {
  const [pushes, mailed] = [await userWith(2, "push"), await userWith(1, "mail")]
  const sent = Promise.withResolvers<void>()
  const said = Promise.withResolvers<void>()
  sending = () => sent.promise
  teller.look()
  await vi.waitFor(() => expect(handed).toHaveLength(1))
  // The next look waits at the second push, which stands before the mail.
  let isWaiting = false
  words = async () => {
    isWaiting = true
    await said.promise
    return { title: "", text: "" }
  }
  sent.resolve()
  await vi.waitFor(() => expect(isWaiting).toBe(true))
  handed[0]?.done(true)
  await vi.waitFor(async () => expect(await waiting()).toBe(1))
  said.resolve()
  await vi.waitFor(async () => expect(await waiting()).toBe(0))
  expect(pushed).toEqual([pushes, pushes])
  expect(handed.map(({ userId }) => userId)).toEqual([mailed])
})
