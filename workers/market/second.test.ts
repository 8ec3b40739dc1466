/** Index ticks on their way to the page: the newest by its number, and told when it is too old to open a contract on. */

import { beforeEach, expect, test } from "vitest"
import { FakeDesk, ID, NOTHING } from "./fake-desk.ts"
import { fakeLists, fakeMarket, fakeSecond } from "./fake-surroundings.ts"
import type { IndexCells } from "./frame.ts"

const SEC = "BTC_USDT_SEC"
let it: FakeDesk
beforeEach(async () => {
  it = new FakeDesk()
  const seconds = [fakeSecond(SEC, ["0.8"]), fakeSecond("ETH_USDT_SEC", ["0.8"])]
  await it.open(fakeLists([fakeMarket(ID), fakeMarket("ETH_USDT")], [], seconds))
  await it.desk.show({ ...NOTHING, indexes: ["BTC_USDT"] })
})

const tick = (seq: number, price: string, time = it.world.time) =>
  it.say("index", { index: "BTC_USDT", rows: [[seq, time, price]] })
const told = (): IndexCells[] => it.page.frames.flatMap(({ indexes }) => indexes ?? [])
const last = () => told().at(-1)

test("the index of the view is subscribed by its own name, and let go with the view", async () => {
  expect(it.world.socket.sent).toContainEqual({
    type: "subscribe",
    data: { channel: "index", key: "BTC_USDT" },
  })
  await it.desk.show(NOTHING)
  expect(it.world.socket.sent).toContainEqual({
    type: "unsubscribe",
    data: { channel: "index", key: "BTC_USDT" },
  })
})

test("the newest tick is told with its number, as wire text and ready to show", async () => {
  tick(7, "1000.123456")
  await it.world.advance(50)
  tick(8, "1000.2")
  await it.world.advance(50)
  expect(last()).toMatchObject({ seq: 8, value: "1000.2", price: "1,000.2", moved: 1, isStale: false })
  tick(6, "999")
  await it.world.advance(50)
  expect(last()?.seq).toBe(8)
})

test("a tick that gets older than two seconds is told as stale, without anything happening", async () => {
  tick(1, "1000")
  await it.world.advance(1900)
  expect(last()?.isStale).toBe(false)
  it.pong()
  await it.world.advance(200)
  expect(last()).toMatchObject({ seq: 1, isStale: true })
  tick(2, "1000")
  await it.world.advance(50)
  expect(last()).toMatchObject({ seq: 2, isStale: false, moved: 0 })
})

test("what is no tick is refused, and the rest of its message taken", async () => {
  it.say("index", {
    index: "BTC_USDT",
    rows: [
      ["x", 1, "1"],
      [3, it.world.time, "1000.5"],
    ],
  })
  await it.world.advance(50)
  expect(last()?.seq).toBe(3)
  expect(it.page.frames.flatMap(({ problems }) => problems ?? [])).toMatchObject([
    { kind: "parse", detail: "index: 1 rows" },
  ])
})

test("how far the clock may be wrong is unknown until a round trip was measured", async () => {
  const errors = () => it.page.frames.flatMap(({ connection }) => connection?.clockError ?? [])
  it.say("pong", { time: it.world.time, roundTrip: -1 })
  await it.world.advance(50)
  expect(errors()).toEqual([])
  it.say("pong", { time: it.world.time, roundTrip: 600 })
  await it.world.advance(50)
  expect(errors().at(-1)).toBeGreaterThanOrEqual(300)
})

test("indexes of rows come together, five times a second, and the first tick of one at once", async () => {
  await it.desk.show({ ...NOTHING, rowIndexes: ["BTC_USDT", "ETH_USDT"] })
  const say = (index: string, seq: number) =>
    it.say("index", { index, rows: [[seq, it.world.time, `${1000 + seq}`]] })
  say("BTC_USDT", 1)
  say("ETH_USDT", 1)
  await it.world.advance(50)
  expect(told().filter(({ seq }) => seq === 1)).toHaveLength(2)
  const before = it.page.frames.length
  for (let seq = 2; seq <= 21; seq += 1) {
    say("BTC_USDT", seq)
    await it.world.advance(25)
    say("ETH_USDT", seq)
    await it.world.advance(25)
  }
  const frames = it.page.frames
    .slice(before)
    .flatMap(({ indexes = [] }) => (indexes.length > 0 ? [indexes] : []))
  expect(frames.length).toBeGreaterThanOrEqual(4)
  expect(frames.length).toBeLessThanOrEqual(6)
  await it.world.advance(200)
  expect(new Map(told().map(({ index, seq }) => [index, seq]))).toEqual(
    new Map([
      ["BTC_USDT", 21],
      ["ETH_USDT", 21],
    ]),
  )
})
