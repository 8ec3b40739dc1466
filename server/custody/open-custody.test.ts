/** Custody opens only with the phrase whose addresses the database knows, and not at all outside of the sandbox (D7). */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { storageWithUsers } from "#tests/support/bare-users.ts"
import { systemClock } from "../exchange/exchange.ts"
import { readSettings } from "../settings/settings.ts"
import { StartProblem } from "../settings/start-problem.ts"
import type { Storage } from "../storage/storage.ts"
import { openCustody } from "./open-custody.ts"

const folders = ["base", "one", "other"].map((name) => mkdtempSync(join(tmpdir(), `saker-${name}-`)))
const [base = "", one = "", other = ""] = folders
let storage: Storage
beforeAll(async () => {
  storage = await storageWithUsers(base, 1)
}, 180_000)
afterAll(async () => {
  await storage.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function open(SAKER_DATA: string, SAKER_SANDBOX = "1") {
  const read = readSettings({ SAKER_DATA, SAKER_SANDBOX })
  if (!read.ok) throw new Error(read.lines.join())
  const log = { error: () => undefined, warn: () => undefined, info: () => undefined }
  return openCustody({ settings: read.settings, database: storage.database, clock: systemClock, log })
}

test("the folder of another phrase is refused, the own one opens again with the same addresses", async () => {
  const address = await (await open(one))?.adapter.addressOf("tron", 1)
  await expect(open(other)).rejects.toThrow(StartProblem)
  expect(await (await open(one))?.adapter.addressOf("tron", 1)).toBe(address)
})

test("outside of the sandbox there is none: nobody would watch its addresses", async () => {
  expect(await open(one, "0")).toBeUndefined()
})
