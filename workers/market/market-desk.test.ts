/** Does the worker as a whole show the truth, and only the truth, whatever comes on the socket? */

import { beforeEach, describe, expect, test } from "vitest"
import { seededChance } from "./fake-book.ts"
import { FakeDesk, ID, NOTHING, shownBook, TRADE_VIEW } from "./fake-desk.ts"
import { FakePage } from "./fake-page.ts"
import { FakeSurroundings, fakeLists, fakeMarket, fakeTicker } from "./fake-surroundings.ts"
import type { BookFrame } from "./frame.ts"
import { MarketDesk } from "./market-desk.ts"

let it: FakeDesk

beforeEach(async () => {
  it = await new FakeDesk().open()
})

describe("subscriptions", () => {
  test("are those of what is on screen", () => {
    expect(it.world.socket.subscribed.sort()).toEqual([
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
    await it.desk.show({ ...NOTHING, tickers: [ID], list: { ...list, first: 0, last: 10, hold: false } })
    expect(it.world.socket.subscribed).toEqual(["ticker *"])
  })

  test("are not asked twice when a view changes nothing of them", async () => {
    const before = it.world.socket.sent.length
    await it.desk.show({ ...TRADE_VIEW, book: TRADE_VIEW.book && { ...TRADE_VIEW.book, group: 10 } })
    expect(it.world.socket.sent).toHaveLength(before)
  })

  test("are all restored after each of two reconnects", async () => {
    const wanted = it.world.socket.subscribed
    for (const _time of [1, 2]) {
      it.world.socket.drop()
      await it.world.advance(3000)
      it.world.socket.open()
      expect(it.world.socket.subscribed).toEqual(wanted)
    }
    expect(it.page.connection?.reconnects ?? 0).toBeLessThanOrEqual(2)
    await it.world.advance(100)
    expect(it.page.connection?.reconnects).toBe(2)
  })

  test("chosen while offline are asked when the socket opens, and the old ones are not", async () => {
    it.world.socket.drop()
    await it.desk.show({ ...NOTHING, tickers: ["ETH_USDT"] })
    await it.world.advance(3000)
    it.world.socket.open()
    expect(it.world.socket.subscribed).toEqual(["ticker ETH_USDT"])
  })
})

describe("the book on screen", () => {
  beforeEach(() => it.answerAll())

  test("is the server's, row for row", async () => {
    for (let count = 0; count < 50; count += 1) {
      it.depth()
      await it.world.advance(120)
      expect(shownBook(it.page.book)).toEqual(it.truth(it.page.book))
    }
    expect(it.page.freshness.book).toEqual({ state: "live" })
  })

  test("is called catching up from the next message after a gap, stays as it was, and heals", async () => {
    const before = shownBook(it.page.book)
    it.server.change()
    it.depth()
    await it.world.advance(60)
    expect(it.page.freshness.book).toEqual({ state: "catching-up" })
    expect(it.world.socket.count("resync")).toBe(1)
    it.depth()
    await it.world.advance(60)
    expect(shownBook(it.page.book)).toEqual(before)
    it.snapshot()
    await it.world.advance(60)
    expect(it.page.freshness.book).toEqual({ state: "live" })
    expect(shownBook(it.page.book)).toEqual(it.truth(it.page.book))
    expect(it.page.connection?.lastGap).not.toBeNull()
  })

  test("survives a hostile peer: thousands of bad messages, and every live frame is true", async () => {
    const chance = seededChance(99)
    let gaps = 0
    let checked = 0
    const states: Record<"bid" | "ask", Map<string, number>>[] = []
    let isTrue = true
    const note = () => {
      const sideOf = (side: "bid" | "ask") =>
        new Map(it.server.book.levels(side, 1000).map(({ price, total }) => [(price / 10).toFixed(1), total]))
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
    await it.desk.show({ ...TRADE_VIEW, tape: null })
    await it.world.advance(100)
    note()
    // Any book framed is one that the server had: never a mixture of two.
    it.page.onFrame = ({ book }) => {
      if (!book) return
      checked += 1
      isTrue &&= states.some((state) => shows(book, state))
    }
    for (let count = 0; count < 4000; count += 1) {
      const delta = it.server.change()
      note()
      const fate = chance()
      if (fate < 0.45) it.depth(delta)
      else if (fate < 0.6) gaps += 1
      else if (fate < 0.7) {
        it.depth(delta)
        it.depth(delta)
      } else if (fate < 0.8) it.world.socket.text(JSON.stringify({ type: "depth", data: delta }).slice(0, -9))
      else it.world.socket.text(junk[Math.floor(chance() * junk.length)])
      if (it.world.socket.count("resync") > 0 && chance() < 0.4) {
        it.snapshot()
        it.world.socket.sent.length = 0
      }
      if (count % 10 === 0) await it.world.advance(35)
    }
    expect(gaps).toBeGreaterThan(500)
    expect(checked).toBeGreaterThan(100)
    expect(isTrue).toBe(true)
    expect(it.world.sockets).toHaveLength(1)
    it.snapshot()
    await it.world.advance(100)
    expect(it.page.freshness.book).toEqual({ state: "live" })
    expect(shownBook(it.page.book)).toEqual(it.truth(it.page.book))
    expect(it.page.problems.some((problem) => problem.kind === "parse")).toBe(true)
    expect(it.page.problems.length).toBeLessThan(100)
  })
})

describe("the credit", () => {
  beforeEach(() => it.answerAll())

  test("is one: asking twice is refused", async () => {
    it.page.leave()
    it.depth()
    await it.world.advance(100)
    void it.desk.nextFrame(1, 0)
    await expect(it.desk.nextFrame(1, 0)).rejects.toThrow("already")
  })

  test("gives no frame that nobody asked for, and the next is the newest state", async () => {
    it.page.leave()
    it.depth()
    await it.world.advance(200)
    const given = it.page.frames.length
    for (let count = 0; count < 500; count += 1) it.depth()
    await it.world.advance(3000)
    expect(it.page.frames).toHaveLength(given)
    it.page.look()
    it.pong()
    await it.world.advance(60)
    expect(it.page.frames.length).toBeLessThanOrEqual(given + 2)
    expect(shownBook(it.page.book)).toEqual(it.truth(it.page.book))
  })

  test("asked with nothing to show waits until there is", async () => {
    await it.world.advance(500)
    it.pong()
    await it.world.advance(500)
    const given = it.page.frames.length
    await it.world.advance(1500)
    expect(it.page.frames).toHaveLength(given)
    it.say("ticker", { rows: [fakeTicker(ID, { last: "101", seq: 5 })] })
    await it.world.advance(20)
    expect(it.page.frames).toHaveLength(given + 1)
    expect(it.page.tickers.get(ID)?.last).toBe("101.0")
  })

  test("gives the book ten times a second, where its best levels move at most thirty, and a dear page fewer frames", async () => {
    const rate = async () => {
      const before = it.page.frames.filter((frame) => frame.book).length
      for (let count = 0; count < 200; count += 1) {
        it.depth()
        await it.world.advance(5)
      }
      return it.page.frames.filter((frame) => frame.book).length - before
    }
    const quick = await rate()
    expect(quick).toBeGreaterThan(15)
    expect(quick).toBeLessThanOrEqual(34)
    it.page.commitMs = 30
    await rate()
    expect(await rate()).toBeLessThan(quick)
    it.page.commitMs = 1
    for (let count = 0; count < 8; count += 1) await rate()
    expect(await rate()).toBeGreaterThan(15)
  })

  test("brings the price of a head at once when it moves after a pause, and in its turn while it moves all the time", async () => {
    let seq = 10
    const tick = (last: string) => {
      seq += 1
      it.say("ticker", { rows: [fakeTicker(ID, { last, seq, time: it.world.time })] })
    }
    const last = () => it.page.tickers.get(ID)?.last
    tick("3000")
    await it.world.advance(500)
    tick("3001")
    await it.world.advance(2)
    expect(last()).toBe("3,001.0")
    await it.world.advance(18)
    tick("3002")
    await it.world.advance(5)
    expect(last()).toBe("3,001.0")
    await it.world.advance(30)
    expect(last()).toBe("3,002.0")
  })
})

describe("a language", () => {
  beforeEach(() => it.answerAll())

  test("writes all that is on screen anew", async () => {
    expect(it.page.book?.asks[0]?.price).toBe("1,000.1")
    await it.desk.setLanguage("de")
    await it.world.advance(50)
    expect(it.page.book?.asks[0]?.price).toBe("1.000,1")
    expect(it.page.tickers.get(ID)?.changePercent).toBe("+25,00\u202f%")
    await it.world.advance(100)
    expect(it.page.tape?.rows[0]?.price).toBe("1.000,1")
  })
})

describe("trades", () => {
  beforeEach(() => it.answerAll())

  test("that are missing are read by HTTP and put in, and the tape says so meanwhile", async () => {
    it.world.answers["/market/trades"] = (query) => {
      const before = Number(query.get("before"))
      const rows = [1, 2, 3, 4, 5].map((back) => it.trade(before - back))
      const page = { symbol: ID, rows: rows.slice(0, Number(query.get("limit"))) }
      return new Promise((resolve) => it.world.setTimer(() => resolve(page), 60))
    }
    const ids = () => it.page.tape?.rows.map((row) => row.id)
    const before = ids()
    const seen: unknown[] = []
    it.trades(it.trade(6))
    for (let ms = 0; ms < 150; ms += 5) {
      await it.world.advance(5)
      seen.push(ids())
    }
    expect(ids()).toEqual([6, 5, 4, 3, 2, 1])
    // A hole would say that nothing was sold between two rows.
    for (const rows of seen) expect([before, [6, 5, 4, 3, 2, 1]]).toContainEqual(rows)
    expect(it.world.calls.filter((url) => url.includes("/market/trades"))).toHaveLength(1)
    expect(it.page.freshness.tape).toEqual({ state: "live" })
  })

  test("below the size that is asked for are left out, those before the choice too, and come back without it", async () => {
    const tape = { instrument: ID, rows: 10 }
    await it.desk.show({ ...TRADE_VIEW, tape: { ...tape, least: "0.6" } })
    it.trades(it.trade(3, "1000.1", "0.6"), it.trade(4, "1000.2", "0.599"))
    await it.world.advance(150)
    expect(it.page.tape?.rows.map((row) => row.id)).toEqual([3])
    it.trades(it.trade(5, "1000.1", "0.3", -1), it.trade(6, "1000.2", "7", -1))
    await it.world.advance(150)
    expect(it.page.tape?.rows.map((row) => row.id)).toEqual([6, 3])
    await it.desk.show({ ...TRADE_VIEW, tape })
    await it.world.advance(150)
    expect(it.page.tape?.rows.map((row) => row.id)).toEqual([6, 5, 4, 3, 2, 1])
  })

  test("of one price and side that come at once are one row; no quantity is lost", async () => {
    it.trades(...[3, 4, 5].map((id) => it.trade(id)))
    it.trades(it.trade(6, "1000.1", "0.5", -1))
    await it.world.advance(150)
    expect(it.page.tape?.rows.map((row) => [row.id, row.size])).toEqual([
      [6, "0.500"],
      [5, "1.500"],
      [2, "0.500"],
      [1, "0.500"],
    ])
  })
})

describe("markets", () => {
  test("come whole, with the feed, and again after a reconnect", async () => {
    const first = it.page.frames.find((frame) => frame.markets)
    expect(first?.markets?.map((market) => market.id)).toEqual([ID, "ETH_USDT", "SOL_USDT"])
    expect(first?.feed?.kind).toBe("simulated")
    it.world.socket.drop()
    await it.world.advance(3000)
    it.world.socket.open()
    await it.world.advance(100)
    expect(it.page.frames.filter((frame) => frame.markets)).toHaveLength(2)
  })

  test("that can't be read are tried again until they can, and the page is told", async () => {
    const world = new FakeSurroundings()
    const desk = new MarketDesk(world)
    const page = new FakePage(desk, world)
    page.look()
    await desk.start({ apiBase: "http://host", socketUrl: "ws://host/socket", language: "en" })
    await desk.show(TRADE_VIEW)
    await world.advance(100)
    expect(page.problems[0]).toMatchObject({ kind: "call", name: "NETWORK" })
    world.answers = fakeLists([fakeMarket(ID)])
    world.socket.open()
    await world.advance(5000)
    expect(world.socket.subscribed).toContain(`depth ${ID}`)
    expect(page.frames.some((frame) => frame.markets?.length === 1)).toBe(true)
  })

  test("that halt are told while the book is shown", async () => {
    it.say("instrument", { instrument: ID, state: "halted", openAt: 0, delistAt: 9, version: 2 })
    await it.world.advance(50)
    expect(it.page.frames.findLast((frame) => frame.markets)?.markets?.[0]).toMatchObject({
      state: "halted",
      delistAt: 9,
    })
  })
})
