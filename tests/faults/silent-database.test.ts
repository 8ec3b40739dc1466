/** The writer's network to PostgreSQL drops everything without a word: it says so, another takes over, and nothing of it counts any more. */

import { afterAll, expect, test } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { Bookkeeper, SYMBOL } from "#tests/support/bookkeeper.ts"
import { freePort } from "#tests/support/free-port.ts"
import { Wire } from "#tests/support/nats.ts"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "#tests/support/postgres.ts"
import { endAll, freshFolder, removeFolders, startSaker } from "#tests/support/saker-process.ts"
import { newTrader, priceAt } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const ORDERS = 20

afterAll(removeFolders)

const healthOf = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/healthz`).catch(() => undefined)
  return `${response?.status ?? 0} ${(await response?.text()) ?? ""}`
}

test.skipIf(!postgresIsThere)(
  `a writer whose database falls silent${postgresIsThere ? "" : ` (${LEFT_OUT})`}`,
  async () => {
    const { url: database, drop } = await freshDatabase()
    const wire = await Wire.to(database)
    const overWire = new URL(database)
    overWire.port = String(wire.port)
    const data = freshFolder()
    const pids: number[] = []
    const start = async (databaseUrl: string) => {
      const port = await freePort()
      const env = { DATABASE_URL: databaseUrl, SAKER_STANDBY: "1", SAKER_MARKETS: "6" }
      const limits = { SAKER_ORDERS_PER_SECOND: "1000", SAKER_CANCELS_PER_SECOND: "1000" }
      const ready = startSaker({
        ...{ data, port, env: { ...env, ...limits } },
        onSpawn: (pid) => void pids.push(pid),
      })
      ready.catch(() => undefined)
      return { url: `http://127.0.0.1:${port}`, ready }
    }
    try {
      const first = await (await start(overWire.href)).ready
      const server = { address: first.url, port: first.port } as RunningServer
      const trader = await newTrader(server)
      const price = await priceAt(server, SYMBOL, 0.9)
      const standby = await start(database)
      await expect.poll(() => healthOf(standby.url), { timeout: WITHIN_MS }).toMatch(/^503 .*stands by/)
      const addresses = [first.url, standby.url]
      const books = new Bookkeeper({ token: trader.token, price, addresses })
      const workOn = async () => {
        const before = books.count("gone")
        await expect.poll(() => books.count("gone"), { timeout: WITHIN_MS }).toBeGreaterThan(before + ORDERS)
      }
      books.start()
      await workOn()

      wire.hush()
      // Before it can know more than that nothing comes.
      await expect.poll(() => healthOf(first.url), { timeout: WITHIN_MS }).toMatch(/^503 .*takes no commands/)
      const next = await standby.ready
      await workOn()
      wire.mend()
      await expect.poll(first.output, { timeout: WITHIN_MS }).toMatch(/Saker ends: .*another server/)
      await workOn()
      await books.stop()
      expect(await books.differencesAt(next.url)).toEqual([])
      expect(await books.differencesIn(database, data)).toEqual([])
    } finally {
      endAll(pids)
      wire.close()
      await drop()
    }
  },
  3 * WITHIN_MS,
)
