/** The address book keeps its limit and its owner however many ask at once (D7). */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { ADDRESSES_MAX } from "#core/wire/index.ts"
import { storageWithUsers } from "#tests/support/bare-users.ts"
import type { Storage } from "../storage/storage.ts"
import { addressOfBook, addToBook, bookOf } from "./address-book.ts"
import { Addresses } from "./addresses.ts"

const folder = mkdtempSync(join(tmpdir(), "saker-book-"))
const made = new Addresses(new Uint8Array(64).fill(3))
let storage: Storage
beforeAll(async () => {
  storage = await storageWithUsers(folder, 2)
}, 180_000)
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

const add = (userId: number, n: number) =>
  addToBook(storage.database, {
    ...{ user_id: userId, chain: "tron", currency: "USDT", address: made.of("tron", n) },
    ...{ remark: "", added: 1, ready_at: 2 },
  })

test("what is added at the same moment comes in once, and never beyond the limit", async () => {
  const twice = await Promise.all([add(1, 0), add(1, 0)])
  expect(twice.filter((row) => row === "ADDRESS_KNOWN")).toHaveLength(1)
  const many = await Promise.all(Array.from({ length: ADDRESSES_MAX + 5 }, (_, n) => add(1, n + 1)))
  expect(many.filter((row) => row === "ADDRESS_COUNT")).toHaveLength(6)
  expect(await bookOf(storage.database, 1)).toHaveLength(ADDRESSES_MAX)
})

test("a row is found only together with its owner", async () => {
  const row = await add(2, 0)
  if (typeof row === "string") throw new Error(row)
  expect(await addressOfBook(storage.database, 2, row.id)).toEqual(row)
  expect(await addressOfBook(storage.database, 1, row.id)).toBeUndefined()
  expect(await addressOfBook(storage.database, 2, row.id + 1000)).toBeUndefined()
})
