/** Expired data is deleted, and nothing else. */

import { existsSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { clearOld } from "./clearing.ts"
import { Pictures } from "./pictures.ts"
import { insertUser } from "./users.ts"

const START_WITHIN_MS = 180_000
const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const now = Date.now()
const folder = freshFolder()
const pictures = new Pictures(join(folder, "pictures"))
let storage: Storage

beforeAll(async () => {
  storage = await openStorage({
    data: folder,
    database: "test",
    seedFile: join(import.meta.dirname, "../../dist/database/empty.tgz"),
    databaseUrl: "",
  })
  await pictures.open(now)
}, START_WITHIN_MS)
afterAll(async () => {
  await storage.close()
  removeFolders()
}, START_WITHIN_MS)

const idOf = (sign: string) => sign.repeat(32)
const kept = (id: string) => join(folder, "pictures/kept", `${id}.jpg`)
function writeOld(file: string, age: number): void {
  writeFileSync(file, "picture")
  utimesSync(file, (now - age) / 1000, (now - age) / 1000)
}

test("what is over goes, what is alive or used stays", async () => {
  const { database } = storage
  const name = { kind: "email", shown: "a@example.org", key: "a@example.org" } as const
  const { id: user_id } = await insertUser(database, {
    name,
    password: "x",
    invitedBy: null,
    registered: now,
    language: "en",
  })
  const session = (token_hash: string, seen: number, ended: number | null, began = now - 20 * DAY) => ({
    user_id,
    token_hash,
    began,
    seen,
    ended,
    address: "",
    agent: "",
  })
  await database
    .insertInto("sessions")
    .values([
      session("open", now - 6 * DAY, null),
      session("idle", now - 9 * DAY, null),
      session("too old since yesterday", now - HOUR, null, now - 30.5 * DAY),
      session("too old", now - 2 * DAY, null, now - 32 * DAY),
      session("ended just now", now - HOUR, now - HOUR),
      session("ended", now - 2 * DAY, now - 2 * DAY),
    ])
    .execute()
  const code = (target: string, expires: number) => ({
    purpose: "register",
    target,
    hash: "",
    salt: "",
    sent: expires - HOUR,
    expires,
    tries_left: 5,
  })
  await database
    .insertInto("codes")
    .values([code("alive", now + 1000), code("dead", now - 2 * HOUR)])
    .execute()
  const login = (agent: string, time: number) => ({ user_id, time, address: "", agent, result: "ok" })
  await database
    .insertInto("logins")
    .values([login("last year", now - 364 * DAY), login("the year before", now - 366 * DAY)])
    .execute()
  const picture = (sign: string, purpose: string, made: number, used: boolean) => ({
    id: idOf(sign),
    user_id,
    purpose,
    made,
    bytes: 7,
    used,
  })
  const old = now - 2 * DAY
  await database
    .insertInto("pictures")
    .values([
      picture("a", "front", old, true),
      picture("b", "back", old, true),
      picture("c", "front", old, true), // of an identity that was refused and handed in anew
      picture("d", "front", old, false), // never handed in
      picture("e", "front", now - HOUR, false),
      picture("f", "avatar", old, false), // shown
      picture("0", "avatar", old, false), // not shown
    ])
    .execute()
  for (const sign of "abcdf0") writeOld(kept(idOf(sign)), 2 * DAY)
  writeOld(kept(idOf("e")), HOUR)
  writeOld(kept(idOf("1")), 2 * DAY) // its row was never written
  writeOld(`${kept(idOf("2"))}.draft`, 2 * DAY)
  const quarantine = join(folder, "pictures/incoming")
  writeOld(join(quarantine, "1.new-upload"), HOUR)
  writeOld(join(quarantine, "1.old-upload"), 2 * DAY)
  await database
    .insertInto("identities")
    .values({
      user_id,
      status: "review",
      real_name: "Ada",
      id_number: "1234",
      residence: "GB",
      front: idOf("a"),
      back: idOf("b"),
      submitted: now,
      decided: 0,
      reason: "",
    })
    .execute()
  await database
    .updateTable("users")
    .set({ avatar: `/avatar/${idOf("f")}` })
    .execute()

  await clearOld({ database, pictures, now: () => now, idleMs: 7 * DAY, lifeMs: 30 * DAY })

  const left = async (table: "sessions" | "codes" | "logins", column: "token_hash" | "target" | "agent") =>
    (
      await database
        .selectFrom(table)
        .select(column as never)
        .execute()
    )
      .map((row) => row[column])
      .toSorted()
  expect(await left("sessions", "token_hash")).toEqual(["ended just now", "open", "too old since yesterday"])
  expect(await left("codes", "target")).toEqual(["alive"])
  expect(await left("logins", "agent")).toEqual(["last year"])
  const rows = await database.selectFrom("pictures").select("id").execute()
  expect(rows.map(({ id }) => id[0]).toSorted()).toEqual(["a", "b", "e", "f"])
  expect([..."abcdef012"].filter((sign) => existsSync(kept(idOf(sign))))).toEqual(["a", "b", "e", "f"])
  expect(existsSync(`${kept(idOf("2"))}.draft`)).toBe(false)
  expect(existsSync(join(quarantine, "1.new-upload"))).toBe(true)
  expect(existsSync(join(quarantine, "1.old-upload"))).toBe(false)
})
