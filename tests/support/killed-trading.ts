/** Trading at a server that is killed under it, and the look into its database behind that: every order somebody was told of is there. */

import { join } from "node:path"
import { expect } from "vitest"
import type { SpotOrder } from "#core/wire/index.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { compareRows, readRows } from "#server/journal/compare-rows.ts"
import { restoreEngine } from "#server/journal/restore.ts"
import { restorableEngine } from "#server/start/open-exchange.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import { DATABASE, type SakerProcess } from "./saker-process.ts"
import type { Trader } from "./trader.ts"

export const SYMBOL = "BTC_USDT"
/** Requests of one person that are under way at a time. */
const AT_ONCE = 3
/** The kill comes after so many answers, and a moment that differs each time. */
const ANSWERS_MAX = 40
const MOMENT_MS = 80
/** What somebody was told of an order; the last word counts. */
export interface Told {
  id: number
  executed: string
  isCancelled: boolean
}

/** What lets a few people send as fast as they can. */
export const UNLIMITED = {
  SAKER_MARKETS: "2",
  SAKER_ACCOUNT_CALLS_PER_SECOND: "10000",
  SAKER_READS_PER_SECOND: "10000",
  SAKER_ORDERS_PER_SECOND: "10000",
  SAKER_CANCELS_PER_SECOND: "10000",
  SAKER_PRACTICE_FUNDS: "USDT:1000000,BTC:10",
}

/** The person's calls, at a server that has been started anew on another port. */
export const at = (saker: SakerProcess) => ({ address: saker.url, port: saker.port }) as RunningServer

async function post<Data>(saker: SakerProcess, path: string, token: string, body: object) {
  const response = await fetch(saker.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { code: number; data: Data }
}

/** Trades until the server is killed under it: rests, takes, cancels. */
export async function tradeUntilKilled(
  saker: SakerProcess,
  traders: readonly Trader[],
  { told, low, round }: { told: Map<string, Told>; low: string; round: number },
): Promise<void> {
  let isKilled = false
  let answers = 0
  let end: Promise<unknown> | undefined
  const enough = 1 + Math.floor(Math.random() * ANSWERS_MAX)
  const answered = () => {
    answers += 1
    if (answers < enough || end) return
    end = new Promise((resolve) => setTimeout(resolve, Math.random() * MOMENT_MS)).then(() => {
      isKilled = true
      return saker.end("SIGKILL")
    })
  }
  const someone = async (trader: Trader, name: string) => {
    for (let count = 0; !isKilled; count += 1) {
      const clientOrderId = `${name}-${round}-${count}`
      const order =
        count % 3 === 2
          ? { side: count % 2 ? "buy" : "sell", type: "market", quantity: "0.0004" }
          : { side: "buy", type: "limit", price: low, quantity: "0.0003" }
      try {
        const body = { instrument: SYMBOL, ...order, clientOrderId }
        const placed = await post<SpotOrder>(saker, "/spot/place", trader.token, body)
        expect([200, 1001, 5001, 2201, 1101], JSON.stringify(placed)).toContain(placed.code)
        if (placed.code !== 200) continue
        const { id, executed } = placed.data
        told.set(clientOrderId, { id, executed, isCancelled: false })
        answered()
        if (order.type === "market" || count % 2) continue
        const cancelled = await post<SpotOrder>(saker, "/spot/cancel", trader.token, { id })
        expect([200, 1101], JSON.stringify(cancelled)).toContain(cancelled.code)
        if (cancelled.code !== 200) continue
        told.set(clientOrderId, { id, executed: cancelled.data.executed, isCancelled: true })
        answered()
      } catch (error) {
        // The server is gone: what became of this one nobody was told.
        if (isKilled) return
        throw error
      }
    }
  }
  await Promise.all(
    traders.flatMap((trader, place) =>
      Array.from({ length: AT_ONCE }, (_, line) => someone(trader, `t${place}.${line}`)),
    ),
  )
  await end
}

/** Looks into the database itself, as the next start would, and compares it with what people were told. */
export async function checkBooksOf(
  data: string,
  databaseUrl: string,
  told: ReadonlyMap<string, Told>,
): Promise<void> {
  const storage = await openStorage({
    data,
    database: DATABASE,
    seedFile: join(import.meta.dirname, "../../dist/database/empty.tgz"),
    databaseUrl,
  })
  try {
    const { database } = storage
    const head = await database.selectFrom("engine_head").selectAll().executeTakeFirstOrThrow()
    const log = { error: (values: object, text: string) => expect.fail(`${text} ${JSON.stringify(values)}`) }
    const { engine } = await restoreEngine({
      storage,
      head,
      create: () => restorableEngine({}),
      log,
      fromOldest: true,
    })
    expect(checkBooks(engine.engine.state)).toEqual([])
    expect(compareRows(await readRows(database), engine.engine.state)).toEqual([])
    const orders = await database.selectFrom("orders").selectAll().execute()
    const named = new Map<string, (typeof orders)[number]>()
    for (const order of orders) {
      if (order.client_order_id === null) continue
      expect(named.has(order.client_order_id), order.client_order_id).toBe(false)
      named.set(order.client_order_id, order)
    }
    for (const [name, { id, executed, isCancelled }] of told) {
      const row = named.get(name)
      expect(row?.id, name).toBe(id)
      // Five decimals of a lot of 0.00001.
      expect(row?.executed, name).toBeGreaterThanOrEqual(Math.round(Number(executed) * 1e5))
      if (isCancelled) expect(row?.status, name).toBe("cancelled")
    }
  } finally {
    await storage.close()
  }
}
