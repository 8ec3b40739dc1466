/** Tests of the door for programs written for Binance: what anyone may ask, and how it refuses. */

import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { askDoor, askSigned, doorKey } from "#tests/support/binance-client.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

let server: RunningServer
beforeAll(async () => {
  server = await startInProcess()
  await vi.waitFor(
    async () => {
      const { body } = await askDoor<{ bids: unknown[] }>(server, "/api/v3/depth?symbol=BTCUSDT")
      expect(body.bids.length).toBeGreaterThan(5)
      const { body: trades } = await askDoor<unknown[]>(server, "/api/v3/trades?symbol=BTCUSDT")
      expect(trades.length).toBeGreaterThan(3)
    },
    { timeout: 60_000, interval: 100 },
  )
})
afterAll(async () => {
  await server.close()
  removeFolders()
})

test.each([
  [400, -1121, "/api/v3/depth?symbol=NOSUCH"],
  [400, -1102, "/api/v3/depth"],
  [400, -1105, "/api/v3/ticker/price?symbol="],
  [400, -1120, "/api/v3/klines?symbol=BTCUSDT&interval=7m"],
  [400, -1128, '/api/v3/ticker/price?symbol=BTCUSDT&symbols=["ETHUSDT"]'],
  [400, -1101, "/api/v3/depth?symbol=BTCUSDT&symbol=ETHUSDT"],
  [404, -5000, "/api/v3/nowhere"],
  [401, -2014, "/api/v3/historicalTrades?symbol=BTCUSDT"],
])("%i with %i is the answer to %s", async (status, code, path) => {
  const answer = await askDoor(server, path)
  expect(answer).toMatchObject({ status, body: { code, msg: expect.any(String) } })
})

test("a key that nobody has is refused as one that may not", async () => {
  const answer = await askSigned(server, doorKey("sk_nobody", "x"), "GET /api/v3/account")
  expect(answer).toMatchObject({ status: 401, body: { code: -2015 } })
})

test("the weight of a minute goes up by what each request weighs", async () => {
  const used = async (path: string) =>
    Number((await askDoor(server, path)).headers.get("x-mbx-used-weight-1m"))
  const before = await used("/api/v3/ping")
  const after = await used("/api/v3/depth?symbol=BTCUSDT&limit=500")
  // Unless a minute began between the two.
  expect([before + 25, 25]).toContain(after)
})

test("a page of candles begins where it is asked to", async () => {
  const minute = 60_000
  const start = Math.floor(Date.now() / minute) * minute - 10 * minute
  const path = `/api/v3/klines?symbol=BTCUSDT&interval=1m&startTime=${start}&limit=3`
  const { body } = await askDoor<(string | number)[][]>(server, path)
  expect(body.map(([open]) => open)).toEqual([start, start + minute, start + 2 * minute])
  expect(body[0]?.[6]).toBe(start + minute - 1)
})
