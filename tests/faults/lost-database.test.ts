/** Does an exchange whose database goes away lose nothing that it has answered, and go on when it is back? */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { systemClock } from "#server/exchange.ts"
import { compareRows, readRows } from "#server/journal/compare-rows.ts"
import { openExchange } from "#server/open-exchange.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import { freshDatabase, LEFT_OUT, onServer, postgresIsThere } from "#tests/support/postgres.ts"
import { coins, SPOT, spotInstrument } from "#tests/support/test-exchange.ts"

const LOSSES = 5
const ORDERS_BETWEEN = 60

test.skipIf(!postgresIsThere)(
  `connections that a PostgreSQL server cuts ${LOSSES} times under load${postgresIsThere ? "" : ` (${LEFT_OUT})`}`,
  async () => {
    const { url, drop } = await freshDatabase()
    const data = mkdtempSync(join(tmpdir(), "saker-lost-"))
    const storage = await openStorage({ data, database: "simulated-1", seedFile: "", databaseUrl: url })
    const said: string[] = []
    const log = {
      error: (_: object, text: string) => said.push(text),
      info: (_: object, text: string) => said.push(text),
    }
    const opened = await openExchange({
      storage,
      clock: systemClock,
      log,
      settings: {},
      place: "DATABASE_URL",
    })
    const { exchange, engine } = opened
    try {
      await exchange.submit({
        type: "instrument.set",
        instrument: spotInstrument({ maxOpenOrders: 100_000 }),
      })
      for (const account of ["u1", "u2"]) {
        const amounts = ["ABC", "USDT"].map((currency) => ({ currency, amount: coins(1_000_000) }))
        await exchange.submit({ type: "faucet.draw", account, amounts })
      }
      const answered: number[] = []
      const name = new URL(url).pathname.slice(1)
      for (let loss = 0; loss < LOSSES; loss += 1) {
        const sent = Array.from({ length: ORDERS_BETWEEN }, async (_, place) => {
          // Spread over some batches.
          await new Promise((resolve) => setTimeout(resolve, place / 2))
          const answer = await exchange.submit({
            type: "order.place",
            account: place % 2 ? "u1" : "u2",
            instrument: SPOT,
            side: place % 3 ? "buy" : "sell",
            orderType: "limit",
            price: (100 + (place % 9)) as Ticks,
            quantity: 3 as Lots,
          })
          if (!answer.ok || !("order" in answer.value)) throw new Error(JSON.stringify(answer))
          answered.push(answer.value.order.id)
        })
        await new Promise((resolve) => setTimeout(resolve, 8))
        await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
        await Promise.all(sent)
      }
      expect(new Set(answered).size).toBe(LOSSES * ORDERS_BETWEEN)
      expect(exchange.failure()).toBeUndefined()
      expect(said).toContain("the database takes commands again")
      expect(checkBooks(engine.state)).toEqual([])
      expect(compareRows(await readRows(storage.database), engine.state)).toEqual([])
      const rows = await storage.database.selectFrom("orders").select("id").execute()
      expect(rows.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(
        answered.toSorted((one, other) => one - other),
      )
    } finally {
      await exchange.stop()
      await opened.abandon()
      await storage.close()
      await drop()
      rmSync(data, { recursive: true, force: true })
    }
  },
  90_000,
)
