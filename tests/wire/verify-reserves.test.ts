/** Proofs of reserves (D12): every user finds his own amounts under the published roots, by our code and by a stranger's. */

import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { unitsOf } from "#core/money/steps.ts"
import { checkPath } from "#core/reserves/sum-tree.ts"
import type { aiProducts, ResponseOf, reserveProof, reserves } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { call, movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, type Trader } from "#tests/support/trader.ts"

type Published = ResponseOf<typeof reserves>
type Products = ResponseOf<typeof aiProducts>
type Own = ResponseOf<typeof reserveProof>

const WITHIN_MS = 180_000
const HOUR_MS = 3_600_000
const SCRIPT = join(import.meta.dirname, "../../examples/verify-reserves/verify.mjs")
const run = promisify(execFile)

let ahead = 0
let server: RunningServer
let traders: Trader[]
beforeAll(async () => {
  const settings = {
    ...{ SAKER_MARKETS: "2", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000", SAKER_RESERVES_HOURS: "1" },
    SAKER_PRACTICE_FUNDS: "USDT:10000,BTC:0.05",
  }
  server = await startInProcess(settings, { clock: movedClock(() => ahead) })
  traders = [await newTrader(server), await newTrader(server), await newTrader(server)]
  // All three are in the proof that comes now.
  ahead += HOUR_MS
  await vi.waitFor(async () => expect((await newest()).rows[0]?.users).toBe(3), { timeout: 60_000 })
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

const newest = async () => (await call<Published>(server, "/assets/reserves")).data
const ownOf = async (trader: Trader) => (await trader.get<Own>("/assets/reserveProof")).data
const sha256 = async (text: string) => createHash("sha256").update(text).digest("hex")

test("everyone finds every amount under its root, and nobody's is another's", async () => {
  const published = await newest()
  const nonces = new Set<string>()
  for (const trader of traders) {
    const own = await ownOf(trader)
    expect(own.proof).toBe(published.proof)
    expect(own.rows.map(({ currency, amount }) => `${amount} ${currency}`)).toEqual([
      "0.05 BTC",
      "10000 USDT",
    ])
    for (const { currency, amount, nonce, path } of own.rows) {
      nonces.add(nonce)
      const total = published.rows.find((row) => row.currency === currency)
      expect(total?.users).toBe(3)
      const liability = { proof: own.proof, currency, uid: own.uid, nonce, amount: unitsOf(amount) }
      const steps = path.map((step) => ({ ...step, sum: unitsOf(step.sum) }))
      const root = { root: total?.root ?? "", total: unitsOf(total?.liabilities ?? "0") }
      expect(await checkPath(liability, steps, root, sha256)).toBeUndefined()
    }
  }
  expect(nonces.size).toBe(6)
})

test("the sums are what all users have, and practice money is told", async () => {
  const { rows } = await newest()
  const usdt = rows.find(({ currency }) => currency === "USDT")
  expect(usdt?.liabilities).toBe("30000")
  expect(usdt?.practice).toBe(true)
})

test("money in other accounts and in AI products is counted, once", async () => {
  const [ada] = traders
  if (!ada) throw new Error("nobody")
  const moved = { from: "funding", to: "second", currency: "USDT", amount: "1234.5", key: "r1" }
  expect((await ada.post("/assets/transfer", moved)).code).toBe(200)
  const saved = {
    product: (await ada.get<Products>("/ai/products")).data.rows[0]?.id,
    amount: "500",
    key: "r2",
  }
  expect((await ada.post("/ai/buy", saved)).code).toBe(200)
  const before = (await newest()).proof
  ahead += HOUR_MS
  await vi.waitFor(async () => expect((await newest()).proof).toBeGreaterThan(before), { timeout: 60_000 })
  const own = await ownOf(ada)
  expect(own.rows.find(({ currency }) => currency === "USDT")?.amount).toBe("10000")
})

test("a stranger's script proves it, and says so where an amount or a root was changed", async () => {
  const [ada] = traders
  if (!ada) throw new Error("nobody")
  const { stdout } = await run(process.execPath, [SCRIPT, server.address, ada.token])
  expect(stdout).toContain("all of your balances are counted")
  const folder = mkdtempSync(join(tmpdir(), "saker-reserves-"))
  const saved = (name: string, data: unknown) => {
    const file = join(folder, name)
    writeFileSync(file, JSON.stringify({ data }))
    return file
  }
  const own = await ownOf(ada)
  const published = await newest()
  const changed = { ...own, rows: own.rows.map((row) => ({ ...row, amount: "9999" })) }
  const less = { ...published, rows: published.rows.map((row) => ({ ...row, liabilities: "10000" })) }
  const [mine, theirs] = [saved("mine.json", own), saved("noted.json", published)]
  expect((await run(process.execPath, [SCRIPT, server.address, mine, theirs])).stdout).toContain("counted")
  for (const files of [
    [saved("changed.json", changed), theirs],
    [mine, saved("less.json", less)],
  ])
    await expect(run(process.execPath, [SCRIPT, server.address, ...files])).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining("not proven"),
    })
})
