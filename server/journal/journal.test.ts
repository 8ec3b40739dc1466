/** A batch is stored once, whole and in order, whatever the database does meanwhile. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import type { EngineEvent, OrderView } from "#server/engine/event.ts"
import { type AppliedBatch, type Clock, systemClock } from "#server/exchange/exchange.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import { type FaultKind, FaultyStorage } from "#tests/support/faulty-storage.ts"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "#tests/support/postgres.ts"
import { unpackCommands } from "./command-codec.ts"
import { FIRST_CHAIN, Journal, nextChain, takeTerm } from "./journal.ts"

const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
const KINDS = ["the embedded database", ...(postgresIsThere ? ["a PostgreSQL server"] : [])]
if (!postgresIsThere) test.skip(`a PostgreSQL server: ${LEFT_OUT}`, () => undefined)

const TABLES = [
  "journal",
  "ledger_journals",
  "ledger_entries",
  "balances",
  "bill",
  "orders",
  "fills",
] as const

const amount = (value: bigint) => value as Amount
const order = (fields: Partial<OrderView>): OrderView => ({
  id: 5,
  account: "u1",
  instrument: "ABC_USDT",
  kind: "spot",
  side: "buy",
  orderType: "limit",
  timeInForce: "gtc",
  price: 3 as Ticks,
  quantity: 4 as Lots,
  postOnly: false,
  executed: 0 as Lots,
  executedQuote: amount(0n),
  status: "new",
  charged: amount(0n),
  feeCurrency: "ABC",
  hold: amount(12n),
  created: 1000,
  updated: 1000,
  sequence: 2,
  ...fields,
})
const line = (account: string, currency: string, value: bigint) => ({
  account,
  currency,
  amount: amount(value),
})
const balance = (account: string, currency: string, available: bigint, held: bigint): EngineEvent => ({
  type: "balance",
  account,
  wallet: "funding",
  currency,
  available: amount(available),
  held: amount(held),
})

/** Practice money, a hold, and a fill with its fee: what a batch of a user looks like. */
const batches: AppliedBatch[] = [
  {
    stamped: [
      {
        seq: 1,
        time: 1000,
        command: {
          type: "faucet.draw",
          account: "u1",
          amounts: [{ currency: "USDT", amount: amount(100n) }],
        },
      },
      { seq: 2, time: 1001, command: { type: "clock.tick" } },
    ],
    events: [
      [
        {
          type: "journal",
          kind: "faucet",
          reference: "p-1",
          lines: [line("faucet", "USDT", -100n), line("u1.funding.available", "USDT", 100n)],
        },
        balance("u1", "USDT", 100n, 0n),
      ],
      [
        {
          type: "journal",
          kind: "order-hold",
          reference: "order:5",
          lines: [line("u1.funding.available", "USDT", -12n), line("u1.funding.held", "USDT", 12n)],
        },
        balance("u1", "USDT", 88n, 12n),
        { type: "order", order: order({ clientOrderId: "c-1" }) },
        { type: "order", order: order({ id: 6, account: "house-maker" }) },
      ],
    ],
  },
  {
    stamped: [{ seq: 3, time: 1002, command: { type: "clock.tick" } }],
    events: [
      [
        {
          type: "journal",
          kind: "capital",
          reference: "",
          lines: [line("faucet", "ABC", -50n), line("house-maker.funding.available", "ABC", 50n)],
        },
        {
          type: "journal",
          kind: "trade",
          reference: "trade:ABC_USDT:9",
          lines: [
            line("u1.funding.held", "USDT", -12n),
            line("house-maker.funding.available", "USDT", 12n),
            line("house-maker.funding.available", "ABC", -4n),
            line("u1.funding.available", "ABC", 4n),
          ],
        },
        {
          type: "journal",
          kind: "fee",
          reference: "order:5",
          lines: [line("u1.funding.available", "ABC", -1n), line("fees", "ABC", 1n)],
        },
        balance("u1", "USDT", 88n, 0n),
        balance("u1", "ABC", 3n, 0n),
        {
          type: "fill",
          kind: "spot",
          account: "u1",
          order: 5,
          instrument: "ABC_USDT",
          id: 9,
          side: "buy",
          price: 3 as Ticks,
          quantity: 4 as Lots,
          turnover: amount(12n),
          fee: amount(1n),
          feeCurrency: "ABC",
          liquidity: "maker",
          time: 1002,
        },
        {
          type: "order",
          order: order({
            status: "filled",
            executed: 4 as Lots,
            executedQuote: amount(12n),
            charged: amount(1n),
            hold: amount(0n),
            sequence: 3,
          }),
        },
      ],
    ],
  },
]

describe.each(KINDS)("on %s", (kind) => {
  const folder = mkdtempSync(join(tmpdir(), "saker-journal-"))
  let storage: Storage
  let drop = async () => undefined as unknown
  const said: string[] = []
  const log = {
    error: (_: object, text: string) => said.push(text),
    info: (_: object, text: string) => said.push(text),
  }

  beforeAll(async () => {
    const server = kind === "a PostgreSQL server" ? await freshDatabase() : undefined
    if (server) drop = server.drop
    storage = await openStorage({
      data: folder,
      database: "simulated-1",
      seedFile,
      databaseUrl: server?.url ?? "",
    })
  }, 180_000)
  afterAll(async () => {
    await storage.close()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    said.length = 0
    await storage.run(`truncate engine_head, ${TABLES.join(", ")}`)
  })

  const open = async (over: Storage = storage, clock: Clock = systemClock) =>
    new Journal({ storage: over, clock, log, head: await takeTerm(storage) })
  const everything = async () =>
    Object.fromEntries(
      await Promise.all(
        TABLES.map(async (table) => [table, await storage.database.selectFrom(table).selectAll().execute()]),
      ),
    )
  /** As everything stands after both batches without any fault. */
  async function whole() {
    const journal = await open()
    for (const batch of batches) await journal.keep(batch)
    const all = await everything()
    await storage.run(`truncate engine_head, ${TABLES.join(", ")}`)
    return all
  }

  test("commands, ledger, bill, orders and fills of a batch are there together (R1)", async () => {
    const journal = await open()
    for (const batch of batches) await journal.keep(batch)
    const { database } = storage
    const kept = await database.selectFrom("journal").selectAll().orderBy("first_seq").execute()
    expect(kept.map((row) => [row.first_seq, row.last_seq, row.time])).toEqual([
      [1, 2, 1001],
      [3, 3, 1002],
    ])
    expect(kept.flatMap((row) => unpackCommands(row.first_seq, row.commands))).toEqual(
      batches.flatMap((batch) => batch.stamped),
    )
    let chain = FIRST_CHAIN
    for (const row of kept) {
      chain = nextChain(chain, row.commands)
      expect(Buffer.compare(row.chain, chain)).toBe(0)
    }
    const balances = await database
      .selectFrom("balances")
      .selectAll()
      .orderBy("account")
      .orderBy("currency")
      .execute()
    expect(balances.map((row) => `${row.account} ${row.amount} ${row.currency}`)).toEqual([
      "faucet -50 ABC",
      "faucet -100 USDT",
      "fees 1 ABC",
      "house-maker.funding.available 46 ABC",
      "house-maker.funding.available 12 USDT",
      "u1.funding.available 3 ABC",
      "u1.funding.available 88 USDT",
      "u1.funding.held 0 USDT",
    ])
    const orders = await database.selectFrom("orders").selectAll().execute()
    expect(orders).toMatchObject([
      {
        id: 5,
        user_id: 1,
        client_order_id: "c-1",
        status: "filled",
        executed: 4,
        price: 3,
        stop_price: null,
        hold: "0",
      },
    ])
    expect(await database.selectFrom("fills").selectAll().execute()).toMatchObject([
      { user_id: 1, order_id: 5, trade: 9, fee: "1", liquidity: "maker" },
    ])
  })

  test("the bill tells each movement with the balance after it, and no mere freezing", async () => {
    const journal = await open()
    for (const batch of batches) await journal.keep(batch)
    const bill = await storage.database.selectFrom("bill").selectAll().orderBy("seq").orderBy("n").execute()
    expect(
      bill.map((row) => [row.seq, row.n, row.kind, row.currency, row.amount, row.balance, row.instrument]),
    ).toEqual([
      [1, 0, "practice", "USDT", "100", "100", ""],
      [3, 0, "trade", "USDT", "-12", "88", "ABC_USDT"],
      [3, 1, "trade", "ABC", "4", "4", "ABC_USDT"],
      [3, 2, "fee", "ABC", "-1", "3", ""],
    ])
  })

  test.each<FaultKind>(["before it is done", "after it is done"])(
    "a statement whose connection breaks %s is kept once (R5)",
    async (fault) => {
      const expected = await whole()
      const faulty = new FaultyStorage(storage)
      faulty.kind = fault
      const journal = await open(faulty)
      for (const batch of batches) {
        faulty.failAt = faulty.count + 1
        await journal.keep(batch)
      }
      expect(await everything()).toEqual(expected)
      expect(said).toEqual([
        expect.stringMatching(/takes no commands/),
        "the database takes commands again",
        expect.stringMatching(/takes no commands/),
        "the database takes commands again",
      ])
      expect(journal.failure()).toBeUndefined()
    },
  )

  test("a dead database is waited for, however long, and said once", async () => {
    const faulty = new FaultyStorage(storage)
    faulty.isDead = true
    let tries = 0
    const clock: Clock = {
      ...systemClock,
      after(_ms, run) {
        tries += 1
        if (tries === 30) faulty.isDead = false
        return systemClock.soon(run)
      },
    }
    const journal = await open(faulty, clock)
    const [first] = batches
    if (!first) throw new Error("no batch")
    await journal.keep(first)
    expect(tries).toBe(30)
    expect(said).toHaveLength(2)
    expect(await storage.database.selectFrom("journal").select("last_seq").execute()).toEqual([
      { last_seq: 2 },
    ])
  })

  test("a database that is silent takes nothing, and it is said before anybody knows more (R8)", async () => {
    let elapsed = 0
    const answers = Promise.withResolvers<void>()
    const silent = Object.create(storage, { prepare: { value: () => answers.promise } }) as Storage
    const journal = await open(silent, { ...systemClock, elapsed: () => elapsed })
    const [first] = batches
    if (!first) throw new Error("no batch")
    const kept = journal.keep(first)
    elapsed = 4999
    expect(journal.failure()).toBeUndefined()
    elapsed = 7000
    expect(journal.failure()).toBe("the database takes no commands: it hasn't answered for 7 s")
    answers.resolve()
    await kept
    expect(journal.failure()).toBeUndefined()
    expect(said).toEqual([])
  })

  test("a writer that another has replaced can't commit any more", async () => {
    const [first, second] = batches
    if (!first || !second) throw new Error("no batches")
    const old = await open()
    await old.keep(first)
    const journal = await open()
    expect(journal.head.seq).toBe(2)
    await expect(old.keep(second)).rejects.toThrow("another server has taken over")
    await journal.keep(second)
    expect(await storage.database.selectFrom("journal").select("last_seq").execute()).toHaveLength(2)
  })

  test("books that don't balance are refused for good, and leave nothing", async () => {
    const journal = await open()
    const wrong: AppliedBatch = {
      stamped: [{ seq: 1, time: 1, command: { type: "clock.tick" } }],
      events: [[{ type: "journal", kind: "fee", reference: "", lines: [line("fees", "ABC", 1n)] }]],
    }
    await expect(journal.keep(wrong)).rejects.toThrow("sum to zero")
    expect(await storage.database.selectFrom("journal").selectAll().execute()).toEqual([])
  })
})
