/** Balances are exact to the last digit, transfers happen once, and the exported bill adds up. */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { formatAmount } from "#core/money/steps.ts"
import { type assets, type Balance, type BillRow, PROBLEMS, type ResponseOf } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { newPerson } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, type Trader, traderOf, units } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const SYMBOL = "BTC_USDT"
const DAY_MS = 86_400_000

let ahead = 0
let server: RunningServer
let ada: Trader
beforeAll(async () => {
  server = await startInProcess(
    {
      SAKER_MARKETS: "2",
      SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
      SAKER_ORDERS_PER_SECOND: "1000",
      SAKER_PRACTICE_FUNDS: "USDT:10000,BTC:0.05,NOSUCH:3",
    },
    { clock: movedClock(() => ahead) },
  )
  ada = await newTrader(server)
  const buy = { instrument: SYMBOL, side: "buy", type: "market", quantity: "0.002" }
  const sell = { instrument: SYMBOL, side: "sell", type: "market", quantity: "0.001" }
  for (const order of [buy, sell, buy]) expect((await ada.place(order)).code).toBe(200)
  expect(await transfer({})).toMatchObject({ code: 200 })
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

const refusalOf = (name: keyof typeof PROBLEMS) => ({ code: PROBLEMS[name], data: null })
let keys = 0
function transfer(more: object, who = () => ada) {
  keys += 1
  const usual = { from: "funding", to: "contract", currency: "USDT", amount: "12.5", key: `t${keys}` }
  return who().post<{ id: number; balances: Balance[] }>("/assets/transfer", { ...usual, ...more })
}
async function wholeBill(query = ""): Promise<BillRow[]> {
  const rows: BillRow[] = []
  let cursor = ""
  do {
    const page = await ada.get<{ rows: BillRow[]; next: string }>(
      `/assets/bill?limit=3${query}${cursor && `&cursor=${cursor}`}`,
    )
    rows.push(...page.data.rows)
    cursor = page.data.next
  } while (cursor !== "")
  return rows
}
const readFile = async (query = "", token = ada.token) => {
  const response = await fetch(`${server.address}/assets/export${query}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe("balances", () => {
  test("come with the worth of every coin that is traded, USDT itself being 1", async () => {
    const { data } = await ada.get<ResponseOf<typeof assets>>("/assets/index")
    expect(data.rates).toContainEqual({ currency: "USDT", rate: "1" })
    const bitcoin = data.rates.find(({ currency }) => currency === "BTC")
    expect(units(bitcoin?.rate ?? "0")).toBeGreaterThan(units("1000"))
    expect(data.balances.map(({ wallet, currency }) => `${wallet} ${currency}`).toSorted()).toEqual([
      "contract USDT",
      "funding BTC",
      "funding USDT",
    ])
  })

  test("are what the bill adds up to, row by row and to the last digit", async () => {
    const sums = new Map<string, bigint>()
    for (const row of (await wholeBill()).toReversed()) {
      const key = `${row.wallet} ${row.currency}`
      const sum =
        (sums.get(key) ?? 0n) + (row.amount.startsWith("-") ? -units(row.amount.slice(1)) : units(row.amount))
      expect([row.id, row.balance]).toEqual([row.id, formatAmount(sum)])
      sums.set(key, sum)
    }
    for (const { wallet, currency, available, held } of await ada.balances())
      expect(sums.get(`${wallet} ${currency}`)).toBe(units(available) + units(held))
  })
})

describe("the bill", () => {
  test("comes in pages, the newest first, each row once", async () => {
    const rows = await wholeBill()
    expect(rows.length).toBeGreaterThan(6)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows.map(({ time }) => time)).toEqual(rows.map(({ time }) => time).toSorted((a, b) => b - a))
  })

  test("heeds its filters", async () => {
    const all = await wholeBill()
    const count = (isWanted: (row: BillRow) => boolean) => all.filter(isWanted).length
    for (const kind of ["trade", "fee", "transfer", "practice"] as const) {
      expect(count((row) => row.kind === kind)).toBeGreaterThan(0)
      expect(await wholeBill(`&kind=${kind}`)).toHaveLength(count((row) => row.kind === kind))
    }
    expect(await wholeBill("&wallet=contract")).toHaveLength(1)
    expect(await wholeBill("&currency=BTC")).toHaveLength(count((row) => row.currency === "BTC"))
    const newest = all[0]?.time ?? 0
    expect(await wholeBill(`&to=${newest - 1}`)).toHaveLength(count(({ time }) => time < newest))
    expect(await wholeBill(`&from=${newest}`)).toHaveLength(count(({ time }) => time === newest))
  })

  test("names the market of a trade, and what it was for", async () => {
    const [trade] = await wholeBill("&kind=trade")
    expect(trade).toMatchObject({
      instrument: SYMBOL,
      reference: expect.stringMatching(/^trade:BTC_USDT:\d+$/),
    })
  })
})

describe("the file", () => {
  test("has the same rows behind a mark and a head, with the same filters", async () => {
    const { response, bytes } = await readFile()
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8")
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="bill.csv"')
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = bytes.toString("utf8").slice(1).split("\r\n")
    expect(lines[0]).toBe("id,time,wallet,currency,kind,amount,balance,instrument,reference")
    const rows = await wholeBill()
    expect(lines.slice(1, -1)).toEqual(
      rows.map((row) =>
        [
          row.id,
          new Date(row.time).toISOString(),
          row.wallet,
          row.currency,
          row.kind,
          row.amount,
          row.balance,
          row.instrument,
          row.reference,
        ].join(","),
      ),
    )
    const fees = (await readFile("?kind=fee")).bytes.toString("utf8").trim().split("\r\n")
    expect(fees).toHaveLength((await wholeBill("&kind=fee")).length + 1)
  })

  test("is nobody else's, and refusals look like those of a call", async () => {
    const visitor = await readFile("", "")
    expect(JSON.parse(visitor.bytes.toString())).toMatchObject(refusalOf("SESSION"))
    const eve = await newPerson(server)
    expect((await readFile("", eve.token)).bytes.toString("utf8").trim().split("\r\n")).toHaveLength(1)
    for (const query of ["?kind=nothing", "?limit=5", "?user=1", "?from=x"])
      expect(JSON.parse((await readFile(query, eve.token)).bytes.toString())).toMatchObject(
        refusalOf("FORMAT"),
      )
  })
})

describe("the file for a tax program", () => {
  const legs = async (query: string, token = ada.token) => {
    const response = await fetch(`${server.address}/assets/taxExport${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return { type: response.headers.get("content-type"), text: await response.text() }
  }

  test("adds up to all balances, exactly, whatever filters the bill has (L9)", async () => {
    const { type, text } = await legs("?format=koinly")
    expect(type).toBe("text/csv; charset=utf-8")
    const [head, ...rows] = text.trim().split("\r\n")
    expect(head?.split(",").slice(0, 3)).toEqual(["Date", "Sent Amount", "Sent Currency"])
    const sums = new Map<string, bigint>()
    const add = (amount = "", currency = "", sign = 1n) =>
      amount && sums.set(currency, (sums.get(currency) ?? 0n) + sign * units(amount))
    for (const line of rows) {
      const [, sent, sentIn, received, receivedIn, fee, feeIn] = line.split(",")
      add(sent, sentIn, -1n)
      add(received, receivedIn)
      add(fee, feeIn, -1n)
    }
    for (const currency of ["USDT", "BTC"]) {
      const own = (await ada.balances()).filter((balance) => balance.currency === currency)
      const all = own.reduce((sum, { available, held }) => sum + units(available) + units(held), 0n)
      expect([currency, sums.get(currency)]).toEqual([currency, all])
    }
    const trades = (await wholeBill("&kind=trade")).length / 2
    expect(rows.filter((line) => line.includes("trade:BTC_USDT:"))).toHaveLength(trades)
    expect(rows.filter((line) => line.includes("transfer"))).toEqual([])
  })

  test("keeps to its time range, and is refused as a call is", async () => {
    const newest = (await wholeBill())[0]?.time ?? 0
    expect((await legs(`?format=cointracker&from=${newest + 1}`)).text.trim().split("\r\n")).toHaveLength(1)
    for (const [query, name] of [
      ["", "FORMAT"],
      ["?format=excel", "FORMAT"],
      ["?format=koinly&kind=fee", "FORMAT"],
      ["?format=koinly&from=2&to=1", "TIME_RANGE"],
    ] as const)
      expect(JSON.parse((await legs(query)).text)).toMatchObject(refusalOf(name))
    expect(JSON.parse((await legs("?format=koinly", "")).text)).toMatchObject(refusalOf("SESSION"))
  })
})

describe("a transfer", () => {
  test("moves an amount once, however often it is sent, and back", async () => {
    const before = await ada.balances()
    const request = { amount: "3.00000001", key: "same" }
    const answers = await Promise.all(Array.from({ length: 16 }, () => transfer(request)))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(answers[0]?.data.balances.map(({ wallet }) => wallet)).toEqual(["funding", "contract"])
    expect(await transfer({ ...request, amount: "4" })).toMatchObject(refusalOf("KEY_CONFLICT"))
    expect(await transfer({ ...request, key: "back", from: "contract", to: "funding" })).toMatchObject({
      code: 200,
    })
    expect(await ada.balances()).toEqual(before)
  })

  test.each([
    ["INSUFFICIENT_BALANCE", { amount: "1000000" }],
    ["INSUFFICIENT_BALANCE", { from: "second" }],
    ["UNKNOWN_CURRENCY", { currency: "DOGECASH" }],
    ["TYPE_COMBINATION", { to: "funding" }],
    ["WRONG_SIZE", { amount: "0" }],
    ["PRECISION", { amount: "0.000000001" }],
    ["FORMAT", { amount: "-1" }],
    ["AMOUNT_LIMIT", { amount: "999999999999999" }],
    ["REQUEST_EXPIRED", { sentAt: 1 }],
  ] as const)("is refused with %s for %o", async (name, wrong) => {
    const before = await ada.balances()
    expect(await transfer(wrong)).toMatchObject(refusalOf(name))
    expect(await ada.balances()).toEqual(before)
  })
})

describe("practice money", () => {
  test("comes once a day, in what is traded here; the same request is answered as the first time", async () => {
    const eve = traderOf(await newPerson(server))
    const draws = await Promise.all(
      Array.from({ length: 16 }, (_, place) =>
        eve.post<{ nextAt: number }>("/assets/practice", { key: `p${place}` }),
      ),
    )
    const given = draws.filter(({ code }) => code === 200)
    expect(given).toHaveLength(1)
    expect(draws.filter(({ code }) => code === PROBLEMS.TOO_SOON)).toHaveLength(15)
    const { data } = await eve.get<ResponseOf<typeof assets>>("/assets/index")
    expect(data.practice).toEqual([
      { currency: "USDT", amount: "10000" },
      { currency: "BTC", amount: "0.05" },
    ])
    expect(data.practiceAt).toBe(given[0]?.data.nextAt)
    expect(data.practiceAt - data.time).toBeGreaterThan(DAY_MS - 60_000)
    expect(await eve.available("USDT")).toBe(units("10000"))
    const key = `p${draws.findIndex(({ code }) => code === 200)}`
    expect((await eve.post("/assets/practice", { key })).data).toEqual(given[0]?.data)
    expect(await eve.available("USDT")).toBe(units("10000"))
  })

  test("comes again after a day", async () => {
    const eve = await newTrader(server)
    expect(await eve.post("/assets/practice", { key: "second" })).toMatchObject(refusalOf("TOO_SOON"))
    ahead += DAY_MS
    expect(await eve.post("/assets/practice", { key: "third" })).toMatchObject({ code: 200 })
    expect(await eve.available("USDT")).toBe(units("20000"))
  })
})
