/** Which key has the market of a database: secret and kept for good, or that of a seed set by hand; never both. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { emptyStorage } from "#tests/support/emptied-storage.ts"
import { seededKey } from "../feed/simulated/market-identity.ts"
import { readSettings } from "../settings/settings.ts"
import { StartProblem } from "../settings/start-problem.ts"
import { MarketArchive } from "../storage/market-archive.ts"
import { openStorage } from "../storage/open-storage.ts"
import type { Storage } from "../storage/storage.ts"
import { openMarketIdentity } from "./open-market-identity.ts"

const NOW = Date.UTC(2026, 10, 20, 14, 31, 7)

let folder: string
let storage: Storage

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "saker-key-"))
  const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
  storage = await openStorage({ data: folder, database: "simulated-1", seedFile, databaseUrl: "" })
})
beforeEach(() => emptyStorage(storage))
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

function settings(environment: Record<string, string> = {}) {
  const read = readSettings({ SAKER_DATA: folder, ...environment })
  if (!read.ok) throw new Error(read.lines.join("\n"))
  return read.settings
}

function open(environment: Record<string, string> = {}, hasHistory = false) {
  const clock = { now: () => NOW } as never
  const opened = { storage, archive: new MarketArchive(storage), clock, rounds: clock, hasHistory }
  return openMarketIdentity(opened, settings(environment))
}

describe("the key of a market", () => {
  test("is made once, of 256 bits that nobody set, and kept", async () => {
    const market = await open()
    expect(market.key.length).toBe(32)
    expect(market.past).toBeUndefined()
    expect(await open()).toEqual(market)
    for (let seed = 0; seed < 100; seed += 1) expect(market.key).not.toEqual(seededKey(String(seed)))
  })

  test("is that of a seed set by hand", async () => {
    expect((await open({ SAKER_SEED: "5" })).key).toEqual(seededKey("5"))
  })

  test("leaves an older market its past, and the rest is its own from the next minute on", async () => {
    const market = await open({}, true)
    expect(market.past).toEqual({ seed: "1", until: Date.UTC(2026, 10, 20, 14, 32) })
    expect(await open({}, true)).toEqual(market)
  })

  test("doesn't change by a setting: another seed, or none, is refused in one line", async () => {
    await open()
    const refused = open({ SAKER_SEED: "1" })
    await expect(refused).rejects.toThrow(StartProblem)
    await expect(refused).rejects.toThrow(
      /^SAKER_SEED: .* has a secret key; allowed: no seed, or another folder$/,
    )
  })

  test("of a seed needs that seed", async () => {
    await open({ SAKER_SEED: "5" })
    await expect(open()).rejects.toThrow(/begun with seed 5; allowed: 5, or another folder$/)
    await expect(open({ SAKER_SEED: "6" })).rejects.toThrow(StartProblem)
  })
})
