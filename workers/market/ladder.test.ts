/** Does a ticket get the exact book to reckon with? Through the desk. */

import { expect, test } from "vitest"
import { FakeDesk, ID, NOTHING } from "./fake-desk.ts"

const pairs = (packed: Float64Array | undefined) =>
  Array.from({ length: (packed?.length ?? 0) / 2 }, (_, at) => ({
    price: packed?.[2 * at],
    total: packed?.[2 * at + 1],
  }))

const opened = async () => {
  const it = await new FakeDesk().open()
  await it.desk.show({ ...NOTHING, ladder: { instrument: ID } })
  await it.world.advance(50)
  it.snapshot()
  await it.world.advance(200)
  return it
}

test("a ticket alone subscribes to the book and gets it in ticks and lots", async () => {
  const it = await opened()
  const frame = it.page.frames.findLast((each) => each.ladder)?.ladder
  expect(frame?.instrument).toBe(ID)
  expect(pairs(frame?.bids)).toEqual(it.server.book.levels("bid", 1000))
  expect(pairs(frame?.asks)).toEqual(it.server.book.levels("ask", 1000))
})

test("the newest of a lively book comes at most ten times a second", async () => {
  const it = await opened()
  const before = it.page.frames.filter((each) => each.ladder).length
  for (let turn = 0; turn < 100; turn += 1) {
    it.depth()
    await it.world.advance(10)
  }
  await it.world.advance(150)
  const frames = it.page.frames.filter((each) => each.ladder)
  expect(frames.length - before).toBeGreaterThan(4)
  expect(frames.length - before).toBeLessThanOrEqual(12)
  expect(pairs(frames.at(-1)?.ladder?.bids)).toEqual(it.server.book.levels("bid", 1000))
})

test("a ticket that is closed gets no more, and opened again the book anew", async () => {
  const it = await opened()
  await it.desk.show({ ...NOTHING, depth: { instrument: ID } })
  const count = it.page.frames.filter((each) => each.ladder).length
  it.depth()
  await it.world.advance(500)
  expect(it.page.frames.filter((each) => each.ladder)).toHaveLength(count)
  await it.desk.show({ ...NOTHING, depth: { instrument: ID }, ladder: { instrument: ID } })
  await it.world.advance(200)
  expect(it.page.frames.filter((each) => each.ladder).length).toBeGreaterThan(count)
})
