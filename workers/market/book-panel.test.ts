/** Does the book on screen stay where it is when it should, and move when it is asked? Through the desk. */

import { beforeEach, describe, expect, test } from "vitest"
import { FakeDesk, TRADE_VIEW } from "./fake-desk.ts"
import { fakeTicker } from "./fake-surroundings.ts"
import type { BookView } from "./view.ts"

let it: FakeDesk

beforeEach(async () => {
  it = await new FakeDesk().open()
  await it.answerAll()
})

const show = async (change: Partial<BookView>) => {
  if (TRADE_VIEW.book) await it.desk.show({ ...TRADE_VIEW, book: { ...TRADE_VIEW.book, ...change } })
  await it.world.advance(60)
}
const prices = () =>
  [...[...(it.page.book?.asks ?? [])].reverse(), ...(it.page.book?.bids ?? [])].map((row) => row.priceValue)
const frames = () => it.page.frames.filter((frame) => frame.book).length

/** The whole market moves up by so many ticks. */
async function move(ticks: number): Promise<void> {
  const { book } = it.server
  const [bids, asks] = [book.levels("bid", 1000), book.levels("ask", 1000)]
  book.clear()
  for (const { price, total } of bids) book.set("bid", price + ticks, total)
  for (const { price, total } of asks) book.set("ask", price + ticks, total)
  it.server.seq += 1
  it.snapshot()
  await it.world.advance(60)
}

describe("the window", () => {
  test("has sixteen rows around the middle", () => {
    expect(it.page.book?.asks).toHaveLength(8)
    expect(it.page.book?.bids).toHaveLength(8)
    expect(it.page.book?.spread).toBe("0.1")
    expect(it.page.book?.bidPercent).toBeGreaterThan(0)
  })

  test("stays while the market walks a little, and is centred when the page asks", async () => {
    const before = prices()
    await move(2)
    expect(prices()).toEqual(before)
    expect(it.page.book?.bids).toHaveLength(10)
    await show({ recentre: 1 })
    expect(it.page.book?.bids).toHaveLength(8)
    expect(prices()).not.toEqual(before)
  })

  test("follows a market that walks far, but not under a finger", async () => {
    await show({ hold: true })
    const before = prices()
    await move(30)
    expect(prices()).toEqual(before)
    await show({ hold: false })
    expect(prices()).not.toEqual(before)
    expect(it.page.book?.bids).toHaveLength(8)
  })

  test("is another one for another grouping, side or number of rows", async () => {
    await show({ group: 10 })
    expect(it.page.book?.asks[0]?.price).toBe("1,001")
    expect(it.page.book?.group).toBe(10)
    await show({ sides: "bids", rows: 16 })
    expect(it.page.book?.asks).toEqual([])
    expect(it.page.book?.bids).toHaveLength(16)
    expect(it.page.book?.bidPercent).toBeNull()
  })

  test("of nonsense is a small one, not a crash", async () => {
    await show({ group: 0.5, rows: -3 })
    expect(it.page.book?.bids).toHaveLength(1)
    await show({ group: Number.NaN, rows: Number.NaN })
    expect(it.page.book?.bids).toHaveLength(1)
  })
})

describe("a row", () => {
  test("tells what moved since the page saw it, once", async () => {
    const row = it.page.book?.bids[2]
    const ticks = Math.round(Number(row?.priceValue) * 10)
    it.server.book.set("bid", ticks, it.server.book.total("bid", ticks) + 1)
    it.server.seq += 1
    it.snapshot()
    await it.world.advance(60)
    expect(it.page.book?.bids.map((bid) => bid.moved)).toEqual([0, 0, 1, 0, 0, 0, 0, 0])
    await show({ recentre: 5 })
    expect(it.page.book?.bids.every((bid) => bid.moved === 0)).toBe(true)
  })

  test("that emptied keeps its price and has no size, no sum and no bar", async () => {
    const price = it.page.book?.asks[3]?.priceValue
    it.server.book.set("ask", Math.round(Number(price) * 10), 0)
    it.server.seq += 1
    it.snapshot()
    await it.world.advance(60)
    expect(it.page.book?.asks[3]).toMatchObject({
      priceValue: price,
      size: null,
      sum: null,
      share: 0,
      moved: -1,
    })
  })

  test("has a bar relative to the larger side, which is full at its last row", () => {
    const { asks = [], bids = [] } = it.page.book ?? {}
    const shares = [...asks, ...bids].map((row) => row.share)
    expect(Math.max(...shares)).toBe(1)
    expect([asks.at(-1)?.share, bids.at(-1)?.share]).toContain(1)
  })
})

describe("amounts in the quote", () => {
  test("and their sums are what the orders are worth at their own prices", async () => {
    const { book } = it.server
    book.clear()
    // 0.5 at 1,000.1, 2 at 1,000.4, 0.001 at 999.9; grouped by ten ticks the two asks are one row.
    book.set("ask", 10_001, 500)
    book.set("ask", 10_004, 2000)
    book.set("bid", 9_999, 1)
    it.server.seq += 1
    it.snapshot()
    await show({ unit: "quote" })
    const shown = () => [...(it.page.book?.asks ?? []), ...(it.page.book?.bids ?? [])]
    const figures = () => shown().map(({ price, size, sum }) => [price, size, sum])
    expect(figures()).toEqual([
      ["1,000.1", "500", "500"],
      ["1,000.4", "2,001", "2,501"],
      ["999.9", "1", "1"],
    ])
    await show({ unit: "quote", group: 10 })
    expect(figures()).toEqual([
      ["1,001", "2,501", "2,501"],
      ["999", "1", "1"],
    ])
    await show({ unit: "base" })
    expect(shown()[1]?.sum).toBe("2.500")
  })
})

describe("the middle", () => {
  test("shows the last trade and its side", async () => {
    it.trades(it.trade(3, "1000.3", "0.1", -1))
    await it.world.advance(60)
    expect(it.page.book).toMatchObject({ last: "1,000.3", lastMoved: -1 })
  })

  test("has the head's price in the same colour, also where a seller's trade was dearer than the one before", async () => {
    it.say("ticker", { rows: [fakeTicker("BTC_USDT", { last: "1000.2", seq: 50 })] })
    await it.world.advance(60)
    it.trades(it.trade(3, "1000.3", "0.1", -1))
    it.say("ticker", { rows: [fakeTicker("BTC_USDT", { last: "1000.3", seq: 51 })] })
    await it.world.advance(60)
    expect(it.page.book).toMatchObject({ last: "1,000.3", lastMoved: -1 })
    expect(it.page.tickers.get("BTC_USDT")).toMatchObject({ last: "1,000.3", moved: 1, lastSide: -1 })
    // A price that the tape doesn't have yet says nothing of its side.
    it.say("ticker", { rows: [fakeTicker("BTC_USDT", { last: "1000.4", seq: 52 })] })
    await it.world.advance(60)
    expect(it.page.tickers.get("BTC_USDT")).toMatchObject({ last: "1,000.4", lastSide: 0 })
  })

  test("without a tape shows the ticker's price and where it went", async () => {
    await it.desk.show({ ...TRADE_VIEW, tape: null })
    await it.world.advance(60)
    for (const [last, moved] of [
      ["1000.5", 1],
      ["1000.5", 1],
      ["1000.2", -1],
    ] as const) {
      it.say("ticker", { rows: [fakeTicker("BTC_USDT", { last, seq: 50 })] })
      await it.world.advance(60)
      expect(it.page.book?.lastMoved).toBe(moved)
    }
  })
})

test("scrolling another panel doesn't send the book again", async () => {
  const before = frames()
  for (let count = 0; count < 10; count += 1) await show({})
  expect(frames()).toBe(before)
})
