/** A start whose wall clock is behind what was kept opens its markets after the pause, and says what is wrong (T6, N6). */

import { afterAll, expect, test, vi } from "vitest"
import { call, movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"

const HOUR = 3_600_000
const START_WITHIN_MS = 180_000

afterAll(removeFolders)

test(
  "an hour's jump that was kept and then corrected closes nothing for an hour",
  async () => {
    const env = { SAKER_MARKETS: "1", SAKER_DATA: freshFolder(), SAKER_RESTART_PAUSE: "1" }
    const wrong = await startInProcess(env, { clock: movedClock(() => HOUR) })
    await wrong.close()
    const server = await startInProcess(env)
    const states = async () => {
      const { data } = await call<{ rows: { id: string; state: string }[] }>(server, "/market/exchange")
      return data.rows.filter(({ id }) => id === "BTC_USDT").map(({ state }) => state)
    }
    await vi.waitFor(async () => expect(await states()).toEqual(["open"]), { timeout: 60_000, interval: 200 })
    const health = await fetch(`${server.address}/healthz`)
    expect(health.status).toBe(503)
    expect(await health.json()).toMatchObject({
      ready: false,
      reason: expect.stringMatching(/^the exchange's time is 3\d{3} s ahead of the wall clock/),
    })
    await server.close()
  },
  2 * START_WITHIN_MS,
)
