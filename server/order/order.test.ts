/** Orders end by themselves, through the real calls: at the time till which they are good (S14), and by a countdown (S15). */

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { PROBLEMS, type SpotOrder } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, priceAt } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const SYMBOL = "BTC_USDT"

let server: RunningServer
let low: string
beforeAll(async () => {
  server = await startInProcess({ SAKER_MARKETS: "2" })
  low = await priceAt(server, SYMBOL, 0.5)
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

const order = (more: object = {}) => ({
  ...{ instrument: SYMBOL, side: "buy", type: "limit", price: low, quantity: "0.001" },
  ...more,
})
const set = (seconds: number, more: object = {}) => ({ seconds, ...more })

describe("an order that is good till a time (S14)", () => {
  const limits = { least: 5_000, most: 7_776_000_000 }

  test("is told with it, and ends at it by itself with all that it held", async () => {
    const trader = await newTrader(server)
    const before = await trader.available("USDT")
    const later = Date.now() + 3_600_000
    const kept = await trader.place(order({ expiresAt: later }))
    expect(kept).toMatchObject({ code: 200, data: { timeInForce: "gtc", expiresAt: later } })
    await trader.post("/spot/cancel", { id: kept.data.id })
    const expiresAt = Date.now() + limits.least + 300
    const { data } = await trader.place(order({ expiresAt, postOnly: true }))
    expect(await trader.open()).toMatchObject([{ id: data.id, expiresAt, status: "new" }])
    await vi.waitFor(async () => expect(await trader.open()).toEqual([]), { timeout: 60_000, interval: 200 })
    const { rows } = (await trader.get<{ rows: SpotOrder[] }>("/spot/history")).data
    expect(rows.map(({ id, status, reason }) => [id, status, reason])).toEqual([
      [data.id, "expired", "GTT"],
      [kept.data.id, "cancelled", ""],
    ])
    expect(rows[0]).toMatchObject({ expiresAt, updated: expiresAt, held: "0" })
    expect(rows[1]).toMatchObject({ expiresAt: later })
    expect(await trader.available("USDT")).toBe(before)
  })

  test.each([
    ["EXPIRY_RANGE", () => order({ expiresAt: Date.now() + limits.least / 2 })],
    ["EXPIRY_RANGE", () => order({ expiresAt: Date.now() + limits.most + 60_000 })],
    ["TYPE_COMBINATION", () => order({ expiresAt: Date.now() + 60_000, timeInForce: "ioc" })],
    ["FORMAT", () => order({ expiresAt: "2026-11-25" })],
  ] as const)("is refused with %s", async (name, order) => {
    expect(await (await newTrader(server)).place(order())).toMatchObject({ code: PROBLEMS[name] })
  })
})

describe("a countdown (S15)", () => {
  test("it cancels what is open when it runs out, and tells why", async () => {
    const trader = await newTrader(server)
    const other = await newTrader(server)
    const { data } = await trader.place(order())
    const kept = await other.place(order())
    const { code, data: armed } = await trader.post<{ due: number; time: number }>(
      "/order/cancelAfter",
      set(5),
    )
    expect([code, armed.due - armed.time]).toEqual([200, 5_000])
    await vi.waitFor(async () => expect(await trader.open()).toEqual([]), { timeout: 60_000, interval: 200 })
    const { rows } = (await trader.get<{ rows: SpotOrder[] }>("/spot/history")).data
    expect(rows).toMatchObject([{ id: data.id, status: "cancelled", reason: "COUNTDOWN", held: "0" }])
    expect(rows[0]?.updated).toBe(armed.due)
    expect((await other.open()).map(({ id }) => id)).toEqual([kept.data.id])
  })

  test("it is stopped by 0, and refuses what it can't be", async () => {
    const trader = await newTrader(server)
    await trader.post("/order/cancelAfter", set(60, { instrument: SYMBOL }))
    expect(await trader.post("/order/cancelAfter", set(0, { instrument: SYMBOL }))).toMatchObject({
      code: 200,
      data: { due: 0 },
    })
    expect(await trader.post("/order/cancelAfter", set(4))).toMatchObject({ code: PROBLEMS.FORMAT })
    expect(await trader.post("/order/cancelAfter", set(60, { instrument: "NO_SUCH" }))).toMatchObject({
      code: PROBLEMS.UNKNOWN_INSTRUMENT,
    })
  })
})
