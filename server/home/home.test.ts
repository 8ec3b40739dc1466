/** The figures of the home page are counted from the real state. Through the server's own HTTP API. */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { home, ResponseOf } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { call, startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

type Home = ResponseOf<typeof home>

let server: RunningServer
beforeAll(async () => {
  server = await startInProcess({ SAKER_REGIONS: "de, fr,PL,de" })
}, 180_000)
afterAll(async () => {
  await server.close()
  removeFolders()
})

const read = async (query = "") => (await call<Home>(server, `/index/index${query}`)).data

describe("the figures of the home page", () => {
  test("name the operator's regions, each once, and let the page's own query through", async () => {
    expect((await read("?invite=ABC&from=poster")).regions).toEqual(["DE", "FR", "PL"])
  })

  test("count the markets as the lists have them", async () => {
    const rows = async (path: string) => (await call<{ rows: unknown[] }>(server, path)).data.rows.length
    expect((await read()).markets).toEqual({
      spot: await rows("/market/exchange"),
      perpetual: await rows("/market/contract"),
      second: await rows("/market/second"),
    })
  })

  test("tell the orders that the running market takes, and over how many seconds they were counted", async () => {
    // How many there are hangs on how busy the machine is; the counting itself is order-rate.test.ts's.
    await expect
      .poll(async () => (await read()).orderSeconds, { timeout: 60_000, interval: 200 })
      .toBeGreaterThan(2)
    const { ordersPerSecond, orderSeconds } = await read()
    expect(ordersPerSecond).toBeGreaterThan(0)
    await expect
      .poll(async () => (await read()).orderSeconds, { timeout: 60_000, interval: 200 })
      .toBeGreaterThan(orderSeconds)
  }, 180_000)

  test("sum the turnover of the tickers by quote", async () => {
    const sum = async () => {
      const [spot, contract] = await Promise.all(
        ["/market/exchange", "/market/contract"].map((path) =>
          call<{ rows: { quote: string; ticker: string[] }[] }>(server, path),
        ),
      )
      return [...(spot?.data.rows ?? []), ...(contract?.data.rows ?? [])]
        .filter((row) => row.quote === "USDT")
        .reduce((total, row) => total + Number(row.ticker[6]), 0)
    }
    const before = await sum()
    const told = Number((await read()).turnover.find((row) => row.quote === "USDT")?.amount)
    const after = await sum()
    // Trading goes on between the questions; a minute that leaves the window takes its turnover along.
    expect(told).toBeGreaterThan(Math.min(before, after) * 0.99)
    expect(told).toBeLessThan(Math.max(before, after) * 1.01)
  })
})
