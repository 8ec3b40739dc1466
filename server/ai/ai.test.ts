/** AI products through the real server: offered, bought, accrued, paid, ended early, listed (A1–A5). */

import { afterAll, beforeAll, expect, test } from "vitest"
import type { aiHoldingDetail, aiProductDetail } from "#core/wire/ai-calls.ts"
import type { assets } from "#core/wire/asset-calls.ts"
import { type AiHolding, type AiProduct, type BillRow, PROBLEMS, type ResponseOf } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { listenTo } from "#tests/support/contract-trader.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, type Trader } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const DAY = 86_400_000
/** How far the server's clock is ahead. */
let ahead = 0
let server: RunningServer

beforeAll(async () => {
  server = await startInProcess(
    {
      ...{ SAKER_MARKETS: "1", SAKER_PRACTICE_FUNDS: "USDT:30000,BTC:1" },
      ...{ SAKER_ACCOUNT_CALLS_PER_SECOND: "1000", SAKER_ORDERS_PER_SECOND: "1000" },
    },
    { clock: movedClock(() => ahead) },
  )
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

let keys = 0
const buy = (trader: Trader, amount: string, more: object = {}) => {
  keys += 1
  return trader.post<AiHolding>("/ai/buy", { product: "usdt-7", amount, key: `b${keys}`, ...more })
}
const withdraw = (trader: Trader, id: number, key = `w${id}`) =>
  trader.post<AiHolding>("/ai/withdraw", { id, key })
const holdingsOf = async (trader: Trader, query = "") =>
  (await trader.get<{ rows: AiHolding[]; next: string }>(`/ai/holdings?${query}`)).data
const refusalOf = (name: keyof typeof PROBLEMS) => ({ code: PROBLEMS[name], data: null })

/** Time goes on to the next 00:00 UTC, and a tick over it; whoever asks next meets what it brought. */
function toMidnight(days = 1): void {
  const now = Date.now() + ahead
  ahead = (Math.floor(now / DAY) + days) * DAY + 1_000 - Date.now()
}

test("products of a new exchange are offered with their issue and record (A1)", async () => {
  const trader = await newTrader(server)
  const { data } = await trader.get<{ rows: AiProduct[] }>("/ai/products")
  expect(data.rows.map(({ id, currency, days }) => `${id} ${currency} ${days}`)).toEqual([
    "usdt-7 USDT 7",
    "usdt-30 USDT 30",
    "usdt-90 USDT 90",
    "btc-30 BTC 30",
  ])
  const [product] = data.rows
  expect(product).toMatchObject({
    ...{ name: "USDT 7", rate: "0.0002", minimum: "10", maximum: "5000", earlyFee: "0.002", own: "0" },
    ...{ state: "on-sale", issue: { number: 1, size: "500000", state: "open", ended: 0 } },
  })
  const one = await trader.get<ResponseOf<typeof aiProductDetail>>("/ai/product?id=usdt-7")
  expect(one.data).toEqual({ product, issues: [product?.issue] })
  expect(await trader.get("/ai/product?id=none")).toMatchObject(refusalOf("UNKNOWN_PRODUCT"))
})

test(
  "a holding is bought, earns day by day, is told privately, and is paid at its end; the bill adds up (A2, A3)",
  async () => {
    const trader = await newTrader(server)
    const client = await listenTo(server, trader.token)
    const { data: bought } = await buy(trader, "1000", { key: "mine" })
    expect(bought).toMatchObject({
      ...{
        product: "usdt-7",
        name: "USDT 7",
        issue: 1,
        currency: "USDT",
        principal: "1000",
        rewardTotal: "1.4",
      },
      ...{ status: "in-progress", reward: "0", accruedDays: 0, paid: "", fee: "", ended: 0 },
    })
    expect([bought.starts % DAY, bought.matures - bought.starts]).toEqual([0, 7 * DAY])
    expect(bought.next).toBe(bought.starts + DAY)
    // The same request again is answered the same, and acts once.
    expect((await buy(trader, "1000", { key: "mine" })).data).toEqual(bought)
    expect(await buy(trader, "1001", { key: "mine" })).toMatchObject(refusalOf("KEY_CONFLICT"))
    expect(await holdingsOf(trader)).toEqual({ rows: [bought], next: "" })
    const index = async () => (await trader.get<ResponseOf<typeof assets>>("/assets/index")).data.ai
    expect(await index()).toEqual([{ currency: "USDT", principal: "1000", reward: "0" }])

    toMidnight(2)
    await client.until(() => client.privately.some(({ type }) => type === "ai"), "the first message")
    const isOfDay = (day: number) => (row: { accruedDays?: number }) => row.accruedDays === day
    const told = () =>
      client.privately.flatMap(({ type, rows }) => (type === "ai" ? (rows as AiHolding[]) : []))
    await client.until(() => told().some(isOfDay(1)), "the first day")
    expect(await holdingsOf(trader, "status=running")).toMatchObject({
      rows: [{ id: bought.id, accruedDays: 1, reward: "0.2", next: bought.starts + 2 * DAY }],
    })
    expect(await index()).toEqual([{ currency: "USDT", principal: "1000", reward: "0.2" }])

    toMidnight(6)
    await client.until(() => told().some(({ status }) => status === "finished"), "the end")
    const { rows } = await holdingsOf(trader, "status=ended")
    expect(rows).toMatchObject([
      { id: bought.id, status: "finished", accruedDays: 7, reward: "1.4", paid: "1001.4", next: 0 },
    ])
    expect(rows[0]?.ended).toBe(bought.matures)
    expect(await holdingsOf(trader, "status=running")).toEqual({ rows: [], next: "" })
    expect(await index()).toEqual([])
    expect(client.faults).toEqual([])
    await client.close()
    const bill = await trader.get<{ rows: BillRow[] }>("/assets/bill?kind=ai")
    expect(bill.data.rows.map(({ amount, balance, wallet }) => [amount, balance, wallet])).toEqual([
      ["1001.4", "30001.4", "funding"],
      ["-1000", "29000", "funding"],
    ])
    const { data } = await trader.get<ResponseOf<typeof aiProductDetail>>("/ai/product?id=usdt-7")
    expect(data.issues[0]).toMatchObject({ sold: "1000", promised: "1.4", paid: "1.4" })
  },
  WITHIN_MS,
)

test(
  "an early end costs what was shown before, once; what has ended can't end again (A4)",
  async () => {
    const trader = await newTrader(server)
    const { data: bought } = await buy(trader, "500")
    toMidnight(2)
    await expect
      .poll(async () => (await holdingsOf(trader)).rows[0]?.accruedDays, { timeout: WITHIN_MS })
      .toBe(1)
    const shown = await trader.get<ResponseOf<typeof aiHoldingDetail>>(`/ai/holding?id=${bought.id}`)
    expect(shown.data.early).toEqual({ principal: "500", fee: "1", forfeited: "0.1", receive: "499" })
    const { data: ended } = await withdraw(trader, bought.id, "end")
    expect(ended).toMatchObject({ status: "withdrawn", paid: "499", fee: "1", next: 0 })
    expect((await withdraw(trader, bought.id, "end")).data).toEqual(ended)
    expect(await withdraw(trader, bought.id, "again")).toMatchObject(refusalOf("WRONG_STATE"))
    const after = await trader.get<ResponseOf<typeof aiHoldingDetail>>(`/ai/holding?id=${bought.id}`)
    expect(after.data).toEqual({ holding: ended, early: null })
    const stranger = await newTrader(server)
    expect(await withdraw(stranger, bought.id)).toMatchObject(refusalOf("UNKNOWN_HOLDING"))
    expect(await stranger.get(`/ai/holding?id=${bought.id}`)).toMatchObject(refusalOf("UNKNOWN_HOLDING"))
    expect(await trader.available("USDT")).toBe(2_999_900_000_000n)
  },
  WITHIN_MS,
)

test("what can't be bought is refused with its reason", async () => {
  const trader = await newTrader(server)
  expect(await buy(trader, "9.99")).toMatchObject(refusalOf("PURCHASE_LIMIT"))
  expect(await buy(trader, "5000.00000001")).toMatchObject(refusalOf("PURCHASE_LIMIT"))
  expect(await buy(trader, "-10")).toMatchObject(refusalOf("FORMAT"))
  expect(await buy(trader, "10.000000001")).toMatchObject(refusalOf("PRECISION"))
  expect(await buy(trader, "10", { product: "none" })).toMatchObject(refusalOf("UNKNOWN_PRODUCT"))
  expect(await buy(trader, "40000", { product: "usdt-90" })).toMatchObject(refusalOf("INSUFFICIENT_BALANCE"))
  // Many at once: the limit of a user holds whichever comes first.
  const many = await Promise.all(Array.from({ length: 8 }, () => buy(trader, "1000")))
  expect(many.filter(({ code }) => code === 200)).toHaveLength(5)
  expect(await buy(trader, "10")).toMatchObject(refusalOf("PURCHASE_LIMIT"))
})

test("lists go on from page to page, what runs and what has ended", async () => {
  const trader = await newTrader(server)
  for (let each = 0; each < 5; each++) await buy(trader, "10")
  const { rows } = await holdingsOf(trader)
  for (const { id } of rows.slice(1, 4)) await withdraw(trader, id)
  const pages = async (status: string) => {
    const ids: number[] = []
    let next = ""
    do {
      const page = await holdingsOf(trader, `limit=2&status=${status}&cursor=${next}`)
      ids.push(...page.rows.map(({ id }) => id))
      next = page.next
    } while (next !== "")
    return ids
  }
  const ids = rows.map(({ id }) => id)
  expect(await pages("running")).toEqual([ids[0], ids[4]])
  expect(await pages("ended")).toEqual([ids[3], ids[2], ids[1]])
})
