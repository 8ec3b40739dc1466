/** Check 8 (C8): wallets that hold less than the ledger says freeze withdrawals; what is on its way isn't missing. */

import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Amount, UNITS_PER_COIN } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { createExchange, type Exchange, systemClock } from "../exchange/exchange.ts"
import { openStorage } from "../storage/open-storage.ts"
import type { Storage } from "../storage/storage.ts"
import type { CustodyAdapter, Outgoing } from "./custody-adapter.ts"
import { CustodyAudit } from "./custody-audit.ts"
import { CustodyLoop } from "./custody-loop.ts"
import { bookGenesis } from "./genesis.ts"

const WITHIN_MS = 60_000
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
const coins = (count: number): Amount => (BigInt(count) * UNITS_PER_COIN) as Amount
const COST = 12_345n as Amount

let storage: Storage
beforeAll(async () => {
  const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
  storage = await openStorage({ data: freshFolder(), database: "simulated-1", seedFile, databaseUrl: "" })
}, WITHIN_MS)
afterAll(async () => {
  await storage.close()
  removeFolders()
}, WITHIN_MS)

let engine: Engine
let exchange: Exchange
let audit: CustodyAudit
let loop: CustodyLoop
let now: number
let wallets: Record<string, bigint>
let sent: Map<number, Outgoing>
const parts = () => {
  const adapter: CustodyAdapter = {
    addressOf: async () => ADDRESS,
    incoming: async () => [],
    settle: async () => undefined,
    // From this moment on neither the amount nor the cost are in the wallets.
    async send({ id, currency, amount }) {
      wallets[currency] = (wallets[currency] ?? 0n) - amount
      wallets.ETH = (wallets.ETH ?? 0n) - COST
      const cost = { currency: "ETH", amount: COST }
      sent.set(id, { tx: `tx-${id}`, confirmations: 0, isFinal: false, isFailed: false, cost })
      return { tx: `tx-${id}` }
    },
    outgoing: async (id) => sent.get(id),
    balances: async () =>
      Object.entries(wallets).map(([currency, amount]) => ({
        ...{ chain: "ethereum" as const, currency, amount: amount as Amount },
      })),
    close: async () => undefined,
  }
  const clock = { now: () => now, after: systemClock.after }
  const log = { error: () => undefined, info: () => undefined }
  return { adapter, exchange, engine: engine.state, wasFinal: async () => false, clock, log, storage }
}

beforeEach(async () => {
  engine = createEngine({})
  exchange = createExchange({ engine, clock: systemClock, log: { error: () => undefined } })
  now = Date.now()
  wallets = { USDT: coins(1_000), ETH: coins(10) }
  sent = new Map()
  await bookGenesis(parts())
  audit = new CustodyAudit(parts())
  loop = new CustodyLoop(parts(), () => audit.lookIfDue())
})

/** So many looks, each of them due. */
async function look(times = 2): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    now += 3_600_000
    await loop.look()
  }
  expect(checkBooks(engine.state)).toEqual([])
}
async function run(command: Command): Promise<void> {
  const done = await exchange.submit(command)
  if (!done.ok) throw new Error(JSON.stringify(done.problem))
}
const isFrozen = () => engine.state.custody.frozen !== undefined

test("what the wallets held at the first start is the operator's, told once", async () => {
  await bookGenesis(parts())
  const held = ["USDT", "ETH"].map((currency) =>
    engine.state.ledger.systemBalance("operator.capital", currency),
  )
  expect(held).toEqual([coins(1_000), coins(10)])
  await look()
  expect(isFrozen()).toBe(false)
})

test("one unit that is missing at two looks freezes withdrawals, and the operator can read it", async () => {
  wallets.ETH = coins(10) - 1n
  await look(1)
  expect([isFrozen(), audit.failures()]).toEqual([false, []])
  await look(1)
  expect([isFrozen(), audit.failures()]).toEqual([true, [expect.stringContaining("9.99999999 ETH of 10")]])
  const row = await storage.database.selectFrom("audit").selectAll().orderBy("id", "desc").executeTakeFirst()
  expect(row).toMatchObject({ operator: "self-audit", action: "custody.missing" })
  wallets.ETH = coins(10)
  await look(1)
  // Nothing is healed by itself: the operator lifts it.
  expect([isFrozen(), audit.failures()]).toEqual([true, []])
})

test("more than the ledger says is no trouble", async () => {
  wallets.USDT = coins(1_001)
  await look()
  expect(isFrozen()).toBe(false)
})

test("a deposit that isn't final is not missing, one that is has to be there", async () => {
  const name = { chain: "ethereum", tx: "a", index: 0 } as const
  const amount = coins(50)
  await run({ type: "custody.seen", ...name, account: "u7", address: ADDRESS, currency: "USDT", amount })
  await run({ type: "custody.confirmed", ...name, confirmations: 20 })
  await look()
  expect(isFrozen()).toBe(false)
  await run({ type: "custody.confirmed", ...name, confirmations: 64 })
  await look()
  expect(isFrozen()).toBe(true)
})

/** USDT of u7 on Ethereum, final. */
async function deposited(count: number): Promise<void> {
  const name = { chain: "ethereum", tx: "a", index: 0 } as const
  const amount = coins(count)
  await run({ type: "custody.seen", ...name, account: "u7", address: ADDRESS, currency: "USDT", amount })
  await run({ type: "custody.confirmed", ...name, confirmations: 64 })
  wallets.USDT = coins(1_000 + count)
}
/** A withdrawal of 20 USDT of u7; its id. */
async function requested(key: string): Promise<number> {
  const asked = await exchange.submit({
    ...{ type: "withdraw.request", account: "u7", currency: "USDT", chain: "ethereum", addressId: 1 },
    ...{ address: ADDRESS, remark: "", amount: coins(20), key, keysMax: 100, identity: "verified" },
    ...{ addressReadyAt: 0, restUntil: 0, hasSecondProof: false, waitMs: 0 },
  })
  if (!asked.ok) throw new Error(JSON.stringify(asked.problem))
  return asked.value.withdrawal.id
}

test("a withdrawal and what its network cost are not missing at any step; the cost is paid once", async () => {
  await deposited(50)
  const id = await requested("k")
  await look()
  await run({ type: "clock.tick" })
  await look()
  expect(engine.state.custody.withdrawals.get(id)?.status).toBe("sent")
  const outgoing = sent.get(id)
  if (outgoing) outgoing.isFinal = true
  await look()
  expect([engine.state.custody.withdrawals.has(id), isFrozen()]).toEqual([false, false])
  expect(engine.state.ledger.systemBalance("operator.capital", "ETH")).toBe(coins(10) - COST)
  expect(engine.state.ledger.systemBalance("custody", "ETH")).toBe(-(wallets.ETH ?? 0n))
  expect(engine.state.ledger.systemBalance("fees", "USDT")).toBe(coins(3))
})

test("costs that are booked beside each other are all paid, wherever one comes between two steps of another", async () => {
  await deposited(1_000)
  const ids: number[] = []
  for (let at = 0; at < 30; at += 1) ids.push(await requested(`k${at}`))
  await run({ type: "clock.tick" })
  const wait = async (turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  const late = parts()
  late.adapter.outgoing = async (id) => {
    await wait(ids.indexOf(id))
    return sent.get(id)
  }
  const submit: Exchange["submit"] = async (command) => {
    const answer = await exchange.submit(command)
    await wait(3)
    return answer
  }
  loop = new CustodyLoop({ ...late, exchange: { ...exchange, submit } }, () => audit.lookIfDue())
  await look(1)
  expect(sent.size).toBe(ids.length)
  for (const outgoing of sent.values()) outgoing.isFinal = true
  await look()
  expect([engine.state.custody.withdrawals.size, isFrozen(), loop.troubles()]).toEqual([0, false, []])
  const spent = COST * BigInt(ids.length)
  expect(engine.state.ledger.systemBalance("operator.capital", "ETH")).toBe(coins(10) - spent)
  expect(engine.state.ledger.systemBalance("custody", "ETH")).toBe(-(wallets.ETH ?? 0n))
})
