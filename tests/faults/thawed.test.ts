/** What is sent to a process while it is frozen is refused when it wakes: its price is one of then (R8). */

import { afterAll, expect, test } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { GATEWAYS_LEFT_OUT, gatewaysCanRun } from "#tests/support/gateways.ts"
import { startNats } from "#tests/support/nats.ts"
import { freshDatabase } from "#tests/support/postgres.ts"
import { freshFolder, removeFolders, type SakerProcess, startSaker } from "#tests/support/saker-process.ts"
import { postTo } from "#tests/support/signed-up.ts"
import { newTrader, priceAt } from "#tests/support/trader.ts"

const WITHIN_MS = 120_000
const FROZEN_MS = 7000
const ORDERS = 6
const SYMBOL = "BTC_USDT"
const REFUSED = 1101

afterAll(removeFolders)

test.skipIf(!gatewaysCanRun)(
  `orders sent to a gateway, and to the process with the exchange, while they are frozen${GATEWAYS_LEFT_OUT}`,
  async () => {
    const { url, drop } = await freshDatabase()
    const nats = await startNats()
    const running: SakerProcess[] = []
    const data = freshFolder()
    const env = {
      DATABASE_URL: url,
      SAKER_NATS: nats.url,
      SAKER_MARKETS: "6",
      SAKER_ORDERS_PER_SECOND: "1000",
    }
    const start = async (more: Record<string, string>) => {
      const saker = await startSaker({ data, env: { ...env, ...more } })
      running.push(saker)
      return saker
    }
    try {
      const exchange = await start({})
      const gateway = await start({ SAKER_GATEWAY: "1" })
      const server = { address: exchange.url, port: exchange.port } as RunningServer
      const trader = await newTrader(server)
      const price = await priceAt(server, SYMBOL, 0.9)
      const place = async (saker: SakerProcess, clientOrderId: string) => {
        const order = { instrument: SYMBOL, side: "buy", type: "limit", price, quantity: "0.0003" }
        return (await postTo(saker.url, "/spot/place", { ...order, clientOrderId }, trader.token)).code
      }
      for (const saker of [gateway, exchange]) {
        const name = saker === gateway ? "gateway" : "exchange"
        await expect.poll(() => place(saker, `${name}-before`), { timeout: WITHIN_MS }).not.toBe(REFUSED)
        saker.freeze()
        const sent = Array.from({ length: ORDERS }, (_, each) => place(saker, `${name}-frozen-${each}`))
        await new Promise((resolve) => setTimeout(resolve, FROZEN_MS))
        saker.thaw()
        expect(await Promise.all(sent)).toEqual(sent.map(() => REFUSED))
        await expect.poll(() => place(saker, `${name}-after`), { timeout: WITHIN_MS }).toBe(200)
      }
      const ids = (await trader.open()).map(({ clientOrderId }) => clientOrderId)
      expect(ids.filter((id) => id?.includes("frozen"))).toEqual([])
    } finally {
      for (const saker of running) await saker.end("SIGKILL")
      await nats.end()
      await drop()
    }
  },
  3 * WITHIN_MS,
)
