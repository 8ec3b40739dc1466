/** A gateway lets go of candles that the writer has stored, and shows the same candles as before, whichever of the two it reads. */

import { afterAll, expect, test } from "vitest"
import type { CandleRow } from "#core/wire/index.ts"
import { GATEWAYS_LEFT_OUT, gatewaysCanRun, openFleet } from "#tests/support/gateways.ts"
import { call } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import type { RunningServer } from "./start-server.ts"

const WITHIN_MS = 120_000
/** More than a round of snapshot, look and letting go. */
const SECONDS = 15

afterAll(removeFolders)

test.skipIf(!gatewaysCanRun)(
  `candles, marks and ticks are the exchange's before and after memory has let go of them${GATEWAYS_LEFT_OUT}`,
  async () => {
    const rhythm = { snapshotMs: 1000, snapshotCommands: 1e9, hashCommands: 1e9 }
    const fleet = await openFleet({}, { rhythm })
    try {
      const { server } = await fleet.gateway({}, { saveEveryMs: 100 })
      const began = Math.ceil(Date.now() / 1000) * 1000
      const read = async (from: RunningServer, path: string) =>
        (await call<{ rows: CandleRow[] }>(from, path)).data.rows
          .filter(([time]) => time >= began)
          .slice(0, -2)
      const seconds = "/market/kline?symbol=BTC_USDT_SEC&interval=1s&limit=200"
      const same = async (path: string) => {
        const [mine, theirs] = [await read(server, path), await read(fleet.exchange, path)]
        const common = Math.min(mine.length, theirs.length)
        expect(mine.slice(0, common)).toEqual(theirs.slice(0, common))
        return common
      }
      await expect.poll(() => same(seconds), { timeout: WITHIN_MS, interval: 300 }).toBeGreaterThan(SECONDS)
      // Running buckets, which both memory and the database know.
      for (const path of [
        "/market/kline?symbol=BTC_USDT&interval=1h&limit=3",
        "/market/kline?symbol=BTC_USDT&interval=1D&limit=3",
      ])
        await expect
          .poll(
            async () => {
              const rows = async (from: RunningServer) =>
                (await call<{ rows: CandleRow[] }>(from, path)).data.rows
              return JSON.stringify(await rows(server)) === JSON.stringify(await rows(fleet.exchange))
            },
            { timeout: WITHIN_MS, interval: 20 },
          )
          .toBe(true)
      // The chain of hashes over the ticks, and candles of the mark.
      for (const path of [
        "/market/index/hours?index=BTC_USDT&limit=1",
        "/contract/candles?instrument=BTC_USDT_PERP&price=mark&interval=1m&limit=10",
      ]) {
        const text = async (from: RunningServer) => {
          const answer = await call(from, path)
          expect({ path, ...answer }).toMatchObject({ path, code: 200 })
          return JSON.stringify(answer.data)
        }
        await expect
          .poll(async () => (await text(server)) === (await text(fleet.exchange)), {
            timeout: WITHIN_MS,
            interval: 20,
          })
          .toBe(true)
      }
    } finally {
      await fleet.close()
    }
  },
  3 * WITHIN_MS,
)
