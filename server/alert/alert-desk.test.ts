/** Alerts against the real database, step by step: what is changed while it fires, and what is kept of those that have fired (J5, J7). */

import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { AlertRow } from "#core/wire/index.ts"
import type { FillEvent } from "#server/engine/event.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { insertUser } from "../user/users.ts"
import { AlertDesk, type AlertWish } from "./alert-desk.ts"
import { AlertKeeper } from "./alert-keeper.ts"
import { firedAlertsOf, type NewAlert, openAlertsOf } from "./alert-store.ts"
import { AlertWatch } from "./alert-watch.ts"

const WITHIN_MS = 180_000
const MOST = 200
const log = { error: (_: object, text: string) => expect.unreachable(text) }
let storage: Storage
let user: number
let time: number
/** As the owner has heard of them. */
let told: AlertRow[]
let desk: AlertDesk
let watch: AlertWatch
let keeper: AlertKeeper

beforeAll(async () => {
  const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
  storage = await openStorage({ data: freshFolder(), database: "test", seedFile, databaseUrl: "" })
}, WITHIN_MS)
afterAll(async () => {
  await storage.close()
  removeFolders()
}, WITHIN_MS)

let users = 0
beforeEach(async () => {
  const { database } = storage
  users += 1
  const address = `ada${users}@example.org`
  const name = { kind: "email", shown: address, key: address } as const
  const { id } = await insertUser(database, {
    ...{ name, password: "x", invitedBy: null, registered: 1, language: "en" },
  })
  user = id
  time = 1_795_392_000_000
  told = []
  keeper = new AlertKeeper({
    database,
    log,
    onFired: (rows) => desk.tellStored(rows),
    onGone: (rows) => desk.tellGone(rows),
  })
  watch = new AlertWatch({
    stepsOf: () => ({ tick: 1n, lot: 1n }),
    marginOf: () => undefined,
    onFire: (firing) => keeper.add(firing),
  })
  const none = () => undefined
  desk = new AlertDesk({
    ...{ database, watch, now: () => time, most: MOST },
    accounts: {
      seedRow: none,
      note: (_account, _kind, row) => told.push(row as AlertRow),
      publish: none,
    },
    market: {
      ...{ instrument: none, last: none, mark: none, fundingRate: none, margin: none },
      dayOf: async () => [],
    },
  })
  keeper.begin()
  return () => keeper.stop()
})

const wish: AlertWish = {
  condition: { kind: "fill", instrument: "" },
  ...{ state: "armed", note: "", mail: false, push: false },
}
const fill = (): void => {
  time += 1
  const event = { type: "fill", account: accountOf(user), instrument: "BTC_USDT", price: 5, time }
  watch.take([event as unknown as FillEvent])
}
async function arm(): Promise<AlertRow> {
  const armed = await desk.add(user, wish)
  if (!armed.ok) throw new Error("it is armed")
  return armed.value
}

test("its note is changed in the moment in which it fires: it has fired, with the new note (J5)", async () => {
  const { id } = await arm()
  const changed = desk.change(user, id, { note: "look" })
  // One statement at a time: this one is answered behind what the change read, so that the firing is stored behind what it writes.
  await openAlertsOf(storage.database, user)
  fill()
  expect(await changed).toMatchObject({ ok: true, value: { note: "look" } })
  await keeper.save()
  const { rows } = await firedAlertsOf(storage.database, user, { limit: 10 })
  expect(rows).toMatchObject([{ id, state: "fired", note: "look", value: "0.00000005" }])
  expect(await openAlertsOf(storage.database, user)).toMatchObject([{ id, state: "fired" }])
  expect(told.at(-1)).toMatchObject({ id, state: "fired", note: "look" })
})

test("what nobody has seen goes with the oldest that fired: nothing is kept of it in memory (J1)", async () => {
  const most = 500
  const { database } = storage
  const fired = (at: number) => ({
    ...{ user_id: user, condition: JSON.stringify(wish.condition), side: "", state: "fired", note: "" },
    ...{ by_mail: false, by_push: false, created: 1, armed: 1, fired: 2 + at, value: "1", seen: false },
    version: 2,
  })
  const rows = Array.from({ length: most }, (_, at) => fired(at) as NewAlert)
  const stored = await database.insertInto("alerts").values(rows).returning("id").execute()
  const { id } = await arm()
  fill()
  await keeper.save()
  const { rows: kept } = await firedAlertsOf(database, user, { limit: most + 1 })
  expect(kept).toHaveLength(most)
  expect(kept[0]).toMatchObject({ id })
  expect(told.at(-1)).toMatchObject({ id: stored[0]?.id, state: "removed", version: 3 })
})
