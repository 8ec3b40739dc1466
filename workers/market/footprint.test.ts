/** Tests of the footprint through the desk: each trade counted once, the past that the server keeps, gaps, other intervals. */

import { expect, test } from "vitest"
import { bucketStart } from "#core/candle/bucket.ts"
import { FOOTPRINT_STRIDE } from "#core/candle/footprint.ts"
import type { Interval } from "#core/candle/interval.ts"
import { FakeDesk, ID, NOTHING } from "./fake-desk.ts"
import { START } from "./fake-surroundings.ts"

type TradeRow = readonly unknown[]

/** A server that keeps trades: answers pages below an id, as the real one does. */
async function opened(kept: TradeRow[]) {
  const it = await new FakeDesk().open()
  const asked: number[] = []
  it.world.answers["/market/trades"] = (query) => {
    const before = Number(query.get("before"))
    asked.push(before)
    const older = kept.filter(([id]) => Number(id) < before)
    const rows = older.slice(-Number(query.get("limit"))).reverse()
    return { symbol: ID, rows, next: older.length > rows.length ? (rows.at(-1)?.[0] ?? 0) : 0 }
  }
  const show = (interval: Interval) => it.desk.show({ ...NOTHING, footprint: { instrument: ID, interval } })
  await show("1m")
  await it.world.advance(50)
  return { it, asked, show }
}

/** The page's side: bars that came replace those of the same time, a whole frame all. */
function shownBy(it: FakeDesk) {
  let bars = new Map<number, Float64Array>()
  for (const { footprint } of it.page.frames) {
    if (!footprint) continue
    if (footprint.isWhole) bars = new Map()
    for (const { time, rows } of footprint.bars) bars.set(time, rows)
  }
  return bars
}

/** Lots bought and sold in all rows of all bars. */
function sums(it: FakeDesk): [number, number] {
  const sum: [number, number] = [0, 0]
  for (const rows of shownBy(it).values())
    for (let at = 0; at < rows.length; at += FOOTPRINT_STRIDE) {
      sum[0] += Math.round((rows[at + 1] ?? 0) * 1000)
      sum[1] += Math.round((rows[at + 2] ?? 0) * 1000)
    }
  return sum
}

const newest = (it: FakeDesk) => it.page.frames.findLast(({ footprint }) => footprint)?.footprint

test("the trades that the server keeps are counted page by page, and each that comes once", async () => {
  const desk = new FakeDesk()
  const past = Array.from({ length: 1000 }, (_, at) =>
    desk.trade(at + 1, "1000.0", "0.001", at % 4 === 0 ? -1 : 1),
  )
  const { it, asked } = await opened(past)
  it.trades(it.trade(1001, "1000.1", "0.5"), it.trade(1002, "999.9", "2", -1))
  await it.world.advance(3000)
  expect(asked).toEqual([1001, 501])
  expect(sums(it)).toEqual([750 + 500, 250 + 2000])
  it.trades(it.trade(1003, "1000.1", "0.25"))
  await it.world.advance(1000)
  expect(sums(it)).toEqual([750 + 750, 250 + 2000])
  // One bar changed, and only that is sent.
  expect(newest(it)).toMatchObject({ isWhole: false, instrument: ID, interval: "1m" })
  expect(newest(it)?.bars).toHaveLength(1)
})

test("at most two frames a second have it, and none while nothing is traded", async () => {
  const { it } = await opened([])
  it.trades(it.trade(1, "1000.0", "0.001"))
  await it.world.advance(2000)
  const before = it.page.frames.length
  for (let turn = 0; turn < 100; turn += 1) {
    it.trades(it.trade(2 + turn, "1000.0", "0.001"))
    await it.world.advance(20)
  }
  const frames = () => it.page.frames.slice(before).filter(({ footprint }) => footprint).length
  expect(frames()).toBeGreaterThanOrEqual(3)
  expect(frames()).toBeLessThanOrEqual(5)
  await it.world.advance(1000)
  const quiet = frames()
  it.pong()
  await it.world.advance(2000)
  expect(frames()).toBe(quiet)
  expect(sums(it)).toEqual([101, 0])
})

test("another interval is counted from the same trades, without asking for them again", async () => {
  const { it, asked, show } = await opened([])
  it.trades(it.trade(1, "1000.0", "0.001"), it.trade(2, "1000.1", "0.002", -1))
  await it.world.advance(1000)
  await show("1s")
  await it.world.advance(200)
  expect(newest(it)).toMatchObject({ isWhole: true, interval: "1s" })
  expect([...shownBy(it).keys()].every((time) => time === bucketStart(time, "1s"))).toBe(true)
  expect(sums(it)).toEqual([1, 2])
  expect(asked).toEqual([1])
})

test("trades that were missed are read before anything is counted on", async () => {
  const kept: TradeRow[] = []
  const { it } = await opened(kept)
  const trades = Array.from({ length: 9 }, (_, at) => it.trade(at + 1, "1000.0", "0.001"))
  kept.push(...trades)
  it.trades(...trades.slice(0, 3))
  await it.world.advance(1000)
  it.trades(...trades.slice(7))
  await it.world.advance(3000)
  expect(sums(it)).toEqual([9, 0])
})

test("a market that was left is counted anew when it is asked for again", async () => {
  const { it, show } = await opened([])
  it.trades(it.trade(1, "1000.0", "0.001"))
  await it.world.advance(1000)
  await it.desk.show(NOTHING)
  await it.world.advance(100)
  await show("1m")
  await it.world.advance(100)
  it.trades(it.trade(5, "1000.0", "0.004"))
  await it.world.advance(1000)
  expect(newest(it)?.since).toBeGreaterThanOrEqual(START)
  expect(sums(it)).toEqual([4, 0])
})
