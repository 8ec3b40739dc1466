/** A user trades through the real API by the exchange's rules, and sees exactly what is theirs. */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { PROBLEMS, type SpotFill, type SpotOrder } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { post } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, priceAt, type Trader, units } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const SYMBOL = "BTC_USDT"

let server: RunningServer
let ada: Trader
let eve: Trader
let low: string
beforeAll(async () => {
  server = await startInProcess({
    SAKER_MARKETS: "2",
    SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
    SAKER_ORDERS_PER_SECOND: "1000",
  })
  ada = await newTrader(server)
  eve = await newTrader(server)
  low = await priceAt(server, SYMBOL, 0.5)
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

const limitBuy = (more: object = {}) => ({
  instrument: SYMBOL,
  side: "buy",
  type: "limit",
  price: low,
  quantity: "0.001",
  ...more,
})
const refusalOf = (name: keyof typeof PROBLEMS) => ({ code: PROBLEMS[name], data: null })
let keys = 0
function newKey(): string {
  keys += 1
  return `k${keys}`
}

describe("an order (S10, L4)", () => {
  test("holds what it needs, can be seen, changed and cancelled, and gives all of it back", async () => {
    const before = await ada.available("USDT")
    const placed = await ada.place(limitBuy({ clientOrderId: "first" }))
    expect(placed).toMatchObject({ code: 200, data: { status: "new", clientOrderId: "first", price: low } })
    const { id, held } = placed.data
    expect(await ada.available("USDT")).toBe(before - units(held))
    expect((await ada.open()).map((order) => order.id)).toContain(id)
    const amended = await ada.post<SpotOrder>("/spot/amend", { clientOrderId: "first", quantity: "0.0005" })
    expect(amended.data).toMatchObject({ id, status: "new" })
    expect(units(amended.data.held) * 2n).toBe(units(held))
    // Sent twice with one key it counts once (S6, S12).
    for (const _ of [1, 2]) {
      const reduced = await ada.post<SpotOrder>("/spot/reduce", { id, by: "0.0002", key: "less" })
      expect(reduced).toMatchObject({ code: 200, data: { id, status: "new", quantity: "0.00030" } })
    }
    expect(await ada.post("/spot/reduce", { id, by: "0" })).toMatchObject(refusalOf("WRONG_SIZE"))
    expect(await ada.post("/spot/reduce", { id, by: "0.000001" })).toMatchObject(refusalOf("PRECISION"))
    const cancelled = await ada.post<SpotOrder>("/spot/cancel", { id })
    expect(cancelled.data).toMatchObject({ id, status: "cancelled", held: "0" })
    expect(await ada.available("USDT")).toBe(before)
    expect(await ada.post("/spot/cancel", { id })).toMatchObject(refusalOf("UNKNOWN_ORDER"))
  })

  test("by market trades against the house, and its fills, fee and balances agree to the last digit", async () => {
    const before = { base: await ada.total("BTC"), quote: await ada.total("USDT") }
    const bought = await ada.place({ instrument: SYMBOL, side: "buy", type: "market", quantity: "0.002" })
    expect(bought).toMatchObject({ code: 200, data: { status: "filled", held: "0", feeCurrency: "BTC" } })
    const { id, executed, executedQuote, fee } = bought.data
    expect(await ada.total("BTC")).toBe(before.base + units(executed) - units(fee))
    expect(await ada.total("USDT")).toBe(before.quote - units(executedQuote))
    const fills = (await ada.get<{ rows: SpotFill[] }>(`/spot/fills?order=${id}`)).data.rows
    expect((await ada.get<{ rows: SpotFill[] }>(`/spot/fills?order=${id}&side=buy`)).data.rows).toEqual(fills)
    expect((await ada.get<{ rows: SpotFill[] }>(`/spot/fills?order=${id}&side=sell`)).data.rows).toEqual([])
    const sum = (field: "quantity" | "turnover" | "fee") =>
      fills.reduce((all, fill) => all + units(fill[field]), 0n)
    expect([sum("quantity"), sum("turnover"), sum("fee")]).toEqual(
      [executed, executedQuote, fee].map((text) => units(text)),
    )
    expect((await ada.get<{ rows: SpotOrder[] }>("/spot/history")).data.rows[0]).toEqual(
      (await ada.get(`/spot/order?id=${id}`)).data,
    )
  })

  test.each([
    ["UNKNOWN_INSTRUMENT", { instrument: "NO_SUCH" }],
    ["UNKNOWN_INSTRUMENT", { instrument: `${SYMBOL}_PERP` }],
    ["PRECISION", { quantity: "0.0000000001" }],
    ["PRECISION", { price: "1.000000001" }],
    ["AMOUNT_LIMIT", { quantity: "100000000000000" }],
    ["FORMAT", { quantity: "1e3" }],
    ["FORMAT", { quantity: "1,000" }],
    ["FORMAT", { quantity: 1 }],
    ["FORMAT", { quantity: "-1" }],
    ["FORMAT", { type: "market", price: undefined, quantity: undefined, budget: "-5" }],
    ["FORMAT", { account: "house-maker" }],
    ["FORMAT", { stp: "NONE" }],
    ["FORMAT", { clientOrderId: "no blanks" }],
    ["TYPE_COMBINATION", { type: "market" }],
    ["TYPE_COMBINATION", { stopPrice: "1" }],
    ["WRONG_SIZE", { quantity: "0" }],
    ["MIN_NOTIONAL", { quantity: "0.00001" }],
    ["PRICE_RANGE", { price: "10", quantity: "1" }],
    ["INSUFFICIENT_BALANCE", { quantity: "100" }],
    ["FOK_NOT_FILLABLE", { timeInForce: "fok" }],
    ["REQUEST_EXPIRED", { sentAt: 1 }],
  ] as const)("is refused with %s for %o", async (name, wrong) => {
    const before = await ada.balances()
    expect(await ada.place(limitBuy(wrong))).toMatchObject(refusalOf(name))
    expect(await ada.balances()).toEqual(before)
  })

  test("is nobody else's: not to be seen, changed or cancelled", async () => {
    const { data } = await ada.place(limitBuy({ clientOrderId: newKey() }))
    const { id, clientOrderId } = data
    for (const named of [{ id }, { clientOrderId }]) {
      expect(await eve.post("/spot/cancel", named)).toMatchObject(refusalOf("UNKNOWN_ORDER"))
      expect(await eve.post("/spot/amend", { ...named, quantity: "0.002" })).toMatchObject(
        refusalOf("UNKNOWN_ORDER"),
      )
    }
    expect(await eve.get(`/spot/order?id=${id}`)).toMatchObject(refusalOf("UNKNOWN_ORDER"))
    expect(await eve.get(`/spot/order?clientOrderId=${clientOrderId}`)).toMatchObject(
      refusalOf("UNKNOWN_ORDER"),
    )
    expect((await eve.post<{ cancelled: number[] }>("/spot/cancelAll", {})).data.cancelled).toEqual([])
    for (const path of ["open", "history", "fills"]) {
      const { rows } = (await eve.get<{ rows: unknown[] }>(`/spot/${path}`)).data
      expect(rows).toEqual([])
    }
    expect((await ada.post<{ cancelled: number[] }>("/spot/cancelAll", {})).data.cancelled).toEqual([id])
  })

  test("is named once, and only once", async () => {
    for (const named of [{}, { id: 1, clientOrderId: "x" }])
      for (const path of ["cancel", "amend"])
        expect(await ada.post(`/spot/${path}`, named)).toMatchObject(refusalOf("TYPE_COMBINATION"))
    expect(await ada.get("/spot/order")).toMatchObject(refusalOf("TYPE_COMBINATION"))
  })
})

describe("a trailing stop (S9)", () => {
  const sell = {
    instrument: SYMBOL,
    side: "sell",
    type: "trailing-stop",
    quantity: "0.001",
    distance: "0.05",
  }
  const buy = { instrument: SYMBOL, side: "buy", type: "trailing-stop", budget: "50", distance: "0.015" }

  test("holds what it will spend, is told with its distance, cancelled and kept in the history", async () => {
    const trader = await newTrader(server)
    await trader.place({ instrument: SYMBOL, side: "buy", type: "market", quantity: "0.002" })
    const sold = await trader.place({ ...sell, stopPrice: await priceAt(server, SYMBOL, 1.2) })
    const stopPrice = sold.data.stopPrice
    expect(sold).toMatchObject({
      code: 200,
      data: { status: "waiting", distance: "0.05", price: "", quantity: "0.00100", held: "0.001" },
    })
    expect(stopPrice).not.toBe("")
    const bought = await trader.place({ ...buy, clientOrderId: "trail" })
    expect(bought).toMatchObject({
      code: 200,
      data: { status: "waiting", distance: "0.015", stopPrice: "", quantity: "", budget: "50", held: "50" },
    })
    expect(await trader.place({ ...buy, clientOrderId: "trail" })).toEqual(bought)
    expect(await trader.place({ ...buy, clientOrderId: "trail", distance: "0.02" })).toMatchObject(
      refusalOf("KEY_CONFLICT"),
    )
    expect(await trader.open()).toEqual([bought.data, sold.data])
    await trader.post("/spot/cancelAll", {})
    const { rows } = (await trader.get<{ rows: SpotOrder[] }>("/spot/history")).data
    expect(rows.slice(0, 2)).toMatchObject([
      { id: bought.data.id, distance: "0.015", status: "cancelled", held: "0" },
      { id: sold.data.id, distance: "0.05", stopPrice, status: "cancelled" },
    ])
  })

  test.each([
    ["TYPE_COMBINATION", { ...sell, distance: undefined }],
    ["TYPE_COMBINATION", { ...sell, quantity: undefined, budget: "50" }],
    ["TYPE_COMBINATION", { ...buy, budget: undefined, quantity: "0.001" }],
    ["TYPE_COMBINATION", { ...sell, type: "market" }],
    ["TYPE_COMBINATION", { ...sell, price: "1" }],
    ["DISTANCE_RANGE", { ...sell, distance: "0.0005" }],
    ["DISTANCE_RANGE", { ...buy, distance: "0.6" }],
    ["INSUFFICIENT_BALANCE", { ...buy, budget: "500000" }],
    ["FORMAT", { ...sell, distance: "-0.05" }],
    ["FORMAT", { ...sell, stopSource: "mark" }],
    ["FORMAT", { ...sell, type: "stop-market" }],
  ] as const)("is refused with %s for %o", async (name, order) => {
    expect(await ada.place(order)).toMatchObject(refusalOf(name))
  })
})

test("a stop that waits is moved by its stop price, and its row with it", async () => {
  const stop = { ...limitBuy(), type: "stop-limit", stopPrice: await priceAt(server, SYMBOL, 1.2) }
  const { data: placed } = await ada.place(stop)
  const stopPrice = await priceAt(server, SYMBOL, 1.3)
  expect(await ada.post("/spot/amend", { id: placed.id, stopPrice })).toMatchObject({
    code: 200,
    data: { id: placed.id, stopPrice, price: low, status: "waiting" },
  })
  await ada.post("/spot/cancel", { id: placed.id })
  expect((await ada.get(`/spot/order?id=${placed.id}`)).data).toMatchObject({
    stopPrice,
    status: "cancelled",
  })
})

describe("a lost answer", () => {
  test("is given again: sixteen times the same request is one order", async () => {
    const before = (await ada.open()).length
    const request = limitBuy({ clientOrderId: newKey() })
    const answers = await Promise.all(Array.from({ length: 16 }, () => ada.place(request)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(await ada.open()).toHaveLength(before + 1)
    expect(await ada.place({ ...request, quantity: "0.002" })).toMatchObject(refusalOf("KEY_CONFLICT"))
  })

  test("a refusal isn't kept under its key: the same request passes once nothing speaks against it", async () => {
    const clientOrderId = newKey()
    const tooDear = limitBuy({ clientOrderId, price: await priceAt(server, SYMBOL, 1.5) })
    expect(await ada.place(tooDear)).toMatchObject(refusalOf("PRICE_RULE"))
    expect(await ada.place(limitBuy({ clientOrderId }))).toMatchObject({ code: 200 })
    expect(await ada.post("/spot/cancel", { clientOrderId })).toMatchObject({ code: 200 })
  })

  test("can be asked for: what was accepted is told as it stands, what wasn't is unknown", async () => {
    const [sent, unsent] = [newKey(), newKey()]
    const placing = ada.place(limitBuy({ clientOrderId: sent }))
    const { data: placed } = await placing
    expect((await ada.get(`/spot/order?clientOrderId=${sent}`)).data).toEqual(placed)
    await ada.post("/spot/cancel", { clientOrderId: sent })
    // The engine still remembers its first answer; told is what became of the order.
    expect((await ada.get(`/spot/order?clientOrderId=${sent}`)).data).toMatchObject({
      id: placed.id,
      status: "cancelled",
    })
    expect(await ada.get(`/spot/order?clientOrderId=${unsent}`)).toMatchObject(refusalOf("UNKNOWN_ORDER"))
  })

  test("asked for while the order is still on its way is answered behind it", async () => {
    for (let round = 0; round < 10; round += 1) {
      const clientOrderId = newKey()
      const [placed, asked] = await Promise.all([
        ada.place(limitBuy({ clientOrderId })),
        ada.get<SpotOrder>(`/spot/order?clientOrderId=${clientOrderId}`),
      ])
      expect(placed.code).toBe(200)
      // Which of the two came first is the network's; an answer that knows it tells the very order.
      if (asked.code === 200) expect(asked.data.id).toBe(placed.data.id)
      else expect(asked).toMatchObject(refusalOf("UNKNOWN_ORDER"))
    }
    await ada.post("/spot/cancelAll", {})
  })
})

describe("a user's own limit", () => {
  const setLimit = (orderValueMax: string) =>
    ada.post("/security/preferencesSet", { preferences: JSON.stringify({ orderValueMax }) })

  test("holds at the server, from the moment it is stored, and is no limit for what is smaller", async () => {
    await setLimit("20")
    const price = Number(low)
    const small = (10 / price).toFixed(5)
    const large = (30 / price).toFixed(5)
    expect(await ada.place(limitBuy({ quantity: large }))).toMatchObject(refusalOf("OWN_LIMIT"))
    const budget = { type: "market", price: undefined, quantity: undefined, budget: "20.00000001" }
    expect(await ada.place(limitBuy(budget))).toMatchObject(refusalOf("OWN_LIMIT"))
    const placed = await ada.place(limitBuy({ quantity: small }))
    expect(placed.code).toBe(200)
    const { id } = placed.data
    expect(await ada.post("/spot/amend", { id, quantity: large })).toMatchObject(refusalOf("OWN_LIMIT"))
    await setLimit("")
    expect(await ada.post("/spot/amend", { id, quantity: large })).toMatchObject({ code: 200 })
    await setLimit("20")
    // Making it smaller is never refused, however large it still is.
    const less = (29 / price).toFixed(5)
    expect(await ada.post("/spot/amend", { id, quantity: less })).toMatchObject({ code: 200 })
    await setLimit("")
    await ada.post("/spot/cancelAll", {})
  })

  test("doesn't keep a lost answer from being given again", async () => {
    const request = limitBuy({ clientOrderId: newKey() })
    const { data: placed } = await ada.place(request)
    await setLimit("1")
    expect((await ada.place(request)).data).toEqual(placed)
    await setLimit("")
    await ada.post("/spot/cancelAll", {})
  })
})

describe("lists", () => {
  test("of ended orders come in pages without a hole or a row twice, and heed their filters", async () => {
    const sides = ["buy", "sell"] as const
    const ids: number[] = []
    for (let round = 0; round < 12; round += 1) {
      const side = sides[round % 2] ?? "buy"
      const price = side === "buy" ? low : await priceAt(server, SYMBOL, 1.5)
      const { data } = await eve.place(limitBuy({ side, price, quantity: "0.001" }))
      ids.push(data.id)
    }
    await eve.post("/spot/cancelAll", {})
    const all: number[] = []
    let cursor = ""
    do {
      const page = await eve.get<{ rows: SpotOrder[]; next: string }>(
        `/spot/history?limit=5${cursor && `&cursor=${cursor}`}`,
      )
      all.push(...page.data.rows.map(({ id }) => id))
      cursor = page.data.next
    } while (cursor !== "")
    expect(all).toEqual(ids.toReversed())
    const filtered = async (filter: string) =>
      (await eve.get<{ rows: SpotOrder[] }>(`/spot/history?${filter}`)).data.rows.length
    expect(await filtered("side=sell")).toBe(6)
    expect(await filtered("status=filled")).toBe(0)
    expect(await filtered("instrument=ETH_USDT")).toBe(0)
    expect(await filtered(`from=${Date.now() + 3_600_000}`)).toBe(0)
    expect(await filtered(`instrument=${SYMBOL}&to=${Date.now() + 3_600_000}`)).toBe(12)
  })

  test("of open orders come in pages too, the newest first", async () => {
    for (let round = 0; round < 5; round += 1) await eve.place(limitBuy())
    const first = await eve.get<{ rows: SpotOrder[]; next: string }>("/spot/open?limit=3")
    const rest = await eve.get<{ rows: SpotOrder[]; next: string }>(
      `/spot/open?limit=3&cursor=${first.data.next}`,
    )
    const ids = [...first.data.rows, ...rest.data.rows].map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))
    expect([new Set(ids).size, rest.data.next]).toEqual([5, ""])
    await eve.post("/spot/cancelAll", { instrument: SYMBOL })
  })

  test("say what a market costs this user", async () => {
    expect((await ada.get(`/spot/fees?instrument=${SYMBOL}`)).data).toMatchObject({
      level: 0,
      maker: "0.001",
      taker: "0.001",
      feeIn: "received",
    })
    expect(await ada.get("/spot/fees?instrument=NO_SUCH")).toMatchObject(refusalOf("UNKNOWN_INSTRUMENT"))
  })
})

describe("orders of one user in a second", () => {
  test("are limited for that user alone, wherever they come from; cancels pass beside them", async () => {
    // So few that a machine which needs seconds for sixty orders must still refuse some.
    const strict = await startInProcess({
      SAKER_MARKETS: "1",
      SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
      SAKER_ORDERS_PER_SECOND: "2",
    })
    try {
      const [eager, calm] = [await newTrader(strict), await newTrader(strict)]
      const price = await priceAt(strict, SYMBOL, 0.5)
      const order = limitBuy({ price })
      const answers = await Promise.all(Array.from({ length: 60 }, () => eager.place(order)))
      const codes = answers.map(({ code }) => code)
      expect(codes).toContain(200)
      expect(codes).toContain(PROBLEMS.RATE_LIMIT)
      // Made-up tokens count for the address, before anybody looks them up.
      const strangers = await Promise.all(
        Array.from({ length: 60 }, (_, place) => post(strict, "/spot/place", order, `made-up-${place}`)),
      )
      const refused = strangers.map(({ code }) => code)
      expect(new Set(refused)).toEqual(new Set([PROBLEMS.SESSION, PROBLEMS.RATE_LIMIT]))
      // From the same address, at the same moment.
      expect((await calm.place(order)).code).toBe(200)
      const open = await eager.open()
      const ended = await Promise.all(open.map(({ id }) => eager.post("/spot/cancel", { id })))
      expect(ended.map(({ code }) => code)).toEqual(open.map(() => 200))
    } finally {
      await strict.close()
    }
  })
})
