/** History from a real streaming replica: it is read there, never without what its reader has just done, and without it all the same. */

import { expect, test } from "vitest"
import type { SpotOrder } from "#core/wire/index.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { freshDatabase, postgresIsThere } from "#tests/support/postgres.ts"
import { PAIR_LEFT_OUT, pairCanRun, startPair } from "#tests/support/postgres-pair.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, priceAt, type Trader } from "#tests/support/trader.ts"

const WITHIN_MS = 60_000
const SYMBOL = "BTC_USDT"

test.skipIf(!pairCanRun)(`history from a replica${pairCanRun ? "" : ` (${PAIR_LEFT_OUT})`}`, async () => {
  const pair = await startPair()
  if (postgresIsThere) {
    // Of another server: it ends before anybody is answered from it.
    const foreign = await freshDatabase()
    await expect(
      startInProcess({ DATABASE_URL: foreign.url, DATABASE_REPLICA_URL: pair.replica }),
    ).rejects.toThrow(/is no replica of the database/)
    await foreign.drop()
  }
  const server = await startInProcess({
    ...{ DATABASE_URL: pair.primary, DATABASE_REPLICA_URL: pair.replica },
    SAKER_METRICS_PORT: "0",
  })
  try {
    const metric = async (name: string) => {
      const text = await (await fetch(server.metrics ?? "")).text()
      return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1])
    }
    const ended = async (trader: Trader) => {
      const { data } = await trader.get<{ rows: SpotOrder[] }>("/spot/history?limit=50")
      return data.rows.map(({ id }) => id)
    }
    const [trader, other] = [await newTrader(server), await newTrader(server)]
    const price = await priceAt(server, SYMBOL, 0.5)
    const done: number[] = []
    const act = async () => {
      const order = { instrument: SYMBOL, side: "buy", type: "limit", price, quantity: "0.001" }
      const { data } = await trader.place(order)
      expect((await trader.post("/spot/cancel", { id: data.id })).code).toBe(200)
      done.unshift(data.id)
      // At once, wherever it is read.
      expect(await ended(trader)).toEqual(done)
    }
    const readThere = (of: Trader) =>
      expect.poll(
        async () => {
          const before = await metric("saker_history_replica_reads")
          await ended(of)
          return (await metric("saker_history_replica_reads")) - before
        },
        { timeout: WITHIN_MS },
      )
    for (let count = 0; count < 5; count += 1) await act()
    await readThere(trader).toBe(1)
    expect(await ended(trader)).toEqual(done)

    // It stands still: who acts reads elsewhere, until it goes on.
    await pair.onReplica("select pg_wal_replay_pause()")
    await act()
    const before = await metric("saker_history_primary_reads")
    expect(await ended(trader)).toEqual(done)
    expect((await metric("saker_history_primary_reads")) - before).toBe(1)
    await pair.onReplica("select pg_wal_replay_resume()")
    await readThere(trader).toBe(1)
    expect(await ended(trader)).toEqual(done)

    await pair.endReplica()
    await act()
    expect(await ended(other)).toEqual([])
    const health = async () =>
      (await (await fetch(`${server.address}/healthz`)).json()) as { history: string }
    await expect.poll(async () => (await health()).history, { timeout: WITHIN_MS }).toBe("away")
    expect(await metric("saker_history_replica_used")).toBe(0)
    expect(await ended(trader)).toEqual(done)
  } finally {
    await server.close()
    await pair.end()
    removeFolders()
  }
})
