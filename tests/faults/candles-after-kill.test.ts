/** After a kill the stored candles are those of every trade that was committed. */

import { join } from "node:path"
import { afterAll, expect, test, vi } from "vitest"
import { bucketEnd, bucketStart } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import { foldTrade, openCandle } from "#core/candle/fold-trade.ts"
import { parseLots, parseTicks } from "#core/money/steps.ts"
import type { CandleRow, TradeRow } from "#core/wire/index.ts"
import { MarketArchive, STORED_INTERVALS } from "#server/storage/market-archive.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import { freshDatabase, postgresIsThere } from "#tests/support/postgres.ts"
import {
  DATABASE,
  freshFolder,
  removeFolders,
  type SakerProcess,
  startSaker,
} from "#tests/support/saker-process.ts"

const SYMBOL = "BTC_USDT"
const SECONDS = "BTC_USDT_SEC"
/** `npm run verify` asks for more. */
const KILLS = Number(process.env.SAKER_CANDLE_KILLS ?? 1)
/** Trades of one life: some lie before its last snapshot, some behind it, some behind the last save of candles. */
const TRADES_A_LIFE = 25
const LIFE_MS = 6_000
/** Snapshots come between two savings of the market (5 s), so that a replay alone doesn't reach back to one. */
const rhythm = { snapshotMs: 1_700, snapshotCommands: 1_000_000, hashCommands: 10_000 }

const drops: (() => Promise<void>)[] = []
afterAll(async () => {
  removeFolders()
  for (const drop of drops) await drop()
})

const onPostgres = async () => {
  const { url, drop } = await freshDatabase()
  drops.push(drop)
  return url
}
const STORES: [string, () => Promise<string>][] = [
  ["the embedded database", async () => ""],
  ...(postgresIsThere ? [["a PostgreSQL server", onPostgres] as [string, () => Promise<string>]] : []),
]

test.each(STORES)(
  "on %s, killed while it trades, it has every trade in its tape and in its candles, once",
  async (_, database) => {
    const data = freshFolder()
    const databaseUrl = await database()
    const start = () =>
      startSaker({ data, options: { rhythm }, env: { SAKER_MARKETS: "3", DATABASE_URL: databaseUrl } })
    const trades = new Map<number, TradeRow>()
    for (let kill = 0; kill < KILLS; kill += 1) {
      const saker = await start()
      await watch(saker, trades)
      const seconds = await tradedSeconds(saker)
      await saker.end("SIGKILL")
      const next = await start()
      const again = new Map((await tradedSeconds(next)).map((row) => [row[0], row]))
      for (const row of seconds) expect(again.get(row[0])).toEqual(row)
      await look(next, trades)
      await next.end(kill % 2 ? "SIGTERM" : "SIGKILL")
    }
    const last = await start()
    await look(last, trades)
    await last.end("SIGTERM")

    const storage = await openStorage({
      data,
      database: DATABASE,
      seedFile: join(import.meta.dirname, "../../dist/database/empty.tgz"),
      databaseUrl,
    })
    // The market trades on between the last look and the stop: those trades are read from what the stop has saved.
    take((await new MarketArchive(storage).load()).trades.get(SYMBOL) ?? [], trades)
    const ids = [...trades.keys()].sort((one, other) => one - other)
    expect(ids).toEqual(ids.map((_, place) => place + 1))
    await compareWithTrades(
      storage,
      ids.map((id) => trades.get(id) as TradeRow),
    )
    await storage.close()
  },
  180_000 * (KILLS + 1),
)

const read = async <Row>(saker: SakerProcess, path: string): Promise<Row[]> =>
  ((await (await fetch(`${saker.url}${path}`)).json()) as { data: { rows: Row[] } }).data.rows

async function look(saker: SakerProcess, trades: Map<number, TradeRow>): Promise<void> {
  take(await read<TradeRow>(saker, `/market/trades?symbol=${SYMBOL}&limit=500`), trades)
}

function take(rows: readonly TradeRow[], trades: Map<number, TradeRow>): void {
  for (const row of rows) {
    // A number that was told once stays with its trade.
    if (trades.has(row[0])) expect(row).toEqual(trades.get(row[0]))
    trades.set(row[0], row)
  }
}

/** Writes down every trade until enough of them came. */
async function watch(saker: SakerProcess, trades: Map<number, TradeRow>): Promise<void> {
  const until = Date.now() + LIFE_MS
  await look(saker, trades)
  const before = trades.size
  await vi.waitFor(
    async () => {
      await look(saker, trades)
      expect(trades.size).toBeGreaterThan(before + TRADES_A_LIFE)
      expect(Date.now()).toBeGreaterThan(until)
    },
    { timeout: 60_000, interval: 300 },
  )
}

/** Seconds that are over and in which the index ticked. */
async function tradedSeconds(saker: SakerProcess): Promise<CandleRow[]> {
  const rows = await read<CandleRow>(saker, `/market/kline?symbol=${SECONDS}&interval=1s&limit=600`)
  return rows.filter((row) => row[6] > 0 && row[7] === 1)
}

async function compareWithTrades(storage: Storage, trades: readonly TradeRow[]): Promise<void> {
  const { tick, lot } = await storage.database
    .selectFrom("instruments")
    .select(["tick", "lot"])
    .where("id", "=", SYMBOL)
    .executeTakeFirstOrThrow()
  const archive = new MarketArchive(storage)
  for (const interval of STORED_INTERVALS) {
    const folded: Candle[] = []
    for (const [id, price, quantity, , time] of trades) {
      const ticks = parseTicks(price, BigInt(tick))
      const lots = parseLots(quantity, BigInt(lot))
      if (!ticks.ok || !lots.ok) throw new Error(`trade ${id} is off the steps`)
      const running = folded.at(-1)
      const isNext = !running || time >= bucketEnd(running.openTime, interval)
      const candle = isNext ? openCandle(bucketStart(time, interval), ticks.value) : running
      if (isNext) folded.push(candle)
      foldTrade(candle, { id, price: ticks.value, quantity: lots.value })
    }
    const stored = await archive.candles(SYMBOL, interval, 0, Number.MAX_SAFE_INTEGER)
    expect(stored).toEqual(folded.map((candle) => ({ ...candle, closed: true })))
  }
}
