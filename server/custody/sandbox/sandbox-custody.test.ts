/** The simulated chains: what is sent arrives once, confirmations rise with time, and reorganisations are told (D8). */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { CHAINS, type Chain } from "#core/chain/chain-assets.ts"
import type { Amount } from "#core/money/units.ts"
import { storageWithUsers } from "#tests/support/bare-users.ts"
import type { Storage } from "../../storage/storage.ts"
import { Addresses } from "../addresses.ts"
import { Blocks } from "./blocks.ts"
import { SandboxCustody } from "./sandbox-custody.ts"

const BLOCK_MS = 1000
const OUTSIDE = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
const COIN = 100_000_000n
const folder = mkdtempSync(join(tmpdir(), "saker-chains-"))
const addresses = new Addresses(new Uint8Array(64).fill(7))
const blocks = new Blocks("a seed without a reorganisation nearby", BLOCK_MS)
const START = 1_785_000_000_000

let storage: Storage
let time = START
let custody: SandboxCustody
const restarted = () => new SandboxCustody({ database: storage.database, addresses, blocks, now: () => time })

beforeAll(async () => {
  storage = await storageWithUsers(folder, 3)
  custody = restarted()
}, 180_000)
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

let keys = 0
/** Coins from outside to user `n` over TRON. */
async function arrive(n: number, amount = 5n * COIN) {
  keys += 1
  const address = await custody.addressOf("tron", n)
  const given = {
    key: `k${keys}`,
    chain: "tron",
    currency: "USDT",
    address,
    amount: amount as Amount,
  } as const
  return { address, tx: (await custody.faucet(given)).tx, given }
}
const told = async (tx: string) => (await custody.incoming()).find((one) => one.tx === tx)
const heldOf = async (chain: Chain, currency: string) =>
  (await custody.balances()).find((row) => row.chain === chain && row.currency === currency)?.amount ?? 0n
const payment = (id: number, more: object = {}) => ({
  ...{ id, chain: "tron" as Chain, currency: "USDT", address: OUTSIDE, amount: (7n * COIN) as Amount },
  ...more,
})

describe("what comes in", () => {
  test("is told with its owner, gains a confirmation with every block, and is told until it is settled", async () => {
    const { address, tx } = await arrive(1)
    expect(await told(tx)).toEqual({
      ...{ chain: "tron", tx, index: 0, address, userNumber: 1, currency: "USDT", amount: 5n * COIN },
      ...{ confirmations: 0, isGone: false },
    })
    const seen = [0]
    for (let n = 0; n < 60; n += 1) {
      time += BLOCK_MS
      seen.push((await told(tx))?.confirmations ?? -1)
    }
    expect(seen.at(-1)).toBeGreaterThan(40)
    // A server that was down for a year still tells it.
    time += 365 * 86_400_000
    custody = restarted()
    expect(await told(tx)).toMatchObject({ isGone: false })
    await custody.settle({ chain: "tron", tx })
    expect(await told(tx)).toBeUndefined()
  })

  test("is one transaction for one key, however often it is asked for", async () => {
    const { tx, given } = await arrive(1)
    const answers = await Promise.all([1, 2, 3].map(() => custody.faucet(given)))
    expect(answers).toEqual([{ tx }, { tx }, { tx }])
    expect((await custody.incoming()).filter((one) => one.tx === tx)).toHaveLength(1)
    await expect(custody.faucet({ ...given, amount: 1n as Amount })).rejects.toThrow("other details")
  })

  test("counts into the wallet from its first block on", async () => {
    time += 60 * BLOCK_MS
    const before = await heldOf("tron", "USDT")
    const { tx } = await arrive(2)
    expect(await heldOf("tron", "USDT")).toBe(before)
    time += 60 * BLOCK_MS
    expect(await heldOf("tron", "USDT")).toBe(before + 5n * COIN)
    await custody.settle({ chain: "tron", tx })
    expect(await heldOf("tron", "USDT")).toBe(before + 5n * COIN)
  })

  test("falls back to no confirmations when its block is taken back, and is mined again", async () => {
    const { tx } = await arrive(2)
    time += 4 * BLOCK_MS
    await custody.reorganise("tron", 10, false)
    expect(await told(tx)).toMatchObject({ confirmations: 0, isGone: false })
    time += 60 * BLOCK_MS
    expect((await told(tx))?.confirmations).toBeGreaterThan(40)
  })

  test("is told as gone, for good, when the chain forgets it", async () => {
    const before = await heldOf("tron", "USDT")
    const { tx } = await arrive(2)
    time += 10 * BLOCK_MS
    await custody.reorganise("tron", 30, true)
    expect(await told(tx)).toMatchObject({ confirmations: 0, isGone: true })
    time += 86_400_000
    custody = restarted()
    expect(await told(tx)).toMatchObject({ isGone: true })
    expect(await heldOf("tron", "USDT")).toBe(before)
  })

  test("isn't touched by a reorganisation of another chain, or one that isn't deep enough", async () => {
    const { tx } = await arrive(2)
    time += 60 * BLOCK_MS
    const before = await told(tx)
    await custody.reorganise("tron", 5, true)
    await custody.reorganise("ethereum", 500, true)
    expect(await told(tx)).toEqual(before)
  })
})

describe("what goes out", () => {
  test("is one transaction for one id: asked again, at once, after a restart", async () => {
    expect(await custody.outgoing(1)).toBeUndefined()
    const first = await Promise.all([1, 2, 3].map(() => custody.send(payment(1))))
    custody = restarted()
    const again = await custody.send(payment(1))
    expect(new Set([...first, again].map(({ tx }) => tx)).size).toBe(1)
    expect((await custody.send(payment(2))).tx).not.toBe(again.tx)
    await expect(custody.send(payment(1, { amount: 1n }))).rejects.toThrow("other details")
    await expect(
      custody.send(payment(1, { address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" })),
    ).rejects.toThrow()
  })

  test("leaves the wallet at once, with its cost, and becomes final", async () => {
    const [coins, ether] = [await heldOf("ethereum", "USDT"), await heldOf("ethereum", "ETH")]
    const address = "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB"
    const { tx } = await custody.send(payment(3, { chain: "ethereum", address }))
    expect(tx).toMatch(/^0x[0-9a-f]{64}$/)
    const sent = await custody.outgoing(3)
    expect(sent).toMatchObject({ tx, confirmations: 0, isFinal: false, isFailed: false })
    expect(await heldOf("ethereum", "ETH")).toBe(ether - (sent?.cost?.amount ?? 0n))
    expect(await heldOf("ethereum", "USDT")).toBe(coins - 7n * COIN)
    time += 200 * BLOCK_MS
    const done = await custody.outgoing(3)
    expect(done).toMatchObject({ tx, isFinal: true, isFailed: false, cost: { currency: "ETH" } })
    expect(await heldOf("ethereum", "ETH")).toBe(ether - (done?.cost?.amount ?? 0n))
  })

  test("has failed only once the chain can't take it any more, and came back then", async () => {
    const before = await heldOf("tron", "USDT")
    await custody.send(payment(4))
    time += 5 * BLOCK_MS
    await custody.reorganise("tron", 20, true)
    expect(await custody.outgoing(4)).toMatchObject({ confirmations: 0, isFinal: false, isFailed: false })
    time += 60 * BLOCK_MS
    expect(await custody.outgoing(4)).toMatchObject({ isFinal: false, isFailed: true })
    expect(await heldOf("tron", "USDT")).toBe(before)
  })

  test("may come in to another of our users, and then the wallet is as it was", async () => {
    const before = await heldOf("tron", "USDT")
    const address = await custody.addressOf("tron", 3)
    const { tx } = await custody.send(payment(5, { address }))
    expect(await told(tx)).toMatchObject({ userNumber: 3, amount: 7n * COIN })
    time += 60 * BLOCK_MS
    expect(await heldOf("tron", "USDT")).toBe(before)
  })

  test.each([
    ["more than the wallet has", { amount: 10n ** 18n }],
    ["nothing", { amount: 0n }],
    ["less than nothing", { amount: -1n }],
    ["to an address of another chain", { chain: "bitcoin" }],
    ["to one that isn't written as the chain writes it", { address: `${OUTSIDE} ` }],
    ["a currency that doesn't go over the chain", { currency: "BTC" }],
  ])("is refused when it is %s, and nothing is written", async (_what, more) => {
    await expect(custody.send(payment(99, more) as Parameters<typeof custody.send>[0])).rejects.toThrow()
    expect(await custody.outgoing(99)).toBeUndefined()
  })
})

describe("blocks", () => {
  test.each(CHAINS)("of %s are replaced now and then, always the same by seed, and never deep", (chain) => {
    const all = new Blocks("seed", BLOCK_MS)
    const step = all.blockMs(chain)
    let fallen = 0
    for (let n = 0; n < 400; n += 1) {
      const since = START + n * step
      let highest = 0
      for (let at = since; at <= since + 12 * step; at += step) {
        const confirmations = all.confirmations(chain, since, at)
        expect(new Blocks("seed", BLOCK_MS).confirmations(chain, since, at)).toBe(confirmations)
        if (confirmations < highest) fallen += 1
        // What has so many is credited, or close to it: it never loses them again.
        if (highest > 3) expect(confirmations).toBeGreaterThan(3)
        highest = Math.max(highest, confirmations)
      }
    }
    expect(fallen).toBeGreaterThan(0)
  })
})
