/** The price that the first face shows before the page's code is there: told early, live once it is followed, never old. */

import { beforeEach, expect, test } from "vitest"
import { ID, NOTHING } from "./fake-desk.ts"
import { FakeSurroundings, fakeLists, fakeMarket, fakeTicker } from "./fake-surroundings.ts"
import type { FirstPriceCells } from "./frame.ts"
import { MarketDesk } from "./market-desk.ts"

const CONFIG = { apiBase: "http://host", socketUrl: "ws://host/socket", language: "de" }
let world: FakeSurroundings
let desk: MarketDesk
let told: FirstPriceCells[]
const last = () => told.at(-1)

beforeEach(() => {
  world = new FakeSurroundings()
  world.answers = fakeLists([fakeMarket(ID)])
  desk = new MarketDesk(world)
  told = []
})

async function begin(id = ID): Promise<void> {
  await desk.start(CONFIG)
  desk.followFirstPrice(id, (cells) => told.push(cells))
  await world.advance(50)
}

const ticker = (price: string, seq: number) =>
  world.socket.say("ticker", { rows: [fakeTicker(ID, { last: price, time: world.time, seq })] })

test("it comes with the list of markets, before the socket is open, and says that it isn't live yet", async () => {
  await begin()
  expect(told).toEqual([
    { id: ID, last: "100,0", changePercent: expect.stringMatching(/^\+25,00\s%$/), sign: 1, isLive: false },
  ])
})

test("it is live once the market is followed, and changes with it, five times a second at most", async () => {
  await begin()
  world.socket.open()
  await world.advance(300)
  world.socket.say("subscribed", { channel: "ticker", key: ID })
  for (const [at, price] of ["100.1", "100.2", "100.3"].entries()) {
    ticker(price, at + 1)
    await world.advance(20)
  }
  await world.advance(200)
  expect(last()).toMatchObject({ last: "100,3", isLive: true })
  expect(told.length).toBeLessThanOrEqual(3)
})

test("one that nobody vouches for any more is taken back", async () => {
  await begin()
  await world.advance(5000)
  expect(last()).toMatchObject({ last: null, isLive: false })
})

test("a market that isn't listed has none", async () => {
  await begin("XYZ_USDT")
  await world.advance(2000)
  expect(told).toEqual([])
})

test("the page's first view ends it", async () => {
  await begin()
  await desk.show({ ...NOTHING, tickers: [ID] })
  world.socket.open()
  await world.advance(100)
  world.socket.say("subscribed", { channel: "ticker", key: ID })
  ticker("101", 1)
  await world.advance(5000)
  expect(told).toHaveLength(1)
})
