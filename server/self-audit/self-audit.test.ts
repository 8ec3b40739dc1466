/** Every kind of wrong book stops trading within one check, with an error log, and nothing else does. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { coins, SPOT, spotInstrument } from "#tests/support/test-exchange.ts"
import { type Clock, systemClock } from "../exchange/exchange.ts"
import { MarketModel } from "../read-model/market-model.ts"
import { type OpenedExchange, openExchange } from "../start/open-exchange.ts"
import { openStorage } from "../storage/open-storage.ts"
import type { Storage } from "../storage/storage.ts"
import { SelfAudit } from "./self-audit.ts"

const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
let folder: string
let storage: Storage
let opened: OpenedExchange
let model: MarketModel
let audit: SelfAudit
let faults: string[]
/** Moves only when told: each look is one that counts. */
let ahead: number
const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead }

const send = (command: Command) => opened.exchange.submit(command)
const order = (account: string, side: "buy" | "sell", price: number, quantity: number): Command => ({
  type: "order.place",
  account,
  instrument: SPOT,
  side,
  orderType: "limit",
  price: price as Ticks,
  quantity: quantity as Lots,
})
const look = async () => {
  ahead += 11_000
  await audit.look()
}

beforeEach(async () => {
  ahead = 0
  faults = []
  folder = mkdtempSync(join(tmpdir(), "saker-audit-"))
  storage = await openStorage({ data: folder, database: "simulated-1", seedFile, databaseUrl: "" })
  const log = { error: (_: object, text: string) => faults.push(text), info: () => undefined }
  opened = await openExchange({ storage, clock, log, settings: {}, place: "SAKER_DATA" })
  model = new MarketModel({
    feed: { kind: "simulated", source: "", practice: true },
    instruments: [spotInstrument()],
    coinNames: new Map(),
    counters: new Map(),
    now: clock.now,
  })
  const { engine, exchange, journal } = opened
  exchange.listen((batch) => model.take(batch))
  audit = new SelfAudit({
    engine,
    exchange,
    journal,
    storage,
    model,
    clock,
    log,
    folder: join(folder, "audit"),
  })
  await send({ type: "instrument.set", instrument: spotInstrument() })
  for (const account of ["u1", "u2"]) {
    const amounts = ["ABC", "USDT"].map((currency) => ({ currency, amount: coins(10_000) }))
    await send({ type: "faucet.draw", account, amounts })
  }
  await send(order("u1", "buy", 100, 5))
  await send(order("u1", "sell", 110, 5))
  await send(order("u2", "sell", 100, 2))
}, 180_000)
afterEach(async () => {
  await opened.exchange.stop()
  await opened.abandon()
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

describe("the self-audit (C1, C3, C4, C5, C9; I1, I2, I5, I7)", () => {
  test("lets sound books alone", async () => {
    for (let count = 0; count < 4; count += 1) await look()
    expect(audit.failure()).toBeUndefined()
    expect(faults).toEqual([])
    expect((await send(order("u2", "buy", 90, 1))).ok).toBe(true)
  })

  const state = () => opened.engine.state
  test.each<[string, () => unknown, RegExp]>([
    [
      "a lost unit of fee",
      () => {
        const fees = state().ledger.system("fees", "USDT")
        fees.balance = (fees.balance - 1n) as Amount
      },
      /all accounts of USDT sum to -1/,
    ],
    [
      "a forgotten release",
      () => {
        const balance = state().ledger.balance("u1", "funding", "USDT")
        Object.assign(balance, { held: balance.held + 7n, available: balance.available - 7n })
      },
      /u1.funding.held has/,
    ],
    [
      "a balance below zero",
      () => {
        const balance = state().ledger.balance("u2", "funding", "ABC")
        balance.available = (balance.available - coins(20_000)) as Amount
      },
      /u2.funding.available has -/,
    ],
    [
      "an ended order that holds",
      () => {
        for (const each of state().orders.values()) if (each.side === "sell") each.status = "cancelled"
      },
      /order \d+ is cancelled and still open/,
    ],
    [
      "a stale depth that was published",
      () =>
        model.take({
          time: clock.now(),
          events: [{ type: "depth", instrument: SPOT, side: "buy", price: 99 as Ticks, total: 3 as Lots }],
        }),
      /the published book of ABC_USDT is not the engine's/,
    ],
    [
      "a second writer",
      () => storage.run("update engine_head set term = term + 1"),
      /the database has term 2, this server 1/,
    ],
    [
      "a journal that was changed",
      () => storage.run("update engine_head set chain = decode(repeat('00', 32), 'hex')"),
      /the journal's chain at command \d+ is not the one that was written/,
    ],
  ])("stops trading at %s, and says so", async (_name, plant, said) => {
    await plant()
    // A published book must differ twice.
    await look()
    await look()
    expect(audit.failure()).toMatch(said)
    expect(faults.join()).toContain("THE BOOKS DIFFER")
    await look()
    expect(faults.filter((text) => text.includes("THE BOOKS DIFFER"))).toHaveLength(1)
  })

  test("makes everything cancel-only, and writes state and commands aside", async () => {
    const fees = state().ledger.system("fees", "USDT")
    fees.balance = (fees.balance + 1n) as Amount
    await look()
    expect(opened.engine.instrumentState(SPOT)).toBe("cancel-only")
    expect(await send(order("u1", "buy", 50, 1))).toMatchObject({ problem: { name: "TRADING_STATE" } })
    expect(
      await send({
        type: "transfer",
        account: "u1",
        from: "funding",
        to: "contract",
        currency: "USDT",
        amount: coins(1),
        key: "t",
      }),
    ).toMatchObject({ problem: { name: "TRANSFERS_STOPPED" } })
    const [file] = readdirSync(join(folder, "audit"))
    const text = readFileSync(join(folder, "audit", file ?? ""), "utf8")
    expect(text).toContain('"type":"faucet.draw"')
    expect(text).toContain('"accounts":[')
    // Two persons and a green recount end it; the books are still wrong.
    expect(await send({ type: "audit.resume" })).toMatchObject({ problem: { name: "WRONG_STATE" } })
    fees.balance = (fees.balance - 1n) as Amount
    expect((await send({ type: "audit.resume" })).ok).toBe(true)
    expect(opened.engine.instrumentState(SPOT)).toBe("open")
  })
})
