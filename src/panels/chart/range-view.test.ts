/** The chart's range bars follow its candles: whole, live, and after a candle was mended. */

import { expect, test } from "vitest"
import { type Bar, Bars, type BarsChange } from "./bars.model.ts"
import { RangeView } from "./range-view.ts"

const MINUTE = 60_000

const bar = (minute: number, [open, high, low, close]: [number, number, number, number]): Bar => ({
  time: minute * MINUTE,
  open,
  high,
  low,
  close,
  volume: 12,
  closed: true,
  generated: false,
})

const tail = (from: number): BarsChange => ({ kind: "tail", from })
const prices = ({ bars }: RangeView) =>
  bars.list.map(({ open, high, low, close }) => [open, high, low, close])

function begun(range = 10): { view: RangeView; source: Bars } {
  const source = new Bars()
  const view = new RangeView(range, () => 0.1)
  source.list = [bar(1, [10, 10.4, 10, 10.3]), bar(2, [10.3, 12.1, 10.3, 12])]
  expect(view.apply(source, { kind: "all" })).toEqual({ kind: "all" })
  return { view, source }
}

test("bars of one candle have times of their own, in order, and prices as the market writes them", () => {
  const { view } = begun()
  expect(prices(view)).toEqual([
    [10, 11, 10, 11],
    [11, 12, 11, 12],
    [12, 12.1, 12, 12],
  ])
  expect(view.bars.list.map(({ time }) => time)).toEqual([MINUTE, 2 * MINUTE, 2 * MINUTE + 1])
  expect(view.bars.list.map(({ closed }) => closed)).toEqual([true, true, false])
})

test("what goes on changes the newest bar and adds others; those that are closed stay", () => {
  const { view, source } = begun()
  const before = view.bars.list.slice(0, 2)
  source.list[1] = bar(2, [10.3, 13.4, 10.3, 13.4])
  expect(view.apply(source, tail(1))).toEqual(tail(2))
  source.list.push(bar(3, [13.4, 13.4, 12.5, 12.5]))
  expect(view.apply(source, tail(1))).toEqual(tail(3))
  expect(view.bars.list.slice(0, 2)).toEqual(before)
  expect(prices(view).slice(2)).toEqual([
    [12, 13, 12, 13],
    [13, 13.4, 12.5, 12.5],
  ])
})

test("an older candle that turns out to be another one has all bars made anew", () => {
  const { view, source } = begun()
  source.list[0] = bar(1, [10, 10.4, 9.4, 10.3])
  expect(view.apply(source, tail(0))).toEqual({ kind: "all" })
  expect(prices(view)[0]).toEqual([10, 10.4, 9.4, 10.4])
})

test("without a range of its own it takes one that fits the price, once", () => {
  const { view, source } = begun(0)
  expect(view.range).toBe(1)
  source.list.push(bar(3, [12, 999, 12, 999]))
  view.apply(source, { kind: "all" })
  expect(view.range).toBe(1)
})

test("of a range that would be too many bars only the newest candles are used, and no older ones are asked for", () => {
  const source = new Bars()
  source.more = true
  source.list = Array.from({ length: 100 }, (_, at) => bar(at, [10, 60, 10, 60]))
  const view = new RangeView(1, () => 0.1)
  view.apply(source, { kind: "all" })
  expect(view.bars.list.length).toBeLessThan(21_000)
  expect(view.bars.list[0]?.time).toBeGreaterThan(0)
  expect(view.bars.more).toBe(false)
  expect(view.bars.list.at(-1)?.close).toBe(60)
})
