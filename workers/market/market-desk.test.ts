/** Does the worker as a whole show the truth, and only the truth, whatever the network does? */

import { beforeEach, describe, expect, test } from "vitest"
import { FakeBookServer, seededChance } from "./fake-book.ts"
import { FakePage } from "./fake-page.ts"
import { FakeSurroundings, fakeLists, fakeMarket, fakeTicker } from "./fake-surroundings.ts"
import type { BookFrame, View } from "./market.api.ts"
import { MarketDesk } from "./market-desk.ts"

const ID = "BTC_USDT"
const NOTHING: View = { list: null, tickers: [], book: null, tape: null, chart: null, hud: false }
const BOOK: View = {
  ...NOTHING,
  tickers: [ID],
  book: { instrument: ID, group: 1, rows: 8, sides: "both", hold: false },
  tape: { instrument: ID, rows: 20 },
}

let world: FakeSurroundings
let desk: MarketDesk
let page: FakePage
let server: FakeBookServer

beforeEach(async () => {
  world = new FakeSurroundings()
  world.answers = fakeLists([fakeMarket(ID), fakeMarket("ETH_USDT"), fakeMarket("SOL_USDT")])
  desk = new MarketDesk(world)
  page = new FakePage(desk, world)
  server = new FakeBookServer(ID, "0.1", "0.001", seededChance(3))
  await desk.start({ apiBase: "http://host", socketUrl: "ws://host/socket", language: "en" })
  await desk.show(BOOK)
  page.look()
  world.socket.open()
  await world.advance(50)
})

const say = (type: string, data: unknown) => world.socket.say(type, data)
const pong = () => say("pong", { time: world.time, roundTrip: 20 })

function depth(data = server.change()): void {
  server.time = world.time
  say("depth", data)
}

const trade = (id: number, price = "1000.1", quantity = "0.5", side: 1 | -1 = 1) => [
  id,
  price,
  quantity,
  side,
  world.time,
]

async function subscribeAll(): Promise<void> {
  say("subscribed", { channel: "ticker", key: ID })
  depth(server.snapshot())
  say("trade", { instrument: ID, rows: [trade(1), trade(2)] })
  await world.advance(200)
}

/** What the page sees of the book, as price and size, best first. */
const shownBook = (frame: BookFrame | undefined) =>
  [frame?.bids, frame?.asks].map((rows) =>
    (rows ?? []).flatMap((row) =>
      row.size === null ? [] : [`${row.priceValue} ${row.size.replace(",", "")}`],
    ),
  )

/** The same of the server's book, for the prices that the frame has rows for. */
function truth(frame: BookFrame | undefined): string[][] {
  return (["bid", "ask"] as const).map((side) => {
    const rows = new Set((side === "bid" ? frame?.bids : frame?.asks)?.map((row) => row.priceValue))
    return server.book
      .levels(side, 1000)
      .map(({ price, total }) => [(price / 10).toFixed(1), (total / 1000).toFixed(3)] as const)
      .filter(([price]) => rows.has(price))
      .map(([price, total]) => `${price} ${total}`)
  })
}

/** Time passes while the heart beats. */
async function live(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 2000) {
    await world.advance(Math.min(2000, left))
    pong()
  }
}

describe("subscriptions", () => {
  test("are those of what is on screen", () => {
    expect(world.socket.subscribed.sort()).toEqual([
      `depth ${ID}`,
      `instrument ${ID}`,
      `ticker ${ID}`,
      `trade ${ID}`,
    ])
  })

  test("are one for all tickers while a list is shown", async () => {
    const list = {
      kind: "spot",
      chip: "all",
      query: "",
      sort: "name",
      direction: "up",
      favourites: [],
    } as const
    await desk.show({ ...NOTHING, tickers: [ID], list: { ...list, first: 0, last: 10, hold: false } })
    expect(world.socket.subscribed).toEqual(["ticker *"])
  })

  test("are not asked twice when a view changes nothing of them", async () => {
    const before = world.socket.sent.length
    await desk.show({ ...BOOK, book: BOOK.book && { ...BOOK.book, group: 10 } })
    expect(world.socket.sent).toHaveLength(before)
  })

  test("are all restored after each of two reconnects", async () => {
    const wanted = world.socket.subscribed
    for (const _time of [1, 2]) {
      world.socket.drop()
      await world.advance(3000)
      world.socket.open()
      expect(world.socket.subscribed).toEqual(wanted)
    }
    expect(page.connection?.reconnects ?? 0).toBeLessThanOrEqual(2)
    await world.advance(100)
    expect(page.connection?.reconnects).toBe(2)
  })

  test("chosen while offline are asked when the socket opens, and the old ones are not", async () => {
    world.socket.drop()
    await desk.show({ ...NOTHING, tickers: ["ETH_USDT"] })
    await world.advance(3000)
    world.socket.open()
    expect(world.socket.subscribed).toEqual(["ticker ETH_USDT"])
  })
})

describe("the book on screen", () => {
  beforeEach(subscribeAll)

  test("is the server's, row for row", async () => {
    for (let count = 0; count < 50; count += 1) {
      depth()
      await world.advance(60)
      expect(shownBook(page.book)).toEqual(truth(page.book))
    }
    expect(page.freshness.book).toEqual({ state: "live" })
  })

  test("is called catching up from the next message after a gap, stays as it was, and heals", async () => {
    const before = shownBook(page.book)
    server.change()
    depth()
    await world.advance(60)
    expect(page.freshness.book).toEqual({ state: "catching-up" })
    expect(world.socket.count("resync")).toBe(1)
    depth()
    await world.advance(60)
    expect(shownBook(page.book)).toEqual(before)
    depth(server.snapshot())
    await world.advance(60)
    expect(page.freshness.book).toEqual({ state: "live" })
    expect(shownBook(page.book)).toEqual(truth(page.book))
    expect(page.connection?.lastGap).not.toBeNull()
  })

  test("survives a hostile peer: thousands of bad messages, and every live frame is true", async () => {
    const chance = seededChance(99)
    let gaps = 0
    let checked = 0
    const states: Record<"bid" | "ask", Map<string, number>>[] = []
    let isTrue = true
    const note = () => {
      const sideOf = (side: "bid" | "ask") =>
        new Map(server.book.levels(side, 1000).map(({ price, total }) => [(price / 10).toFixed(1), total]))
      states.push({ bid: sideOf("bid"), ask: sideOf("ask") })
      if (states.length > 300) states.shift()
    }
    const lots = (size: string | null) =>
      size === null ? 0 : Math.round(Number(size.replace(",", "")) * 1000)
    const shows = (frame: BookFrame, state: (typeof states)[number]) =>
      frame.bids.every((row) => lots(row.size) === (state.bid.get(row.priceValue) ?? 0)) &&
      frame.asks.every((row) => lots(row.size) === (state.ask.get(row.priceValue) ?? 0))
    const junk = [
      '{"type":"depth","data":{"instrument":"BTC_USDT","prev":',
      "[[[[",
      '{"type":"constructor","data":{}}',
      '{"type":"__proto__","data":{}}',
      '{"type":"depth","data":null}',
      '{"type":"ticker","data":{"rows":[[1,2,3]]}}',
      '{"type":"trade","data":{"instrument":"BTC_USDT","rows":"x"}}',
      '{"type":"problem","data":{"code":1,"name":"toString"}}',
      "\u0000",
    ]
    await desk.show({ ...BOOK, tape: null })
    await world.advance(100)
    note()
    // Any book framed is one that the server had: never a mixture of two.
    page.onFrame = ({ book }) => {
      if (!book) return
      checked += 1
      isTrue &&= states.some((state) => shows(book, state))
    }
    for (let count = 0; count < 4000; count += 1) {
      const delta = server.change()
      note()
      const fate = chance()
      if (fate < 0.45) depth(delta)
      else if (fate < 0.6) gaps += 1
      else if (fate < 0.7) {
        depth(delta)
        depth(delta)
      } else if (fate < 0.8) world.socket.text(JSON.stringify({ type: "depth", data: delta }).slice(0, -9))
      else world.socket.text(junk[Math.floor(chance() * junk.length)])
      if (world.socket.count("resync") > 0 && chance() < 0.4) {
        depth(server.snapshot())
        world.socket.sent.length = 0
      }
      if (count % 10 === 0) await world.advance(35)
    }
    expect(gaps).toBeGreaterThan(500)
    expect(checked).toBeGreaterThan(100)
    expect(isTrue).toBe(true)
    expect(world.sockets).toHaveLength(1)
    depth(server.snapshot())
    await world.advance(100)
    expect(page.freshness.book).toEqual({ state: "live" })
    expect(shownBook(page.book)).toEqual(truth(page.book))
    expect(page.problems.some((problem) => problem.kind === "parse")).toBe(true)
    expect(page.problems.length).toBeLessThan(100)
  })
})

describe("the age of data", () => {
  beforeEach(subscribeAll)

  test("doesn't grow in a quiet market while the heart beats", async () => {
    for (let count = 0; count < 10; count += 1) {
      await world.advance(2500)
      pong()
    }
    await world.advance(50)
    expect(page.freshness.book).toEqual({ state: "live" })
    expect(page.freshness.ticker).toEqual({ state: "live" })
    expect(page.freshness.tape).toEqual({ state: "live" })
  })

  test("is told when three seconds have passed in silence, without any message", async () => {
    pong()
    const heardAt = world.time
    await world.advance(2950)
    expect(page.freshness.book).toEqual({ state: "live" })
    await world.advance(120)
    expect(page.freshness.book).toEqual({ state: "old", since: heardAt })
    pong()
    await world.advance(50)
    expect(page.freshness.book).toEqual({ state: "live" })
  })

  test("of a frozen socket turns to offline, since it was last heard, and heals on the next one", async () => {
    pong()
    const heardAt = world.time
    await world.advance(6200)
    expect(page.freshness.book).toEqual({ state: "offline", since: heardAt })
    world.socket.open()
    await world.advance(50)
    expect(page.freshness.book).toEqual({ state: "catching-up" })
    await subscribeAll()
    expect(page.freshness.book).toEqual({ state: "live" })
  })

  test("of a server that is gone is offline until it is back", async () => {
    world.socket.drop()
    await world.advance(50)
    expect(page.freshness.tape?.state).toBe("offline")
    for (let count = 0; count < 5; count += 1) {
      await world.advance(3000)
      world.socket.drop()
    }
    expect(page.freshness.tape?.state).toBe("offline")
    await world.advance(3000)
    world.socket.open()
    await subscribeAll()
    expect(page.freshness.tape).toEqual({ state: "live" })
  })
})

describe("a page that is hidden", () => {
  beforeEach(subscribeAll)

  test("keeps its subscriptions for ten seconds, then drops them, but keeps the heart", async () => {
    await desk.setVisible(false)
    await live(9900)
    expect(world.socket.subscribed).not.toEqual([])
    await live(200)
    expect(world.socket.subscribed).toEqual([])
    await live(60_000)
    expect(world.sockets).toHaveLength(1)
  })

  test("that is looked at for a moment in between isn't dropped", async () => {
    await desk.setVisible(false)
    await live(6000)
    await desk.setVisible(true)
    await desk.setVisible(false)
    await live(6000)
    expect(world.socket.subscribed).not.toEqual([])
  })

  test("and seen again is catching up at once, then asks for all and heals", async () => {
    await desk.setVisible(false)
    await live(20_000)
    server.change()
    await desk.setVisible(true)
    await world.advance(30)
    expect(page.freshness.book).toEqual({ state: "catching-up" })
    expect(world.socket.subscribed).toHaveLength(4)
    await subscribeAll()
    expect(page.freshness.book).toEqual({ state: "live" })
    expect(shownBook(page.book)).toEqual(truth(page.book))
  })

  test("asleep for minutes trusts nothing: a new socket, everything asked anew", async () => {
    await desk.setVisible(false)
    world.sleep(5 * 60_000)
    await desk.setVisible(true)
    expect(world.sockets).toHaveLength(2)
    await world.advance(20)
    expect(page.freshness.book?.state).toBe("offline")
    world.socket.open()
    await subscribeAll()
    expect(page.freshness.book).toEqual({ state: "live" })
    expect(shownBook(page.book)).toEqual(truth(page.book))
  })
})

describe("the credit", () => {
  beforeEach(subscribeAll)

  test("is one: asking twice is refused", async () => {
    page.leave()
    depth()
    await world.advance(100)
    void desk.nextFrame(1, 0)
    await expect(desk.nextFrame(1, 0)).rejects.toThrow("already")
  })

  test("gives no frame that nobody asked for, and the next is the newest state", async () => {
    page.leave()
    depth()
    await world.advance(200)
    const given = page.frames.length
    for (let count = 0; count < 500; count += 1) depth()
    await world.advance(3000)
    expect(page.frames).toHaveLength(given)
    page.look()
    pong()
    await world.advance(60)
    expect(page.frames.length).toBeLessThanOrEqual(given + 2)
    expect(shownBook(page.book)).toEqual(truth(page.book))
  })

  test("asked with nothing to show waits until there is", async () => {
    await world.advance(500)
    pong()
    await world.advance(500)
    const given = page.frames.length
    await world.advance(1500)
    expect(page.frames).toHaveLength(given)
    say("ticker", { rows: [fakeTicker(ID, { last: "101", seq: 5 })] })
    await world.advance(20)
    expect(page.frames).toHaveLength(given + 1)
    expect(page.tickers.get(ID)?.last).toBe("101.0")
  })

  test("gives the book at most thirty times a second, and a dear page fewer frames", async () => {
    const rate = async () => {
      const before = page.frames.filter((frame) => frame.book).length
      for (let count = 0; count < 200; count += 1) {
        depth()
        await world.advance(5)
      }
      return page.frames.filter((frame) => frame.book).length - before
    }
    const quick = await rate()
    expect(quick).toBeGreaterThan(20)
    expect(quick).toBeLessThanOrEqual(31)
    page.commitMs = 30
    await rate()
    expect(await rate()).toBeLessThanOrEqual(16)
    page.commitMs = 1
    for (let count = 0; count < 8; count += 1) await rate()
    expect(await rate()).toBeGreaterThan(20)
  })
})

describe("a language", () => {
  beforeEach(subscribeAll)

  test("writes all that is on screen anew", async () => {
    expect(page.book?.asks[0]?.price).toBe("1,000.1")
    await desk.setLanguage("de")
    await world.advance(50)
    expect(page.book?.asks[0]?.price).toBe("1.000,1")
    expect(page.tickers.get(ID)?.changePercent).toBe("+25,00\u202f%")
    await world.advance(100)
    expect(page.tape?.rows[0]?.price).toBe("1.000,1")
  })
})

describe("trades", () => {
  beforeEach(subscribeAll)

  test("that are missing are read by HTTP and put in, and the tape says so meanwhile", async () => {
    world.answers["/market/trades"] = (query) => {
      const before = Number(query.get("before"))
      const rows = [1, 2, 3, 4, 5].map((back) => trade(before - back))
      return { symbol: ID, rows: rows.slice(0, Number(query.get("limit"))) }
    }
    say("trade", { instrument: ID, rows: [trade(6)] })
    await world.advance(150)
    expect(page.tape?.rows.map((row) => row.id)).toEqual([6, 5, 4, 3, 2, 1])
    expect(world.calls.filter((url) => url.includes("/market/trades"))).toHaveLength(1)
    expect(page.freshness.tape).toEqual({ state: "live" })
  })

  test("of one price and side that come at once are one row; no quantity is lost", async () => {
    say("trade", { instrument: ID, rows: [3, 4, 5].map((id) => trade(id)) })
    say("trade", { instrument: ID, rows: [trade(6, "1000.1", "0.5", -1)] })
    await world.advance(150)
    expect(page.tape?.rows.map((row) => [row.id, row.size])).toEqual([
      [6, "0.500"],
      [5, "1.500"],
      [2, "0.500"],
      [1, "0.500"],
    ])
  })
})

describe("markets", () => {
  test("come whole, with the feed, and again after a reconnect", async () => {
    const first = page.frames.find((frame) => frame.markets)
    expect(first?.markets?.map((market) => market.id)).toEqual([ID, "ETH_USDT", "SOL_USDT"])
    expect(first?.feed?.kind).toBe("simulated")
    world.socket.drop()
    await world.advance(3000)
    world.socket.open()
    await world.advance(100)
    expect(page.frames.filter((frame) => frame.markets)).toHaveLength(2)
  })

  test("that can't be read are tried again until they can, and the page is told", async () => {
    world = new FakeSurroundings()
    desk = new MarketDesk(world)
    page = new FakePage(desk, world)
    page.look()
    await desk.start({ apiBase: "http://host", socketUrl: "ws://host/socket", language: "en" })
    await desk.show(BOOK)
    await world.advance(100)
    expect(page.problems[0]).toMatchObject({ kind: "call", name: "NETWORK" })
    world.answers = fakeLists([fakeMarket(ID)])
    world.socket.open()
    await world.advance(5000)
    expect(page.frames.at(-1)?.id).toBeGreaterThan(0)
    expect(world.socket.subscribed).toContain(`depth ${ID}`)
  })

  test("that halt are told while the book is shown", async () => {
    say("instrument", { instrument: ID, state: "halted", version: 2 })
    await world.advance(50)
    expect(page.frames.findLast((frame) => frame.markets)?.markets?.[0]?.state).toBe("halted")
  })
})
