/**
 * Two gateways in front of an exchange whose processes are killed and frozen under load, whose NATS server ends and whose database drops
 * everyone. A bookkeeper outside compares what was said to users with what there is: nothing acknowledged is lost, nothing refused was done.
 */

import { afterAll, expect, test } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { Bookkeeper, SYMBOL } from "#tests/support/bookkeeper.ts"
import { GATEWAYS_LEFT_OUT, gatewaysCanRun } from "#tests/support/gateways.ts"
import { startNats, type TestNats } from "#tests/support/nats.ts"
import { freshDatabase, onServer } from "#tests/support/postgres.ts"
import { freshFolder, removeFolders, type SakerProcess, startSaker } from "#tests/support/saker-process.ts"
import { newTrader, priceAt } from "#tests/support/trader.ts"

const WITHIN_MS = 120_000

afterAll(removeFolders)

const statusOf = async (url: string): Promise<number> =>
  (await fetch(`${url}/healthz`).catch(() => undefined))?.status ?? 0

test.skipIf(!gatewaysCanRun)(
  `kills, freezes, a lost NATS server and a database that drops everyone behind two gateways${GATEWAYS_LEFT_OUT}`,
  async () => {
    const { url: database, drop } = await freshDatabase()
    let nats: TestNats | undefined = await startNats()
    const { port: natsPort } = new URL(nats.url)
    const data = freshFolder()
    const env = {
      ...{ DATABASE_URL: database, SAKER_NATS: nats.url, SAKER_MARKETS: "6" },
      ...{
        SAKER_ORDERS_PER_SECOND: "1000",
        SAKER_CANCELS_PER_SECOND: "1000",
        SAKER_READS_PER_SECOND: "10000",
      },
    }
    const running: SakerProcess[] = []
    const start = async (more: Record<string, string>) => {
      const saker = await startSaker({ data, env: { ...env, ...more } })
      running.push(saker)
      return saker
    }
    const engine = () => start({ SAKER_STANDBY: "1" })
    const gateway = () => start({ SAKER_GATEWAY: "1" })
    const ready = (saker: SakerProcess) =>
      expect.poll(() => statusOf(saker.url), { timeout: WITHIN_MS }).toBe(200)
    try {
      const first = await engine()
      const trader = await newTrader({ address: first.url, port: first.port } as RunningServer)
      const price = await priceAt({ address: first.url } as RunningServer, SYMBOL, 0.9)
      const [one, other] = [await gateway(), await gateway()]
      await Promise.all([ready(one), ready(other)])
      const addresses = [one.url, other.url]
      const books = new Bookkeeper({ token: trader.token, price, addresses })
      const workOn = async (more = 40) => {
        const before = books.count("gone")
        await expect.poll(() => books.count("gone"), { timeout: WITHIN_MS }).toBeGreaterThan(before + more)
      }
      const compare = async () => {
        await books.stop()
        for (const each of [one, other]) {
          await ready(each)
          expect(await books.differencesAt(each.url)).toEqual([])
        }
        books.start()
      }
      books.start()
      await workOn()

      // The process with the exchange is killed; the one that stands by takes over, and the gateways carry on.
      const standsBy = engine()
      await expect.poll(() => first.output(), { timeout: WITHIN_MS }).toMatch(/ready/)
      await workOn()
      await first.end("SIGKILL")
      const second = await standsBy
      await workOn()
      await compare()
      await workOn()

      // It freezes, is taken over, and wakes up: nothing of it counts any more.
      const third = engine()
      await workOn(20)
      second.freeze()
      await third
      await workOn()
      second.thaw()
      await expect.poll(second.output, { timeout: WITHIN_MS }).toMatch(/Saker ends: .*another server/)
      await compare()

      // The NATS server ends under load: everything is refused, and goes on when it is back.
      await workOn()
      await nats.end()
      nats = undefined
      const refused = books.count("nothing")
      await expect.poll(() => books.count("nothing"), { timeout: WITHIN_MS }).toBeGreaterThan(refused + 10)
      await expect.poll(() => statusOf(one.url), { timeout: WITHIN_MS }).toBe(503)
      nats = await startNats(Number(natsPort))
      await workOn()
      await compare()

      // The database drops everyone.
      await workOn(20)
      const { pathname } = new URL(database)
      for (let round = 0; round < 3; round += 1) {
        await onServer(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${pathname.slice(1)}'`,
        )
        await workOn(20)
      }
      await compare()

      // A gateway is killed under load: the other goes on, and a new one shows the same.
      await workOn(20)
      await one.end("SIGKILL")
      await books.stop()
      const next = await gateway()
      await ready(next)
      for (const each of [other, next]) expect(await books.differencesAt(each.url)).toEqual([])
      expect(await books.differencesIn(database, data)).toEqual([])
      expect(books.count("open")).toBeGreaterThan(3)
      expect(books.count("nothing")).toBeGreaterThan(10)
    } finally {
      for (const saker of running) await saker.end("SIGKILL")
      await nats?.end()
      await drop()
    }
  },
  6 * WITHIN_MS,
)
