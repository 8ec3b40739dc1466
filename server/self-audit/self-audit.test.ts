/** Every kind of wrong book stops trading within one check, with an error log, and nothing else does. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Amount, Lots, Price8, Ticks } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { SeededChance } from "#tests/simulation/seeded-chance.ts"
import { emptyStorage } from "#tests/support/emptied-storage.ts"
import { INDEX, SECOND, secondInstrument } from "#tests/support/second-exchange.ts"
import { coins, SPOT, spotInstrument } from "#tests/support/test-exchange.ts"
import { type Clock, systemClock } from "../exchange/exchange.ts"
import { MarketModel } from "../read-model/market-model.ts"
import { type OpenedExchange, openExchange } from "../start/open-exchange.ts"
import { openStorage } from "../storage/open-storage.ts"
import type { Storage } from "../storage/storage.ts"
import { SelfAudit } from "./self-audit.ts"

const WRONG_BOOKS = Number(process.env.SAKER_WRONG_BOOKS ?? 25)
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

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "saker-audit-"))
  storage = await openStorage({ data: folder, database: "simulated-1", seedFile, databaseUrl: "" })
}, 180_000)
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  ahead = 0
  faults = []
  await emptyStorage(storage)
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
    marks: { optionHouse: coins(1_000), insurance: coins(0), houseMaker: coins(-500), aiReservePercent: 100 },
  })
  await send({ type: "instrument.set", instrument: spotInstrument() })
  for (const account of ["u1", "u2"]) {
    const amounts = ["ABC", "USDT"].map((currency) => ({ currency, amount: coins(10_000) }))
    await send({ type: "faucet.draw", account, amounts })
  }
  await send(order("u1", "buy", 100, 5))
  await send(order("u1", "sell", 110, 5))
  await send(order("u2", "sell", 100, 2))
})
afterEach(async () => {
  await opened.exchange.stop()
  await opened.abandon()
  rmSync(join(folder, "audit"), { recursive: true, force: true })
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

  test("finds every one of many wrong books by chance, at its next look, and nothing between them", async () => {
    const chance = new SeededChance(61)
    const pairOf = () => [chance.pick(["u1", "u2"]), "funding", chance.pick(["ABC", "USDT"])] as const
    const amount = () => (BigInt(chance.whole(1, 2 ** 31)) * (chance.happens(0.5) ? 1n : -1n)) as Amount
    /** Each answers what takes it back. */
    const plants = [
      () => {
        const account = chance.pick(state().ledger.systemAccounts() as never) as { balance: Amount }
        const by = amount()
        account.balance = (account.balance + by) as Amount
        return () => {
          account.balance = (account.balance - by) as Amount
        }
      },
      ...(["available", "held"] as const).map((part) => () => {
        const balance = state().ledger.balance(...pairOf())
        const by = amount()
        balance[part] = (balance[part] + by) as Amount
        return () => {
          balance[part] = (balance[part] - by) as Amount
        }
      }),
      () => {
        const balance = state().ledger.balance(...pairOf())
        const by = amount()
        const shift = (units: bigint) =>
          Object.assign(balance, { held: balance.held + units, available: balance.available - units })
        shift(by)
        return () => shift(-by)
      },
      () => {
        const order = chance.pick([...state().orders.values()] as never) as { status: string }
        const { status } = order
        order.status = chance.pick(["cancelled", "filled", "rejected", "expired"])
        return () => {
          order.status = status
        }
      },
    ] as const
    for (let count = 0; count < WRONG_BOOKS; count += 1) {
      await look()
      expect([count, audit.failure(), faults]).toEqual([count, undefined, []])
      const takeBack = chance.pick(plants)()
      await look()
      expect([count, audit.failure()]).toEqual([count, expect.stringMatching(/^trading is stopped/)])
      expect(await send(order("u1", "buy", 50, 1))).toMatchObject({ problem: { name: "TRADING_STATE" } })
      takeBack()
      expect(await send({ type: "audit.resume" })).toMatchObject({ ok: true })
      expect(faults.splice(0)).toEqual([expect.stringContaining("THE BOOKS DIFFER")])
      rmSync(join(folder, "audit"), { recursive: true, force: true })
    }
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

describe("second contracts (C6, C7)", () => {
  const state = () => opened.engine.state
  const quote = (price: number): Command => ({
    ...{ type: "feed.quote", index: INDEX, source: "one" },
    last: coins(price) as bigint as Price8,
  })
  const give = (to: string, amount: number): Command => ({
    ...{ type: "capital.move", from: "faucet", to, currency: "USDT", amount: coins(amount), reason: "test" },
  })
  const told = async () =>
    (await storage.database.selectFrom("audit").select(["operator", "action", "detail"]).execute()).map(
      ({ operator, action, detail }) => `${operator} ${action} ${detail}`,
    )

  beforeEach(async () => {
    await send({ type: "instrument.set", instrument: secondInstrument() })
    await send(give("u1.second.available", 100))
    await send(give("option-house.available", 5_000))
    await send(quote(100))
    const contract = {
      account: "u1",
      instrument: SECOND,
      direction: "bullish",
      seconds: 30,
      key: "k",
    } as const
    expect(await send({ type: "second.open", ...contract, stake: coins(10) })).toMatchObject({ ok: true })
  })

  test("that are settled in their time, or wait for it, are let alone", async () => {
    await look()
    expect(audit.failure()).toBeUndefined()
    ahead += 60_000
    await send({ type: "clock.tick" })
    await look()
    expect([audit.failure(), faults, await told()]).toEqual([undefined, [], []])
    expect(state().seconds.contracts()).toEqual([])
  })

  test("of which one isn't settled in time take no more, and the operator is called; the rest goes on", async () => {
    state().timers.remove("second-refund", INDEX)
    ahead += 60_000
    await send({ type: "clock.tick" })
    await look()
    await look()
    expect(audit.failure()).toBe("second contracts ended and are not settled: 1")
    expect(faults).toEqual(["SECOND CONTRACTS ARE NOT SETTLED: no new ones are taken"])
    expect(await told()).toEqual(["self-audit seconds.stopped second contracts ended and are not settled: 1"])
    expect(state().seconds.listed.get(SECOND)?.instrument.state).toBe("cancel-only")
    expect((await send(order("u1", "buy", 50, 1))).ok).toBe(true)
  })

  test("whose house falls below its mark are told of once, and once as it has more again", async () => {
    const house = state().ledger.system("option-house.available", "USDT")
    const full = house.balance
    await send({
      ...{ type: "capital.move", from: "option-house.available", to: "faucet", currency: "USDT" },
      ...{ amount: (full - coins(999)) as Amount, reason: "test" },
    })
    await look()
    await look()
    expect(faults).toEqual(["THE OPTION HOUSE IS BELOW ITS WARNING MARK"])
    expect(audit.failure()).toBeUndefined()
    await send(give("option-house.available", 5_000))
    await look()
    await look()
    const says = "free for profits of second contracts:"
    expect(await told()).toEqual([
      `self-audit option-house.low ${says} 999 USDT; warning mark: 1000`,
      `self-audit option-house.filled ${says} 5999 USDT; warning mark: 1000`,
    ])
    expect(faults).toHaveLength(1)
  })
})
