/** Is the chart full at once, alive at its end, and whole again after any silence? Through the desk, as the page sees it. */

import { beforeEach, describe, expect, test } from "vitest"
import { FakePage } from "./fake-page.ts"
import { FakeSurroundings, fakeLists, fakeMarket, START } from "./fake-surroundings.ts"
import { MarketDesk } from "./market-desk.ts"
import type { View } from "./view.ts"

const ID = "BTC_USDT"
const MINUTE = 60_000
const VIEW: View = {
  list: null,
  tickers: [],
  book: null,
  tape: null,
  chart: { instrument: ID, interval: "1m" },
  hud: false,
}

let world: FakeSurroundings
let desk: MarketDesk
let page: FakePage
/** Bars the server has, by minutes since START; it makes empty ones itself. */
let close: (minute: number) => string
let oldest: number
let holes: [number, number][]

const row = (minute: number, isClosed: 0 | 1, id = minute + 100_000) => {
  const price = close(minute)
  return [START + minute * MINUTE, price, price, price, price, "1.500", id, isClosed, 0]
}
const nowMinute = () => Math.floor((world.time - START) / MINUTE)

beforeEach(async () => {
  close = () => "100.0"
  oldest = -100_000
  holes = []
  world = new FakeSurroundings()
  world.answers = {
    ...fakeLists([fakeMarket(ID)]),
    "/market/kline": (query) => {
      const before = query.has("before")
        ? Math.ceil((Number(query.get("before")) - START) / MINUTE)
        : Number.POSITIVE_INFINITY
      const last = Math.min(before - 1, nowMinute())
      const first = Math.max(oldest, last - Number(query.get("limit")) + 1)
      const rows = []
      for (let minute = first; minute <= last; minute += 1)
        rows.push(row(minute, minute === nowMinute() ? 0 : 1))
      return { symbol: ID, interval: "1m", rows, more: first > oldest, holes }
    },
  }
  desk = new MarketDesk(world)
  page = new FakePage(desk, world)
  await desk.start({ apiBase: "http://host", socketUrl: "ws://host/socket", language: "en" })
  await desk.show(VIEW)
  page.look()
  world.socket.open()
  await world.advance(100)
  subscribed()
  await world.advance(100)
})

const subscribed = () => world.socket.say("subscribed", { channel: "candle", key: `${ID}:1m` })
const rows = (...all: unknown[]) => world.socket.say("candle", { instrument: ID, interval: "1m", rows: all })
const minutes = () => [...page.bars.keys()].map((time) => (time - START) / MINUTE).sort((a, b) => a - b)
const isWhole = () =>
  minutes().every((minute, index, all) => index === 0 || minute === (all[index - 1] ?? 0) + 1)

async function live(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 2000) {
    await world.advance(Math.min(2000, left))
    world.socket.say("pong", { time: world.time, roundTrip: 0 })
  }
}

describe("a chart", () => {
  test("is full at once", () => {
    expect(page.bars.size).toBe(500)
    expect(page.chart?.kind).toBe("reset")
    expect(page.chart?.more).toBe(true)
    expect(page.freshness.chart).toEqual({ state: "live" })
  })

  test("gives bars as numbers to draw", () => {
    expect(page.bars.get(START - MINUTE)).toEqual([100, 100, 100, 100, 1.5, 1])
    expect(page.bars.get(START)).toEqual([100, 100, 100, 100, 1.5, 0])
  })

  test("follows the live bar with one update a frame", async () => {
    const before = page.frames.length
    for (let count = 1; count <= 50; count += 1)
      rows([START, "100", "109", "90", `${100 + (count % 10)}`, "2", 100_000 + count, 0, 0])
    await world.advance(30)
    expect(page.frames.length - before).toBeLessThanOrEqual(2)
    expect(page.bars.get(START)?.[3]).toBe(100)
    expect(page.bars.get(START)?.[1]).toBe(109)
    expect(page.chart?.kind).toBe("update")
    expect(page.chart?.bars).toHaveLength(7)
  })

  test("goes on by the server's clock through a minute without trades", async () => {
    await live(MINUTE + 100)
    expect(minutes().at(-1)).toBe(1)
    expect(page.bars.get(START + MINUTE)).toEqual([100, 100, 100, 100, 0, 0])
    expect(isWhole()).toBe(true)
    expect(world.calls.filter((url) => url.includes("kline"))).toHaveLength(1)
  })

  test("turns at the server's minute, not at the phone's", async () => {
    const say = () => world.socket.say("pong", { time: world.time + 30_000, roundTrip: 0 })
    for (let count = 0; count < 12; count += 1) {
      say()
      await world.advance(2000)
    }
    expect(minutes().at(-1)).toBe(0)
    for (let count = 0; count < 4; count += 1) {
      say()
      await world.advance(2000)
    }
    expect(minutes().at(-1)).toBe(1)
  })

  test("makes nothing up while nothing is heard", async () => {
    await live(MINUTE - 4000)
    world.socket.drop()
    await world.advance(2900)
    expect(minutes().at(-1)).toBe(0)
    await world.advance(10 * MINUTE)
    expect(minutes().at(-1)).toBe(0)
  })
})

test("a hidden page's chart stands still, and is whole again when it is seen", async () => {
  await desk.setVisible(false)
  close = (minute) => (minute >= 1 ? "130.0" : "100.0")
  await live(5 * MINUTE)
  expect(minutes().at(-1)).toBe(0)
  await desk.setVisible(true)
  await world.advance(30)
  subscribed()
  await world.advance(100)
  expect(minutes().at(-1)).toBe(5)
  expect(isWhole()).toBe(true)
  expect(page.bars.get(START + 3 * MINUTE)?.[3]).toBe(130)
})

describe("after a reconnect", () => {
  test("what happened since the last closed bar is fetched and spliced in", async () => {
    await live(2 * MINUTE)
    world.socket.drop()
    close = (minute) => (minute >= 2 ? "120.0" : "100.0")
    await world.advance(3000)
    world.sleep(7 * MINUTE)
    world.socket.open()
    subscribed()
    await world.advance(100)
    expect(minutes().at(-1)).toBe(9)
    expect(isWhole()).toBe(true)
    expect(page.bars.get(START + 5 * MINUTE)?.[3]).toBe(120)
    const limit = Number(
      new URL(world.calls.findLast((url) => url.includes("kline")) ?? "").searchParams.get("limit"),
    )
    expect(limit).toBeLessThan(20)
    expect(page.freshness.chart).toEqual({ state: "live" })
  })

  test("after days everything is loaded anew, and no line crosses the hole", async () => {
    world.socket.drop()
    world.sleep(3 * 24 * 60 * MINUTE)
    await world.advance(3000)
    world.socket.open()
    subscribed()
    await world.advance(200)
    expect(page.chart?.kind).toBe("reset")
    expect(isWhole()).toBe(true)
    expect(minutes().at(-1)).toBe(nowMinute())
  })

  test("that can't read them stays catching up until it can", async () => {
    const kline = world.answers["/market/kline"]
    world.socket.drop()
    world.answers["/market/kline"] = () => {
      throw new Error("no network")
    }
    await world.advance(3000)
    world.socket.open()
    subscribed()
    await live(4000)
    expect(page.freshness.chart).toEqual({ state: "catching-up" })
    if (kline) world.answers["/market/kline"] = kline
    await live(10_000)
    expect(page.freshness.chart).toEqual({ state: "live" })
  })
})

describe("a live bar that doesn't fit", () => {
  test("is noticed, asked for and healed", async () => {
    world.sleep(3 * MINUTE)
    rows([START + 3 * MINUTE, "105", "105", "105", "105", "1", 100_500, 0, 0])
    await world.advance(100)
    expect(minutes().at(-1)).toBe(3)
    expect(isWhole()).toBe(true)
    expect(page.bars.get(START + 3 * MINUTE)?.[3]).toBe(105)
  })

  test.each([
    ["no row", 5],
    ["a price off the tick", [START, "100.05", "101", "99", "100", "1", 100_001, 0, 0]],
    ["a high below its close", [START, "100", "100", "99", "101", "1", 100_001, 0, 0]],
    ["a price of zero", [START, "0", "0", "0", "0", "1", 100_001, 0, 0]],
    ["text for a flag", [START, "100", "100", "100", "100", "1", 100_001, "0", 0]],
  ])("with %s is refused and told", async (_name, bad) => {
    const before = [...page.bars]
    rows(bad)
    await world.advance(50)
    expect([...page.bars]).toEqual(before)
    expect(page.problems).toContainEqual({ kind: "parse", name: "FORMAT", detail: "candle: 1 rows" })
  })

  test("of a market that is no text are nobody's, and no fault", async () => {
    world.socket.say("candle", { instrument: { toString: 1 }, interval: "1m", rows: [] })
    await world.advance(100)
    expect(page.problems).toEqual([])
  })
})

describe("scrolling back", () => {
  test("brings page after page, until there is no more", async () => {
    oldest = -1200
    await desk.loadOlder(ID, "1m")
    await desk.loadOlder(ID, "1m")
    await world.advance(50)
    expect(page.chart?.kind).toBe("prepend")
    await desk.loadOlder(ID, "1m")
    await world.advance(50)
    await desk.loadOlder(ID, "1m")
    await world.advance(50)
    expect(page.bars.size).toBe(1201)
    expect(isWhole()).toBe(true)
    expect(page.chart?.more).toBe(false)
    const calls = world.calls.length
    await desk.loadOlder(ID, "1m")
    await world.advance(50)
    expect(world.calls).toHaveLength(calls)
  })

  test("far, and back to the present", async () => {
    for (let count = 0; count < 8; count += 1) {
      await desk.loadOlder(ID, "1m")
      await world.advance(50)
    }
    expect(page.bars.size).toBe(3000)
    expect(page.chart).toMatchObject({ kind: "reset", newer: true })
    expect(minutes().at(-1)).toBeLessThan(-900)
    for (let count = 0; count < 6; count += 1) {
      await desk.loadNewer(ID, "1m")
      await world.advance(50)
    }
    expect(page.chart).toMatchObject({ kind: "reset", newer: false, more: true })
    expect(minutes().at(-1)).toBe(0)
    expect(isWhole()).toBe(true)
    rows([START, "108", "108", "108", "108", "1", 100_900, 0, 0])
    await world.advance(250)
    expect(page.bars.get(START)?.[3]).toBe(108)
  })

  test("far, and straight back to the present", async () => {
    for (let count = 0; count < 8; count += 1) {
      await desk.loadOlder(ID, "1m")
      await world.advance(50)
    }
    await desk.loadNewest(ID, "1m")
    await world.advance(50)
    expect(page.chart).toMatchObject({ kind: "reset", newer: false, more: true })
    expect(minutes().at(-1)).toBe(0)
    expect(isWhole()).toBe(true)
  })

  test("of another chart than the one shown is nothing", async () => {
    const calls = world.calls.length
    await desk.loadOlder(ID, "5m")
    await desk.loadNewer("ETH_USDT", "1m")
    await world.advance(50)
    expect(world.calls).toHaveLength(calls)
  })

  test("passes holes on as they are", async () => {
    holes = [[START - 600 * MINUTE, START - 590 * MINUTE]]
    await desk.loadOlder(ID, "1m")
    await world.advance(50)
    expect(page.chart?.holes).toEqual(holes)
  })
})

test("another interval is another chart, and what was on its way for the first is dropped", async () => {
  void desk.show({ ...VIEW, chart: { instrument: ID, interval: "5m" } })
  await desk.show(VIEW)
  await world.advance(50)
  expect(page.chart).toMatchObject({ kind: "reset", interval: "1m" })
  expect(page.frames.flatMap((frame) => frame.charts ?? []).every((chart) => chart.interval === "1m")).toBe(
    true,
  )
  expect(world.socket.subscribed).toEqual([`candle ${ID}:1m`])
})
