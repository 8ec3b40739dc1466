/** An exchange that loses its database loses nothing that it answered, and goes on when it is back. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { systemClock } from "#server/exchange/exchange.ts"
import { compareRows, readRows } from "#server/journal/compare-rows.ts"
import { openExchange } from "#server/start/open-exchange.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import { freshDatabase, LEFT_OUT, onServer, postgresIsThere } from "#tests/support/postgres.ts"
import { coins, SPOT, spotInstrument } from "#tests/support/test-exchange.ts"

const LOSSES = 5
const LOSSES_MAX = 40
const ORDERS_BETWEEN = 60
const RECOVERED = "the database takes commands again"

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
      let refused = 0
      const send = async (place: number): Promise<void> => {
        const answer = await exchange.submit({
          type: "order.place",
          account: place % 2 ? "u1" : "u2",
          instrument: SPOT,
          side: place % 3 ? "buy" : "sell",
          orderType: "limit",
          price: (100 + (place % 9)) as Ticks,
          quantity: 3 as Lots,
        })
        if (answer.ok) answered.push(answer.value.order.id)
        // R8: sent while the database was away, and not done.
        else if (answer.problem.name === "ENGINE_BUSY") refused += 1
        else throw new Error(JSON.stringify(answer))
      }
      const name = new URL(url).pathname.slice(1)
      let losses = 0
      let sent = 0
      // A cut may fall between two batches, where nothing is lost: until one fell into a batch.
      while (losses < LOSSES || (losses < LOSSES_MAX && !said.includes(RECOVERED))) {
        losses += 1
        let isCut = false
        const cut = onServer(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
        ).then(() => {
          isCut = true
        })
        // However long the cut takes to come, orders are under way.
        const sending: Promise<void>[] = []
        while (!isCut || sending.length < ORDERS_BETWEEN) {
          sending.push(send(sending.length))
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
        await cut
        await Promise.all(sending)
        sent += sending.length
      }
      expect(new Set(answered).size + refused).toBe(sent)
      expect(answered.length).toBeGreaterThan(0)
      expect(exchange.failure()).toBeUndefined()
      expect(said).toContain(RECOVERED)
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
  180_000,
)
