/** What is read of many instruments at once is what the archive answers for each. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import type { Candle } from "#core/candle/candle.ts"
import type { Lots, Ticks } from "#core/money/units.ts"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "#tests/support/postgres.ts"
import { ManyCandles } from "./many-candles.ts"
import { MarketArchive, STORED_INTERVALS } from "./market-archive.ts"
import { openStorage } from "./open-storage.ts"

const data = mkdtempSync(join(tmpdir(), "saker-many-"))
const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
const drops: (() => Promise<void>)[] = []
afterAll(async () => {
  rmSync(data, { recursive: true, force: true })
  for (const drop of drops) await drop()
})

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
/** More than are read together. */
const IDS = Array.from({ length: 40 }, (_, place) => `COIN${String(place).padStart(2, "0")}_USDT`)
const candle = (openTime: number, price: number): Candle => ({
  openTime,
  open: price as Ticks,
  high: (price + 2) as Ticks,
  low: (price - 2) as Ticks,
  close: (price + 1) as Ticks,
  volume: 5 as Lots,
  lastTradeId: price,
  closed: true,
  generated: false,
})

const STORES = [
  ["the embedded database", async () => ""],
  ...(postgresIsThere
    ? ([
        [
          "a PostgreSQL server",
          async () => {
            const { url, drop } = await freshDatabase()
            drops.push(drop)
            return url
          },
        ],
      ] as const)
    : []),
] as const
if (!postgresIsThere) test.skip(`a PostgreSQL server: ${LEFT_OUT}`, () => undefined)

test.each(STORES)("on %s, for every instrument, known or not", async (_store, addressOf) => {
  const storage = await openStorage({ data, database: "many", seedFile, databaseUrl: await addressOf() })
  const archive = new MarketArchive(storage)
  await archive.begin(DAY, [], new Map())
  await archive.save({
    time: 2 * DAY,
    candles: IDS.flatMap((instrument, place) =>
      STORED_INTERVALS.flatMap((interval) =>
        [0, 1, 2]
          .filter((step) => (place + step) % 3 !== 0)
          .map((step) => ({ instrument, interval, candle: candle(DAY + step * DAY, 100 + place + step) })),
      ),
    ),
    seconds: IDS.slice(30).map((instrument, place) => ({
      instrument,
      minute: DAY,
      candles: [candle(DAY + 3000, 50 + place), candle(DAY + 40_000, 60 + place)],
    })),
    counters: new Map(),
    trades: new Map(),
    final: true,
  })
  const many = new ManyCandles(storage.database, IDS)
  for (const id of [...IDS, "NONE_USDT"]) {
    for (const interval of STORED_INTERVALS)
      expect(await many.candles(id, interval, DAY, 3 * DAY)).toEqual(
        await archive.candles(id, interval, DAY, 3 * DAY),
      )
    expect(await many.seconds(id, DAY + 3000, DAY + 40_000)).toEqual(
      await archive.seconds(id, DAY + 3000, DAY + 40_000),
    )
    for (const before of [DAY, DAY + 1, 3 * DAY])
      expect(await many.lastMinute(id, before)).toEqual(await archive.lastMinute(id, before))
  }
  await storage.close()
})
