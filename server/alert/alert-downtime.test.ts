/** Alerts over a stop that ends within its own minute: what the feed's past crossed there fires them (J5). */

import { afterAll, expect, test, vi } from "vitest"
import type { AlertRow } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { get, newPerson, post } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { priceAt } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const SYMBOL = "BTC_USDT"
const MINUTE_MS = 60_000
/** Levels on each side, this share of the price apart: some minutes' way. */
const LEVELS = 60
const APART = 0.00002

let server: RunningServer | undefined
afterAll(async () => {
  await server?.close()
  removeFolders()
}, WITHIN_MS)

test(
  "a stop of less than a minute hides no price that the chart shows",
  async () => {
    let ahead = 0
    const now = () => Date.now() + ahead
    const env = { SAKER_MARKETS: "1", SAKER_DATA: freshFolder(), SAKER_ACCOUNT_CALLS_PER_SECOND: "1000" }
    const start = () => startInProcess(env, { clock: movedClock(() => ahead) })
    server = await start()
    const first = server
    const { token } = await newPerson(server)
    const arm = async (factor: number) => {
      const price = await priceAt(first, SYMBOL, factor)
      const condition = { kind: "price", instrument: SYMBOL, source: "last", direction: "cross", price }
      const { code } = await post(
        first,
        "/alert/add",
        { condition, note: "", mail: false, push: false },
        token,
      )
      expect(code).toBe(200)
    }
    // Right after the start nothing has traded yet.
    for (let step = 1; step <= LEVELS; step += 1)
      for (const way of [step, -step]) await vi.waitFor(() => arm(1 + way * APART), WITHIN_MS)
    // All of it happens in one minute that began after the last of them was armed.
    ahead += MINUTE_MS - (now() % MINUTE_MS) + 1000
    const minute = now() - (now() % MINUTE_MS)
    const candles = async (running: RunningServer) => {
      const path = `/market/kline?symbol=${SYMBOL}&interval=1m&limit=10`
      return (await get<{ rows: [number, string, string, string][] }>(running, path)).data.rows
    }
    await vi.waitFor(
      async () => expect((await candles(first)).at(-1)?.[0]).toBeGreaterThanOrEqual(minute),
      WITHIN_MS,
    )
    await server.close()
    ahead += Math.max(0, 55_000 - (now() % MINUTE_MS))
    server = await start()
    const running = server
    const rowsOf = async (path: string) => (await get<{ rows: AlertRow[] }>(running, path, token)).data.rows
    const since = (await candles(running)).filter(([open]) => open >= minute)
    expect(since).not.toEqual([])
    // A trade of this very moment may be in a candle and not yet told.
    await vi.waitFor(async () => {
      const waiting = (await rowsOf("/alert/list")).filter(({ state }) => state === "armed")
      const missed = waiting.filter(({ side, condition }) =>
        since.some(
          ([, , high, low]) =>
            condition.kind === "price" &&
            (side === "up"
              ? Number(high) >= Number(condition.price)
              : Number(low) <= Number(condition.price)),
        ),
      )
      expect(missed).toEqual([])
    }, 20_000)
    expect(await rowsOf("/alert/history?limit=100")).not.toEqual([])
  },
  WITHIN_MS,
)
