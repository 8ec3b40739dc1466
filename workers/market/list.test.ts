/** Are the right markets in the list, in the right order, and do rows stay when they should? Through the desk. */

import { beforeEach, describe, expect, test } from "vitest"
import { FakePage } from "./fake-page.ts"
import {
  FakeSurroundings,
  fakeLists,
  fakeMarket,
  fakeSecond,
  fakeTicker,
  START,
} from "./fake-surroundings.ts"
import { MarketDesk } from "./market-desk.ts"
import type { ListView, View } from "./view.ts"

const DAY = 24 * 3600 * 1000
const LIST: ListView = {
  kind: "spot",
  chip: "all",
  query: "",
  sort: "turnover",
  direction: "down",
  favourites: ["SOL_USDT"],
  first: 0,
  last: 20,
  hold: false,
}

let world: FakeSurroundings
let desk: MarketDesk
let page: FakePage
let seq: number

beforeEach(async () => {
  seq = 1
  world = new FakeSurroundings()
  world.answers = fakeLists(
    [
      fakeMarket("BTC_USDT", { name: "Bitcoin" }),
      fakeMarket("ETH_USDT", { name: "Ether" }),
      fakeMarket("SOL_USDT", { name: "Solana", listedAt: START - 3 * DAY }),
      fakeMarket("XRP_USDT", { name: "Ripple" }),
    ],
    [
      fakeMarket("BTC_USDT_PERP", { kind: "perpetual", name: "Bitcoin" }),
      fakeMarket("ETH_USDT_PERP", { kind: "perpetual", name: "Ether" }),
    ],
    [fakeSecond("BTC_USDT_SEC", ["0.75", "0.8"]), fakeSecond("ETH_USDT_SEC", ["0.85"])],
  )
  desk = new MarketDesk(world)
  page = new FakePage(desk, world)
  await desk.start({ apiBase: "http://host", socketUrl: "ws://host/socket", language: "en" })
  await show({})
  page.look()
  world.socket.open()
  world.socket.say("subscribed", { channel: "ticker", key: "*" })
  tick("BTC_USDT", { last: "60000", open: "50000", turnover: "400" })
  tick("ETH_USDT", { last: "3000", open: "3100", turnover: "300" })
  tick("SOL_USDT", { last: "200", open: "100", turnover: "200" })
  tick("XRP_USDT", { last: "", open: "", turnover: "", bid: "", ask: "" })
  await world.advance(1200)
})

const VIEW: View = { list: null, tickers: [], book: null, tape: null, chart: null, hud: false }
const show = (change: Partial<ListView>) => desk.show({ ...VIEW, list: { ...LIST, ...change } })
const names = () => page.list?.ids.map((id) => id.split("_")[0])

function tick(id: string, shape: Parameters<typeof fakeTicker>[1]): void {
  seq += 1
  world.socket.say("ticker", { rows: [fakeTicker(id, { ...shape, seq, time: world.time })] })
}

async function ask(change: Partial<ListView>): Promise<(string | undefined)[] | undefined> {
  await show(change)
  await world.advance(60)
  return names()
}

describe("the order", () => {
  test.each([
    ["turnover", "down", ["BTC", "ETH", "SOL", "XRP"]],
    ["turnover", "up", ["SOL", "ETH", "BTC", "XRP"]],
    ["last", "up", ["SOL", "ETH", "BTC", "XRP"]],
    ["change", "down", ["SOL", "BTC", "ETH", "XRP"]],
    ["change", "up", ["ETH", "BTC", "SOL", "XRP"]],
    ["name", "up", ["BTC", "ETH", "SOL", "XRP"]],
    ["name", "down", ["XRP", "SOL", "ETH", "BTC"]],
  ] as const)("by %s %s; what is unknown comes last", async (sort, direction, expected) => {
    expect(await ask({ sort, direction })).toEqual(expected)
  })

  test("changes by itself at most once a second", async () => {
    await ask({ sort: "last" })
    const before = page.frames.filter((frame) => frame.list).length
    for (let count = 0; count < 40; count += 1) {
      tick(count % 2 === 0 ? "SOL_USDT" : "ETH_USDT", {
        last: `${70_000 + count}`,
        open: "100",
        turnover: "200",
      })
      await world.advance(50)
    }
    const orders = page.frames.filter((frame) => frame.list).length - before
    expect(orders).toBeGreaterThan(0)
    expect(orders).toBeLessThanOrEqual(2)
  })

  test("stays while a finger holds it, and follows when it lets go", async () => {
    await ask({ sort: "last", direction: "down", hold: true })
    tick("XRP_USDT", { last: "99999", open: "1", turnover: "1" })
    await world.advance(3000)
    expect(names()).toEqual(["BTC", "ETH", "SOL", "XRP"])
    expect(page.tickers.get("XRP_USDT")?.last).toBe("99,999.0")
    expect(await ask({ sort: "last", direction: "down", hold: false })).toEqual(["XRP", "BTC", "ETH", "SOL"])
  })

  test("isn't sent again when it is the same", async () => {
    const before = page.frames.filter((frame) => frame.list).length
    for (let count = 0; count < 5; count += 1) {
      tick("BTC_USDT", { last: "60001", open: "50000", turnover: "401" })
      await world.advance(1000)
    }
    expect(page.frames.filter((frame) => frame.list)).toHaveLength(before)
  })
})

describe("the order across quote currencies", () => {
  beforeEach(async () => {
    world.answers["/market/exchange"] = fakeLists([
      fakeMarket("BTC_USDT"),
      fakeMarket("ETH_USDT"),
      fakeMarket("ETH_BTC"),
      fakeMarket("SOL_EUR"),
    ])["/market/exchange"] as never
    world.socket.drop()
    await world.advance(3000)
    world.socket.open()
    tick("BTC_USDT", { last: "60000", open: "50000", turnover: "400" })
    tick("ETH_USDT", { last: "3000", open: "3100", turnover: "300" })
    tick("ETH_BTC", { last: "0.05", open: "0.06", turnover: "0.01" })
    tick("SOL_EUR", { last: "180", open: "170", turnover: "999999" })
    await world.advance(1200)
  })

  test("compares what they are worth in the commonest one, by the exchange's own prices", async () => {
    await show({ sort: "turnover", direction: "down" })
    await world.advance(60)
    // 0.01 BTC are 600 USDT; nothing says what a euro is worth.
    expect(page.list?.ids).toEqual(["ETH_BTC", "BTC_USDT", "ETH_USDT", "SOL_EUR"])
    await show({ sort: "last", direction: "up" })
    await world.advance(60)
    expect(page.list?.ids).toEqual(["ETH_BTC", "ETH_USDT", "BTC_USDT", "SOL_EUR"])
    expect(page.list?.worthIn).toBe("USDT")
  })

  test("shows the turnover in that currency beside its own, and none where it can't be told", async () => {
    await show({})
    await world.advance(60)
    expect(page.tickers.get("ETH_BTC")).toMatchObject({ turnover: "0.0100", turnoverWorth: "600" })
    expect(page.tickers.get("SOL_EUR")?.turnoverWorth).toBeNull()
  })
})

describe("the newest", () => {
  const listing = async (dates: Record<string, number>) => {
    const rows = Object.entries(dates).map(([id, listedAt]) => fakeMarket(id, { listedAt }))
    world.answers["/market/exchange"] = fakeLists(rows)["/market/exchange"] as never
    world.socket.drop()
    await world.advance(3000)
    world.socket.open()
    await world.advance(1200)
    return ask({ chip: "new", sort: "listed", direction: "down" })
  }

  test("are those of the last 30 days, the latest first", async () => {
    const dates = { A_USDT: START - 900 * DAY, B_USDT: START - 29 * DAY, C_USDT: START - DAY }
    expect(await listing(dates)).toEqual(["C", "B"])
  })

  test("are the latest ten where there are none of the last 30 days; an opening was never new", async () => {
    const late = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`L${at}_USDT`, START - (100 + at) * DAY]),
    )
    const found = await listing({ OLD_USDT: START - 900 * DAY, ...late })
    expect(found).toHaveLength(10)
    expect(found?.[0]).toBe("L0")
    expect(found).not.toContain("OLD")
  })

  test("leave out what nobody knows the date of, and what is yet to come", async () => {
    expect(await listing({ A_USDT: 0, B_USDT: START + 90 * DAY, C_USDT: START - 900 * DAY })).toEqual([])
  })
})

describe("the order of other kinds", () => {
  test("of perpetuals is by funding, which may be negative", async () => {
    world.socket.say("mark", {
      rows: [
        ["BTC_USDT_PERP", "60010.12", "60012.34", "-0.000125", START, 9],
        ["ETH_USDT_PERP", "3010.12", "3012.34", "0.000125", START, 10],
      ],
    })
    const view = { kind: "perpetual", sort: "funding" } as const
    expect(await ask({ ...view, direction: "down" })).toEqual(["ETH", "BTC"])
    expect(await ask({ ...view, direction: "up" })).toEqual(["BTC", "ETH"])
  })

  test("of perpetuals is by mark and by the time to the next funding as well", async () => {
    world.socket.say("mark", {
      rows: [
        ["BTC_USDT_PERP", "60010.12", "60012.34", "-0.000125", START + 7000, 9],
        ["ETH_USDT_PERP", "3010.12", "3012.34", "0.000125", START + 3000, 10],
      ],
    })
    expect(await ask({ kind: "perpetual", sort: "mark", direction: "down" })).toEqual(["BTC", "ETH"])
    expect(await ask({ kind: "perpetual", sort: "nextFunding", direction: "up" })).toEqual(["ETH", "BTC"])
  })

  test("of second contracts is by the shortest period, then by name", async () => {
    expect(await ask({ kind: "second", sort: "periods", direction: "up" })).toEqual(["BTC", "ETH"])
  })

  test("of second contracts is by the highest payout of any period", async () => {
    const view = { kind: "second", sort: "payout" } as const
    expect(await ask({ ...view, direction: "down" })).toEqual(["ETH", "BTC"])
    expect(await ask({ ...view, direction: "up" })).toEqual(["BTC", "ETH"])
  })
})

describe("the choice", () => {
  test.each([
    ["btc", ["BTC"]],
    ["  BITCOIN ", ["BTC"]],
    ["eth/usdt", ["ETH"]],
    ["solusdt", ["SOL"]],
    ["XRP_USDT", ["XRP"]],
    ["usdt", ["BTC", "ETH", "SOL", "XRP"]],
    ["nothing", []],
    [".*", []],
  ])("by the words %j", async (query, expected) => {
    expect(await ask({ query })).toEqual(expected)
  })

  test.each([
    ["favourites", ["SOL"]],
    ["gainers", ["BTC", "SOL"]],
    ["losers", ["ETH"]],
    ["new", ["SOL"]],
    ["all", ["BTC", "ETH", "SOL", "XRP"]],
  ] as const)("by the chip %s", async (chip, expected) => {
    expect(await ask({ chip })).toEqual(expected)
  })

  test("counts all of its kind, whatever is chosen", async () => {
    await ask({ query: "btc" })
    expect(page.list).toMatchObject({ total: 4, rising: 2, falling: 1 })
  })

  test("of another kind asks for its marks as well", async () => {
    expect(await ask({ kind: "perpetual" })).toEqual(["BTC", "ETH"])
    expect(page.list).toMatchObject({ kind: "perpetual", ids: ["BTC_USDT_PERP", "ETH_USDT_PERP"] })
    expect(world.socket.subscribed).toEqual(["ticker *", "mark *"])
    world.socket.say("mark", { rows: [["BTC_USDT_PERP", "60010.12", "60012.34", "0.000125", START, 9]] })
    await world.advance(250)
    expect(page.tickers.get("BTC_USDT_PERP")).toMatchObject({
      indexPrice: "60,010.1",
      mark: "60,012.3",
      fundingRate: "+0.0125\u202f%",
      nextFunding: START,
    })
  })
})

test("the contract whose head is shown has its open interest followed; an older row changes nothing", async () => {
  const id = "BTC_USDT_PERP"
  await desk.show({ ...VIEW, tickers: [id], openInterest: id })
  expect(world.socket.subscribed.sort()).toEqual([`mark ${id}`, `openInterest ${id}`, `ticker ${id}`])
  await world.advance(60)
  expect(page.tickers.get(id)?.openInterest).toBeNull()
  world.socket.say("openInterest", {
    rows: [
      [id, "1204.118", 9],
      [id, 7, 10],
      [id, "900", 8],
    ],
  })
  await world.advance(60)
  expect(page.tickers.get(id)?.openInterest).toBe("1.20\u202fK")
  await desk.show({ ...VIEW, tickers: [id] })
  expect(world.socket.subscribed).not.toContain(`openInterest ${id}`)
})

describe("rows", () => {
  test("out of view are neither formatted nor sent; scrolled to, they come at once", async () => {
    await ask({ first: 0, last: 1 })
    const sent = () =>
      page.frames.flatMap((frame) => frame.tickers ?? []).filter((cells) => cells.id === "SOL_USDT").length
    const before = sent()
    tick("SOL_USDT", { last: "201", open: "100", turnover: "200" })
    await world.advance(500)
    expect(sent()).toBe(before)
    await ask({ first: 1, last: 2 })
    expect(sent()).toBe(before + 1)
    expect(page.tickers.get("SOL_USDT")?.last).toBe("201.0")
    await ask({ first: 0, last: 3 })
    expect(sent()).toBe(before + 1)
  })

  test("say in which direction the price went since the page saw it last", async () => {
    tick("BTC_USDT", { last: "60010", open: "50000" })
    await world.advance(250)
    expect(page.tickers.get("BTC_USDT")?.moved).toBe(1)
    tick("BTC_USDT", { last: "60020", open: "50000" })
    tick("BTC_USDT", { last: "60005", open: "50000" })
    await world.advance(250)
    expect(page.tickers.get("BTC_USDT")?.moved).toBe(-1)
    tick("BTC_USDT", { last: "60005", open: "50000", bid: "60004" })
    await world.advance(250)
    expect(page.tickers.get("BTC_USDT")?.moved).toBe(0)
  })

  test("follow five times a second, the price of a head every second paint, its day twice a second", async () => {
    await desk.show({ ...VIEW, list: { ...LIST, first: 0, last: 3 }, tickers: ["ETH_USDT"] })
    await world.advance(1000)
    const before = page.frames.length
    for (let count = 1; count <= 100; count += 1) {
      const turnover = String(1_000_000 + count * 100_000)
      tick("BTC_USDT", { last: String(60_000 + count), open: "50000" })
      tick("ETH_USDT", { last: String(3000 + count), open: "3000", turnover })
      await world.advance(20)
    }
    const rows = page.frames.slice(before).flatMap((frame) => frame.tickers ?? [])
    const changes = (id: string, field: "last" | "turnover" | "changePercent") =>
      rows.filter((row) => row.id === id).filter((row, at, all) => row[field] !== all[at - 1]?.[field]).length
    expect(Math.abs(changes("ETH_USDT", "last") - 60)).toBeLessThan(13)
    expect(changes("BTC_USDT", "last")).toBeGreaterThan(8)
    expect(changes("BTC_USDT", "last")).toBeLessThanOrEqual(12)
    expect([4, 5]).toContain(changes("ETH_USDT", "turnover"))
    expect(changes("ETH_USDT", "changePercent")).toBeLessThanOrEqual(changes("ETH_USDT", "turnover"))
    // What was owed comes, though nothing arrives any more.
    await world.advance(600)
    expect(page.tickers.get("ETH_USDT")).toMatchObject({ last: "3,100.0", turnover: "11.0\u202fM" })
    expect(page.tickers.get("BTC_USDT")?.last).toBe("60,100.0")
  })

  test("show what is known, and null for what isn't", () => {
    expect(page.tickers.get("BTC_USDT")).toMatchObject({
      last: "60,000.0",
      lastValue: "60000",
      sign: 1,
      change: "+10,000.0",
      changePercent: "+20.00\u202f%",
      high: "120.0",
      mark: null,
    })
    expect(page.tickers.get("XRP_USDT")).toMatchObject({
      last: null,
      lastValue: null,
      sign: 0,
      change: null,
      changePercent: null,
      turnover: null,
      spreadPercent: null,
    })
  })

  test("keep the newest ticker, not the last to arrive", async () => {
    world.socket.say("ticker", { rows: [fakeTicker("BTC_USDT", { last: "1", seq: 0 })] })
    await world.advance(50)
    expect(page.tickers.get("BTC_USDT")?.last).toBe("60,000.0")
  })

  test("of a server that started over are taken after the reconnect", async () => {
    world.socket.drop()
    await world.advance(3000)
    world.socket.open()
    world.socket.say("ticker", { rows: [fakeTicker("BTC_USDT", { last: "61000", seq: 0 })] })
    await world.advance(50)
    expect(page.tickers.get("BTC_USDT")?.last).toBe("61,000.0")
  })
})

describe("sparklines", () => {
  test("come for the kind in view, once a minute", async () => {
    world.answers["/market/sparklines"] = (query) => ({
      time: START,
      rows:
        query.get("kind") === "perpetual" ? [["BTC_USDT_PERP", ["1", "2.5", "3"]], ["bad", ["x"]], 5] : [],
    })
    await ask({ kind: "perpetual" })
    await world.advance(100)
    const points = page.frames.findLast((frame) => frame.sparklines?.size)?.sparklines
    expect([...(points ?? [])]).toEqual([["BTC_USDT_PERP", Float32Array.from([1, 2.5, 3])]])
    const calls = () => world.calls.filter((url) => url.includes("kind=perpetual")).length
    expect(calls()).toBe(1)
    await world.advance(61_500)
    expect(calls()).toBe(2)
  })
})
