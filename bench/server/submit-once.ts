/** Rows a second that the exchange stores, against a bare insert of the same batches into the database. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import type { SpotInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import {
  type AppliedBatch,
  createExchange,
  type KeepsBatches,
  systemClock,
} from "#server/exchange/exchange.ts"
import { countRows, rowsOf } from "#server/journal/batch-rows.ts"
import { packCommands } from "#server/journal/command-codec.ts"
import { commitBatch } from "#server/journal/commit-batch.ts"
import { FIRST_CHAIN, Journal, nextChain, takeTerm } from "#server/journal/journal.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import type { Fault } from "../context.ts"
import { type FlowStep, orderFlow } from "./order-flow.ts"
import { WrongResult } from "./wrong-result.ts"

/** Commands whose answers are waited for at a time: as many gateways would have under way. */
const UNDER_WAY_MAX = 2_000
const COIN = 100_000_000n
const PLENTY = (10n ** 19n) as Amount

export interface SubmitRepetition {
  /** Rows a second, each with its share of the journal. */
  exchange: number
  bare: number
  /** As `exchange`, where the system decides when writes reach the disk. */
  unforced: number
  rows: number
  batches: number
}

const silent = { error: () => undefined, info: () => undefined }
const instrument: SpotInstrument = {
  id: "ABC_USDT",
  kind: "spot",
  base: "ABC",
  quote: "USDT",
  tick: COIN,
  lot: COIN,
  notionalUnit: COIN,
  state: "open",
  listedAt: 0,
  minQuantity: 1 as Lots,
  maxQuantity: 1_000_000 as Lots,
  maxMarketQuantity: 1_000_000 as Lots,
  minNotional: 0n as Amount,
  maxOpenOrders: 200,
  maxStops: 20,
  priceRule: "off",
  band: 5_000_000n,
  marketProtection: 50_000_000n,
  stpDefault: "EXPIRE_MAKER",
}

/** `account-17` of the flow is the user with the id 18. */
const accountOf = (name: string): string => `u${Number(name.slice("account-".length)) + 1}`

/** Does the whole flow once each way, on databases of their own. Throws when rows were lost or the books don't balance. */
export async function submitOnce(
  { seed, steps }: { seed: number; steps: number },
  { turn, fault }: { turn: number; fault: Fault | null },
): Promise<SubmitRepetition> {
  const { timed } = orderFlow({ seed: seed + turn, standing: 0, steps })
  const batches: AppliedBatch[] = []
  const exchangeMs = await withStorage((storage) => throughExchange(storage, timed, batches))
  if (fault === "swap-trade") batches.pop()
  const rows = batches.reduce((sum, batch) => sum + 1 + countRows(rowsOf(batch)), 0)
  if (rows !== exchangeMs.rows)
    throw new WrongResult(`${exchangeMs.rows} rows were kept of the ${rows} that are compared`)
  const unforced = await withStorage((storage) => throughExchange(storage, timed, []), false)
  const bareMs = await withStorage((storage) => bare(storage, batches))
  return {
    exchange: rows / (exchangeMs.ms / 1000),
    bare: rows / (bareMs / 1000),
    unforced: unforced.rows / (unforced.ms / 1000),
    rows,
    batches: batches.length,
  }
}

async function withStorage<Value>(
  work: (storage: Storage) => Promise<Value>,
  isForced = true,
): Promise<Value> {
  const data = mkdtempSync(join(tmpdir(), "saker-bench-"))
  const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
  const storage = await openStorage({ data, database: "bench", seedFile, databaseUrl: "", isForced })
  try {
    return await work(storage)
  } finally {
    await storage.close()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Notes each batch on its way to the journal. */
class Noting implements KeepsBatches {
  readonly #journal: Journal
  readonly batches: AppliedBatch[] = []
  rows = 0
  constructor(journal: Journal) {
    this.#journal = journal
  }
  keep(batch: AppliedBatch): Promise<void> {
    this.batches.push(batch)
    return this.#journal.keep(batch)
  }
  failure(): string | undefined {
    return this.#journal.failure()
  }
}

async function throughExchange(
  storage: Storage,
  timed: readonly FlowStep[],
  batches: AppliedBatch[],
): Promise<{ ms: number; rows: number }> {
  const engine = createEngine()
  const head = await takeTerm(storage)
  const journal = new Noting(new Journal({ storage, clock: systemClock, log: silent, head }))
  const exchange = createExchange({ engine, clock: systemClock, log: silent, journal })
  await exchange.submit({ type: "instrument.set", instrument })
  const accounts = new Set(timed.map(({ account }) => accountOf(account)))
  const amounts = ["ABC", "USDT"].map((currency) => ({ currency, amount: PLENTY }))
  await Promise.all(
    [...accounts].map((account) => exchange.submit({ type: "faucet.draw", account, amounts })),
  )
  const before = await keptRows(storage)
  journal.batches.length = 0
  const began = performance.now()
  await sendAll(exchange.submit.bind(exchange), timed)
  const ms = performance.now() - began
  const failure = exchange.failure()
  if (failure !== undefined) throw new WrongResult(failure)
  await exchange.stop()
  const { rows: unequal } = await sql<{ currency: string }>`
    select currency from balances group by currency having sum(amount) <> 0`.execute(storage.database)
  if (unequal.length > 0) throw new WrongResult(`the books of ${unequal[0]?.currency} don't balance`)
  batches.push(...journal.batches)
  // An order that changes twice in two batches is one row that is written twice.
  const orders = batches.reduce((sum, batch) => sum + rowsOf(batch).orders.size, 0)
  return { ms, rows: (await keptRows(storage)) - before + orders }
}

async function sendAll(submit: (command: Command) => Promise<unknown>, steps: readonly FlowStep[]) {
  const ids = new Map<number, number>()
  let next = 0
  const line = async () => {
    for (let step = steps[next++]; step; step = steps[next++]) {
      const { id } = step
      const account = accountOf(step.account)
      if (step.kind === "cancel") {
        await submit({ type: "order.cancel", account, order: ids.get(id) ?? 0 })
        continue
      }
      const { side, price, quantity } = step
      const answer = (await submit({
        type: "order.place",
        account,
        instrument: instrument.id,
        side,
        quantity: quantity as Lots,
        ...(price === 0 ? { orderType: "market" } : { orderType: "limit", price: price as Ticks }),
      })) as { ok: boolean; value?: { order?: { id: number } } }
      if (answer.value?.order) ids.set(id, answer.value.order.id)
    }
  }
  await Promise.all(Array.from({ length: UNDER_WAY_MAX }, line))
}

/** Rows that are only ever added. */
async function keptRows({ database }: Storage): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select (select count(*) from journal) + (select count(*) from ledger_journals)
      + (select count(*) from ledger_entries) + (select count(*) from bill) + (select count(*) from fills) as rows`.execute(
    database,
  )
  return rows[0]?.rows ?? 0
}

/** The limit: the same rows by the same statements, made ready before the clock runs, and nothing kept in step. */
async function bare(storage: Storage, batches: readonly AppliedBatch[]): Promise<number> {
  await storage.run("alter table ledger_entries disable trigger user")
  const { term } = await takeTerm(storage)
  let chain = FIRST_CHAIN
  let before = 0
  const ready = batches.map((batch) => {
    const commands = packCommands(batch.stamped)
    chain = nextChain(chain, commands)
    const [first, last] = [batch.stamped[0], batch.stamped.at(-1)]
    if (!first || !last) throw new Error("an empty batch")
    const { seq: lastSeq, time } = last
    const row = { term, before, firstSeq: first.seq, lastSeq, time, commands, chain, rows: rowsOf(batch) }
    before = lastSeq
    return row
  })
  const began = performance.now()
  for (const batch of ready) await commitBatch(storage.database, batch)
  return performance.now() - began
}
