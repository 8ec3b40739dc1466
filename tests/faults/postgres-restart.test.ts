/** The PostgreSQL server itself is restarted, and crashes, under load: nothing acknowledged is lost, and one of two servers goes on. */

import { afterAll, expect, test } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { Bookkeeper, SYMBOL } from "#tests/support/bookkeeper.ts"
import { freePort } from "#tests/support/free-port.ts"
import { CLUSTER_LEFT_OUT, clusterCanRun, startCluster } from "#tests/support/postgres-cluster.ts"
import { endAll, freshFolder, removeFolders, startSaker } from "#tests/support/saker-process.ts"
import { newTrader, priceAt } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const ORDERS = 20

afterAll(removeFolders)

const statusOf = async (url: string): Promise<number> =>
  (await fetch(`${url}/healthz`).catch(() => undefined))?.status ?? 0

test.skipIf(!clusterCanRun)(
  `PostgreSQL restarted and crashed under load, with one that writes and one that stands by${clusterCanRun ? "" : ` (${CLUSTER_LEFT_OUT})`}`,
  async () => {
    const cluster = await startCluster()
    const data = freshFolder()
    const pids: number[] = []
    const start = async () => {
      const port = await freePort()
      const env = { DATABASE_URL: cluster.url, SAKER_STANDBY: "1", SAKER_MARKETS: "6" }
      const limits = { SAKER_ORDERS_PER_SECOND: "1000", SAKER_CANCELS_PER_SECOND: "1000" }
      const onSpawn = (pid: number) => void pids.push(pid)
      const ready = startSaker({ data, port, env: { ...env, ...limits }, onSpawn })
      // The one that stands by to the end is never ready.
      ready.catch(() => undefined)
      return { url: `http://127.0.0.1:${port}`, ready }
    }
    try {
      const first = await (await start()).ready
      const server = { address: first.url, port: first.port } as RunningServer
      const trader = await newTrader(server)
      const price = await priceAt(server, SYMBOL, 0.9)
      const standby = await start()
      await expect.poll(() => statusOf(standby.url), { timeout: WITHIN_MS }).toBe(503)
      const addresses = [first.url, standby.url]
      const books = new Bookkeeper({ token: trader.token, price, addresses })
      const workOn = async () => {
        const before = books.count("gone")
        await expect.poll(() => books.count("gone"), { timeout: WITHIN_MS }).toBeGreaterThan(before + ORDERS)
      }
      books.start()
      await workOn()

      cluster.stop("fast")
      cluster.start()
      await workOn()

      // Away for as long as it takes until somebody is refused: orders don't wait for its return.
      cluster.stop("immediate")
      const unsure = () => books.count("nothing") + books.count("unknown")
      const before = unsure()
      await expect.poll(unsure, { timeout: WITHIN_MS }).toBeGreaterThan(before + ORDERS)
      cluster.start()
      await workOn()

      await books.stop()
      const writer = async () => {
        const statuses = await Promise.all(addresses.map(statusOf))
        return addresses[statuses.indexOf(200)]
      }
      await expect.poll(writer, { timeout: WITHIN_MS }).toBeDefined()
      expect(await books.differencesAt((await writer()) ?? "")).toEqual([])
      expect(await books.differencesIn(cluster.url, data)).toEqual([])
    } finally {
      endAll(pids)
      cluster.stop("immediate")
    }
  },
  3 * WITHIN_MS,
)
