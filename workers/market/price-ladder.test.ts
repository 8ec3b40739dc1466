/** A price ladder's frames through the desk: its rows are what the server's book has, and trades are counted by price. */

import { expect, test } from "vitest"
import { FakeDesk, ID, NOTHING } from "./fake-desk.ts"

const VIEW = { instrument: ID, group: 1, top: 10_010, rows: 21 }

async function opened(priceLadder = VIEW) {
  const it = await new FakeDesk().open()
  await it.desk.show({ ...NOTHING, priceLadder })
  await it.world.advance(50)
  it.snapshot()
  await it.world.advance(200)
  return it
}

const newest = (it: FakeDesk) => it.page.frames.findLast((each) => each.priceLadder)?.priceLadder
const lotsOf = (text: string | null | undefined) => Math.round(Number((text ?? "0").replace(",", "")) * 1000)

test("each row has what the server's book has at its price, and the sums are of the rows", async () => {
  const it = await opened()
  for (let turn = 0; turn < 30; turn += 1) {
    it.depth()
    await it.world.advance(20)
  }
  await it.world.advance(200)
  const frame = newest(it)
  expect(frame).toMatchObject({ instrument: ID, top: 10_010, group: 1 })
  expect(frame?.rows).toHaveLength(21)
  for (const [at, row] of frame?.rows.entries() ?? []) {
    expect(lotsOf(row.bid)).toBe(it.server.book.total("bid", 10_010 - at))
    expect(lotsOf(row.ask)).toBe(it.server.book.total("ask", 10_010 - at))
  }
  const sum = (side: "bid" | "ask") =>
    (frame?.rows ?? []).reduce((total, row) => total + lotsOf(row[side]), 0)
  expect(lotsOf(frame?.bidSum)).toBe(sum("bid"))
  expect(lotsOf(frame?.askSum)).toBe(sum("ask"))
  expect(frame?.bestBid).toBe(it.server.book.best("bid"))
})

test("without a known price no rows come, but the prices to begin with do", async () => {
  const it = await opened({ ...VIEW, top: null as unknown as number })
  expect(newest(it)).toMatchObject({ top: null, rows: [], bestBid: it.server.book.best("bid") })
})

test("another place of the ladder is sent at once", async () => {
  const it = await opened()
  await it.desk.show({ ...NOTHING, priceLadder: { ...VIEW, top: 10_020 } })
  await it.world.advance(20)
  expect(newest(it)?.top).toBe(10_020)
})

test("it subscribes to trades without a tape, and counts them by price", async () => {
  const it = await opened()
  expect(newest(it)?.volumeSince).toBeNull()
  it.trades(it.trade(1, "1000.1", "0.5"), it.trade(2, "1000.1", "0.25"), it.trade(3, "999.9", "2", -1))
  await it.world.advance(200)
  const frame = newest(it)
  expect(lotsOf(frame?.rows[9]?.volume)).toBe(750)
  expect(lotsOf(frame?.rows[11]?.volume)).toBe(2000)
  expect(frame).toMatchObject({ last: 9999, lastMoved: -1 })
  expect(frame?.volumeSince).toBeGreaterThan(0)
})
