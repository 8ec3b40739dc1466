/** Index ticks on their way to the page: the newest by its number, and told when it is too old to open a contract on. */

import { beforeEach, expect, test } from "vitest"
import { FakeDesk, ID, NOTHING } from "./fake-desk.ts"
import { fakeLists, fakeMarket, fakeSecond } from "./fake-surroundings.ts"
import type { IndexCells } from "./frame.ts"

const SEC = "BTC_USDT_SEC"
let it: FakeDesk
beforeEach(async () => {
  it = new FakeDesk()
  await it.open(fakeLists([fakeMarket(ID)], [], [fakeSecond(SEC, ["0.8"])]))
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
