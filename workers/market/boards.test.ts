/** Do the right markets lead, in the right order, and do rows stay when they should? Through the desk. */

import { beforeEach, describe, expect, test } from "vitest"
import { FakePage } from "./fake-page.ts"
import { FakeSurroundings, fakeLists, fakeMarket, fakeTicker } from "./fake-surroundings.ts"
import { MarketDesk } from "./market-desk.ts"
import type { BoardsView, View } from "./view.ts"

const VIEW: View = { list: null, tickers: [], book: null, tape: null, chart: null, hud: false }
const BOARDS: BoardsView = {
  kind: "spot",
  boards: ["gainers", "losers", "turnover"],
  rows: 3,
  hold: false,
}

let world: FakeSurroundings
let desk: MarketDesk
let page: FakePage
let seq: number

beforeEach(async () => {
  seq = 1
  world = new FakeSurroundings()
  const ids = ["BTC_USDT", "ETH_USDT", "SOL_USDT", "XRP_USDT", "ADA_USDT", "ETH_BTC", "OLD_USDT"]
  world.answers = fakeLists(
    ids.map((id) => fakeMarket(id)),
    [],
    [],
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
  tick("XRP_USDT", { last: "100.001", open: "100", turnover: "250" })
  tick("ADA_USDT", { last: "90", open: "100", turnover: "100" })
  tick("ETH_BTC", { last: "0.05", open: "0.05", turnover: "0.006" })
  // The farthest of all, but nobody traded it.
  tick("OLD_USDT", { last: "900", open: "100", turnover: "0" })
  await world.advance(1200)
})

const show = (change: Partial<BoardsView>) => desk.show({ ...VIEW, boards: { ...BOARDS, ...change } })
const boards = () => {
  const last = page.frames.findLast((frame) => frame.boards)?.boards
  return Object.fromEntries(
    Object.entries(last?.ids ?? {}).map(([name, ids]) => [name, ids.map((id) => id.replace("_USDT", ""))]),
  )
}

function tick(id: string, shape: Parameters<typeof fakeTicker>[1]): void {
  seq += 1
  world.socket.say("ticker", { rows: [fakeTicker(id, { ...shape, seq, time: world.time })] })
}

describe("the boards", () => {
  test("hold who leads by change and turnover; what isn't traded, or shows 0.00 %, leads nowhere", () => {
    expect(boards()).toEqual({
      gainers: ["SOL", "BTC"],
      losers: ["ADA", "ETH"],
      // 0.006 BTC are 360 USDT by the market of the two.
      turnover: ["BTC", "ETH_BTC", "ETH"],
    })
  })

  test("come with the tickers of their rows, and one subscription for all", () => {
    expect(world.socket.subscribed).toEqual(["ticker *"])
    expect(page.tickers.get("SOL_USDT")).toMatchObject({ last: "200.0", sign: 1 })
    expect(page.tickers.get("ETH_BTC")).toBeDefined()
    expect(page.tickers.has("XRP_USDT")).toBe(false)
    expect(page.tickers.has("OLD_USDT")).toBe(false)
    expect(page.freshness.list).toEqual({ state: "live" })
  })

  test("count how many of all rise and fall", () => {
    expect(page.frames.findLast((frame) => frame.boards)?.boards).toMatchObject({ rising: 4, falling: 2 })
  })

  test("are only those asked for", async () => {
    await show({ boards: ["losers"], rows: 1 })
    await world.advance(60)
    expect(boards()).toEqual({ losers: ["ADA"] })
  })

  test("change places at most once a second", async () => {
    const before = page.frames.filter((frame) => frame.boards).length
    for (let count = 0; count < 40; count += 1) {
      tick(count % 2 === 0 ? "SOL_USDT" : "BTC_USDT", { last: `${70_000 + count}`, open: "1", turnover: "9" })
      await world.advance(50)
    }
    const orders = page.frames.filter((frame) => frame.boards).length - before
    expect(orders).toBeGreaterThan(0)
    expect(orders).toBeLessThanOrEqual(2)
  })

  test("stay while a finger holds them, their figures going on, and follow when it lets go", async () => {
    await show({ hold: true })
    tick("BTC_USDT", { last: "500000", open: "50000", turnover: "400" })
    await world.advance(3000)
    expect(boards().gainers).toEqual(["SOL", "BTC"])
    expect(page.tickers.get("BTC_USDT")?.last).toBe("500,000.0")
    await show({ hold: false })
    await world.advance(60)
    expect(boards().gainers).toEqual(["BTC", "SOL"])
  })
})
