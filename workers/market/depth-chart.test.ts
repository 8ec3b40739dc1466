/** Does the depth chart get the whole proven book, and a comparing chart its bars? Through the desk. */

import { expect, test } from "vitest"
import { FakeDesk, ID, NOTHING } from "./fake-desk.ts"
import { START } from "./fake-surroundings.ts"

/** Pairs of price and sum, as the frame packs them. */
const pairs = (packed: Float64Array | undefined) =>
  Array.from({ length: (packed?.length ?? 0) / 2 }, (_, at) => [packed?.[2 * at], packed?.[2 * at + 1]])

test("the depth chart alone subscribes to the book, and sums it up from the best price outwards", async () => {
  const it = await new FakeDesk().open()
  await it.desk.show({ ...NOTHING, depth: { instrument: ID } })
  await it.world.advance(50)
  it.snapshot()
  await it.world.advance(400)
  const frame = it.page.frames.findLast((each) => each.depth)?.depth
  let sum = 0
  const truth = it.server.book.levels("bid", 1000).map(({ price, total }) => {
    sum += total
    return [price / 10, sum / 1000]
  })
  expect(pairs(frame?.bids)).toEqual(truth)
  expect(it.page.book).toBeUndefined()
})

test("at most four depth frames come in a second", async () => {
  const it = await new FakeDesk().open()
  await it.desk.show({ ...NOTHING, depth: { instrument: ID } })
  await it.world.advance(50)
  it.snapshot()
  await it.world.advance(1000)
  const before = it.page.frames.filter((each) => each.depth).length
  for (let turn = 0; turn < 50; turn += 1) {
    it.depth()
    await it.world.advance(20)
  }
  const count = it.page.frames.filter((each) => each.depth).length - before
  expect(count).toBeGreaterThan(1)
  expect(count).toBeLessThanOrEqual(5)
})

test("bars of any listed market can be fetched; of an unknown one there are none", async () => {
  const it = await new FakeDesk().open()
  it.world.answers["/market/kline"] = (query) => ({
    symbol: query.get("symbol"),
    interval: "1m",
    rows: [[START, "1.0", "2.0", "1.0", "1.5", "3.000", 7, 1, 0]],
    more: false,
    holes: [],
  })
  expect([...(await it.desk.fetchBars("ETH_USDT", "1m", 10))]).toEqual([START, 1, 2, 1, 1.5, 3, 1])
  expect(await it.desk.fetchBars("NO_SUCH", "1m", 10)).toHaveLength(0)
})
