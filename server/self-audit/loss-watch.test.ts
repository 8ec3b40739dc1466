/** A loss that the fund can't bear and nobody can take pauses the contract, and the operator is called once (L6). */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Amount, Price8 } from "#core/money/units.ts"
import {
  coins,
  orderOf,
  PERPETUAL,
  perpetualInstrument,
  SPOT,
  TestExchange,
} from "#tests/support/test-exchange.ts"
import { openStorage } from "../storage/open-storage.ts"
import type { Storage } from "../storage/storage.ts"
import { LossWatch } from "./loss-watch.ts"

const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
const folder = mkdtempSync(join(tmpdir(), "saker-losses-"))
let storage: Storage
beforeAll(async () => {
  storage = await openStorage({ data: folder, database: "simulated-1", seedFile, databaseUrl: "" })
}, 180_000)
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The index at this price, and the marks of the next two seconds with it. */
function moveTo(market: TestExchange, price: number) {
  market.time += 1_500
  market.run({ type: "feed.quote", index: SPOT, source: "one", last: coins(price) as bigint as Price8 })
  for (let second = 0; second < 2; second += 1) {
    market.time += 1_000
    market.run({ type: "clock.tick" })
  }
}

test("the fund has lost more than anybody could take: the contract is cancel-only, and that is told once", async () => {
  const market = new TestExchange(perpetualInstrument(), { isFunded: false })
  market.fund("ann", "USDT", 3_228, "contract")
  market.fund("cat", "USDT", 10_000, "contract")
  moveTo(market, 100)
  for (const account of ["ann", "cat"])
    market.run({ type: "leverage.set", account, instrument: PERPETUAL, leverage: 5 })
  market.sell("cat", 100, 150)
  expect(orderOf(market.buy("ann", 100, 150)).status).toBe("filled")
  const { state } = market.engine
  const move = (account: "insurance" | "faucet" | "operator.capital", amount: Amount) => {
    const own = state.ledger.system(account, "USDT")
    own.balance = (own.balance + amount) as Amount
  }
  const give = (amount: number, from: "faucet" | "operator.capital") => {
    move("insurance", coins(amount))
    move(from, coins(-amount))
  }
  give(5_000, "faucet")
  moveTo(market, 77) // nobody bids: the fund takes ann's position over, and bears it
  const stateOf = () => state.markets.get(PERPETUAL)?.instrument.state
  expect(stateOf()).toBe("open")
  give(-100_000, "operator.capital") // as other contracts may have cost it

  const faults: object[] = []
  const watch = new LossWatch({
    ...{ engine: market.engine, storage, clock: { now: () => 1 } },
    log: { error: (values, text) => faults.push({ ...values, text }) },
  })
  await watch.look()
  expect(faults).toEqual([])
  moveTo(market, 76.9)
  expect(stateOf()).toBe("cancel-only")
  await watch.look()
  await watch.look()
  const text = "A CONTRACT IS PAUSED: the insurance fund holds what nobody can take"
  expect(faults).toEqual([{ instrument: PERPETUAL, held: "150", text }])
  const rows = await storage.database.selectFrom("audit").selectAll().execute()
  expect(rows.map(({ operator, action, detail }) => [operator, action, detail])).toEqual([
    [
      ...["self-audit", "contract.paused"],
      `${PERPETUAL} is cancel-only: the insurance fund holds 150 there that nobody can take`,
    ],
  ])

  // Opened and paused again, it is told again.
  market.run({ type: "instrument.state", instrument: PERPETUAL, state: "open" })
  await watch.look()
  market.run({ type: "instrument.state", instrument: PERPETUAL, state: "cancel-only" })
  await watch.look()
  expect(faults).toHaveLength(2)
})
