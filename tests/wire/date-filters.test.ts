/** Do order history, fills, bill and its file give exactly what lies between two moments, page after page? */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "../support/in-process-server.ts"
import { removeFolders } from "../support/saker-process.ts"
import { newTrader, type Trader } from "../support/trader.ts"

const WITHIN_MS = 180_000
const ORDERS = 14

let server: RunningServer
let ada: Trader
beforeAll(async () => {
  server = await startInProcess({
    SAKER_MARKETS: "2",
    SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
    SAKER_ORDERS_PER_SECOND: "1000",
  })
  ada = await newTrader(server)
  const eve = await newTrader(server)
  for (let count = 0; count < ORDERS; count += 1)
    for (const one of [ada, eve]) {
      const side = count % 2 === 0 ? "buy" : "sell"
      const order = { instrument: "BTC_USDT", side, type: "market", quantity: "0.001" }
      expect(await one.place(order)).toMatchObject({ code: 200 })
    }
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

interface Row {
  time: number
  key: string
}
const LISTS = [
  {
    path: "/spot/history",
    read: (row: Record<string, unknown>): Row => ({ time: Number(row.updated), key: String(row.id) }),
  },
  {
    path: "/spot/fills",
    read: (row: Record<string, unknown>): Row => ({
      time: Number(row.time),
      key: `${row.trade} ${row.order}`,
    }),
  },
  {
    path: "/assets/bill",
    read: (row: Record<string, unknown>): Row => ({ time: Number(row.time), key: String(row.id) }),
  },
] as const

/** All pages of three rows. */
async function all({ path, read }: (typeof LISTS)[number], filter: string): Promise<Row[]> {
  const rows: Row[] = []
  let cursor = ""
  do {
    const page = await ada.get<{ rows: Record<string, unknown>[]; next: string }>(
      `${path}?limit=3${filter}${cursor && `&cursor=${cursor}`}`,
    )
    expect(page.code).toBe(200)
    rows.push(...page.data.rows.map(read))
    cursor = page.data.next
  } while (cursor !== "")
  return rows
}

describe.each(LISTS)("$path", (list) => {
  test("gives both ends and what lies between, each row once, the newest first", async () => {
    const whole = await all(list, "")
    expect(whole.length).toBeGreaterThanOrEqual(ORDERS)
    const times = whole.map(({ time }) => time)
    const [early = 0, late = 0] = [times.at(-5), times.at(4)]
    const within = (from: number, to: number) => whole.filter(({ time }) => time >= from && time <= to)
    for (const [from, to] of [
      [early, late],
      [early, early],
      [early + 1, late - 1],
      [times.at(-1) ?? 0, times[0] ?? 0],
    ] as const)
      expect(await all(list, `&from=${from}&to=${to}`)).toEqual(within(from, to))
    expect(await all(list, `&from=${late}`)).toEqual(within(late, Number.MAX_SAFE_INTEGER))
    expect(await all(list, `&to=${early}`)).toEqual(within(0, early))
    expect(await all(list, `&from=${(times[0] ?? 0) + 1}`)).toEqual([])
    expect(await all(list, `&to=${(times.at(-1) ?? 0) - 1}`)).toEqual([])
  })

  test("goes together with the other filters", async () => {
    const whole = await all(list, "&from=0")
    const other = list.path === "/assets/bill" ? "&kind=fee" : "&side=sell"
    const narrowed = await all(list, other)
    const from = whole.at(4)?.time ?? 0
    expect(await all(list, `${other}&from=${from}`)).toEqual(narrowed.filter(({ time }) => time >= from))
  })

  test("from a moment after its end is refused in the reader's language", async () => {
    const ask = async (lang: string) =>
      (
        await fetch(`${server.address}${list.path}?from=2&to=1`, {
          headers: { authorization: `Bearer ${ada.token}`, lang },
        })
      ).json()
    const refused = { code: PROBLEMS.TIME_RANGE, data: null }
    expect(await ask("en")).toEqual({ ...refused, message: "The time range starts after it ends." })
    expect(await ask("de")).toEqual({ ...refused, message: "Der Zeitraum beginnt nach seinem Ende." })
  })

  test.each(["from=-1", "to=1.5", "from=yesterday", "to=8640000000000001"])(
    "%s is no moment",
    async (filter) => {
      expect(await ada.get(`${list.path}?${filter}`)).toMatchObject({ code: PROBLEMS.FORMAT })
    },
  )
})

describe("the file of the bill", () => {
  const file = (query: string) =>
    fetch(`${server.address}/assets/export?${query}`, { headers: { authorization: `Bearer ${ada.token}` } })

  test("has the lines of the same range", async () => {
    const whole = await all(LISTS[2], "")
    const [from = 0, to = 0] = [whole.at(-4)?.time, whole.at(3)?.time]
    const lines = (await (await file(`from=${from}&to=${to}`)).text()).trim().split("\r\n").slice(1)
    expect(lines.map((line) => line.split(",")[0])).toEqual(
      whole.filter(({ time }) => time >= from && time <= to).map(({ key }) => key),
    )
  })

  test("is refused where the range is backwards", async () => {
    expect(await (await file("from=2&to=1")).json()).toMatchObject({ code: PROBLEMS.TIME_RANGE })
  })
})
