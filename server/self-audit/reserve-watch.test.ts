/** The operator is told once of what has fallen below its warning mark, and once as it is above it again (C7). */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { AI_RESERVE } from "#server/engine/ai/reserve-accounts.ts"
import { makerStanding } from "#server/engine/contracts/house-standing.ts"
import { createEngine } from "#server/engine/engine.ts"
import { coins, PERPETUAL, perpetualInstrument, TestExchange } from "#tests/support/test-exchange.ts"
import { openStorage } from "../storage/open-storage.ts"
import type { Storage } from "../storage/storage.ts"
import { ReserveWatch } from "./reserve-watch.ts"

const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
const folder = mkdtempSync(join(tmpdir(), "saker-reserves-"))
let storage: Storage
beforeAll(async () => {
  storage = await openStorage({ data: folder, database: "simulated-1", seedFile, databaseUrl: "" })
}, 180_000)
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

test("the insurance fund and the house's maker are watched, each at a mark of its own", async () => {
  const engine = createEngine()
  const faults: string[] = []
  const watch = new ReserveWatch({
    ...{ engine, storage, clock: { now: () => 1 } },
    log: { error: (_, text) => faults.push(text) },
    marks: { optionHouse: coins(0), insurance: coins(300), houseMaker: coins(-500), aiReservePercent: 100 },
  })
  const { ledger, clearings } = engine.state
  const maker = clearings.perpetual.accountOf(ledger.account("house-maker")).wallet
  const stands = async (insurance: number, lent: number) => {
    ledger.system("insurance", "USDT").balance = coins(insurance)
    maker.advance = coins(lent)
    await watch.look()
    await watch.look()
  }
  await stands(300, 500)
  expect(faults).toEqual([])
  await stands(299, 501)
  expect(faults).toEqual([
    "THE INSURANCE FUND IS BELOW ITS WARNING MARK",
    "THE HOUSE'S MAKER IS BELOW ITS WARNING MARK",
  ])
  await stands(300, 0)
  const rows = await storage.database.selectFrom("audit").selectAll().orderBy("id").execute()
  const [fund, house] = ["equity of the insurance fund:", "equity of the house's maker in contracts:"]
  expect(rows.map(({ operator, action, detail }) => `${operator} ${action} ${detail}`)).toEqual([
    `self-audit insurance.low ${fund} 299 USDT; warning mark: 300`,
    `self-audit house-maker.low ${house} -501 USDT; warning mark: -500`,
    `self-audit insurance.filled ${fund} 300 USDT; warning mark: 300`,
    `self-audit house-maker.filled ${house} 0 USDT; warning mark: -500`,
  ])
  expect(faults).toHaveLength(2)
})

test("the maker that traded with the crowd before the first mark isn't counted yet, and nothing stops", async () => {
  const market = new TestExchange(perpetualInstrument(), {}, 10_000)
  const { engine } = market
  const faults: string[] = []
  const watch = new ReserveWatch({
    ...{ engine, storage, clock: { now: () => 1 } },
    log: { error: (_, text) => faults.push(text) },
    marks: { optionHouse: coins(0), insurance: coins(0), houseMaker: coins(-500), aiReservePercent: 100 },
  })
  market.quote(100)
  market.sell("house-maker", 100, 3)
  market.buy("house-crowd", 100, 2)
  expect(engine.state.clearings.perpetual.accounts.known("house-maker")?.known(PERPETUAL)).toBeDefined()
  expect(makerStanding(engine.state)).toBeUndefined()
  await watch.look()
  expect(faults).toEqual([])
})

test("the reserve of AI products is watched against the rewards of what is still for sale, by currency", async () => {
  const engine = createEngine()
  const faults: string[] = []
  const watch = new ReserveWatch({
    ...{ engine, storage, clock: { now: () => 1 } },
    log: { error: (_, text) => faults.push(text) },
    marks: { optionHouse: coins(0), insurance: coins(0), houseMaker: coins(-500), aiReservePercent: 50 },
  })
  const { ai, ledger } = engine.state
  const issue = { number: 1, opened: 0, promised: coins(0), paid: coins(0), state: "open" } as const
  const terms = { days: 10, rate: 100_000n, minimum: coins(1), maximum: coins(1_000), earlyFee: 0n }
  // 1,000 are left to sell: 0.1 % a day for ten days is 10, half of it the mark.
  for (const currency of ["USDT", "BTC"])
    ai.setProduct({ ...terms, id: currency, name: currency, currency, offer: "on-sale" }).issues.push({
      ...issue,
      ...{ size: coins(1_500), sold: coins(500) },
    })
  ai.setProduct({ ...terms, id: "old", name: "old", currency: "ETH", offer: "closed" })
  ledger.system(AI_RESERVE.available, "USDT").balance = coins(5)
  ledger.system(AI_RESERVE.available, "BTC").balance = coins(4)
  await watch.look()
  await watch.look()
  expect(faults).toEqual(["THE RESERVE OF AI PRODUCTS IS BELOW ITS WARNING MARK"])
  const rows = await storage.database.selectFrom("audit").selectAll().orderBy("id").execute()
  expect(rows.at(-1)).toMatchObject({
    action: "ai-reserve.low",
    detail: "free for rewards of AI products: 4 BTC; warning mark: 5",
  })
})
