/** Range bars span their range exactly, begin where the one before ended, and are never drawn anew. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { pricePath } from "./price-path.ts"
import { RangeBars, type RangeSource, usualRange } from "./range-bars.ts"

const at = (time: number, [open, high, low, close]: [number, number, number, number], volume = 0) => ({
  time,
  open,
  high,
  low,
  close,
  volume,
})

test("a candle is walked against its direction first", () => {
  expect(pricePath({ open: 5, high: 9, low: 4, close: 8 })).toEqual([5, 4, 9, 8])
  expect(pricePath({ open: 5, high: 9, low: 4, close: 4 })).toEqual([5, 9, 4, 4])
  expect(pricePath({ open: 5, high: 9, low: 4, close: 5 })).toEqual([5, 4, 9, 5])
})

test("a rise of several ranges is as many bars, each beginning at the close before it", () => {
  const range = new RangeBars(10)
  range.put(at(1, [100, 100, 100, 100], 1))
  range.put(at(2, [100, 127, 96, 125], 8))
  expect(
    range.bars.map(({ open, high, low, close, isClosed }) => [open, high, low, close, isClosed]),
  ).toEqual([
    [100, 106, 96, 106, true],
    [106, 116, 106, 116, true],
    [116, 126, 116, 126, true],
    [126, 127, 125, 125, false],
  ])
  expect(range.bars.map(({ volume }) => volume)).toEqual([3, 2, 2, 2])
})

test("a newer version of the running candle goes on from where it stands", () => {
  const range = new RangeBars(10)
  range.put(at(1, [100, 104, 100, 104], 4))
  range.put(at(1, [100, 112, 100, 108], 6))
  range.put(at(1, [100, 112, 97, 97], 7))
  expect(range.bars.map(({ open, high, low, close }) => [open, high, low, close])).toEqual([
    [100, 110, 100, 110],
    [110, 112, 102, 102],
    [102, 102, 97, 97],
  ])
  expect(range.bars.reduce((sum, { volume }) => sum + volume, 0)).toBe(7)
})

test("no whole number of ticks is no range", () => {
  for (const wrong of [0, -1, 1.5, Number.NaN]) expect(() => new RangeBars(wrong)).toThrow(RangeError)
})

test.each([
  [6_728_400, 5000],
  [1_000_000, 1000],
  [2_100, 2],
  [3, 1],
])("of a price of %d ticks the usual range is %d", (price, range) => {
  expect(usualRange(price)).toBe(range)
})

const candle = fc
  .tuple(fc.nat(900), fc.nat(900), fc.nat(900), fc.nat(900), fc.boolean())
  .map(([a, b, c, d, isSame]): Omit<RangeSource, "time"> & { isSame: boolean } => {
    const [low = 0, one = 0, other = 0, high = 0] = [a, b, c, d]
      .map((price) => price + 1)
      .sort((x, y) => x - y)
    return { open: one, high, low, close: other, volume: 60, isSame }
  })
const walk = fc.array(candle, { minLength: 1, maxLength: 40 })

/** Candles one after the other, some of them as newer versions of the one before. */
function sources(shapes: readonly (Omit<RangeSource, "time"> & { isSame: boolean })[]): RangeSource[] {
  const made: RangeSource[] = []
  for (const { isSame, ...prices } of shapes) {
    const before = made.at(-1)
    if (!before || !isSame) made.push({ ...prices, time: made.length })
    else
      made.push({
        ...prices,
        time: before.time,
        open: before.open,
        high: Math.max(before.high, prices.high),
        low: Math.min(before.low, prices.low),
        volume: before.volume + prices.volume,
      })
  }
  return made
}

test("each closed bar spans the range exactly, and closes at an end of it", () => {
  fc.assert(
    fc.property(walk, fc.integer({ min: 7, max: 300 }), (shapes, range) => {
      const made = new RangeBars(range)
      for (const source of sources(shapes)) made.put(source)
      for (const { open, high, low, close, isClosed } of made.bars) {
        if (isClosed) expect([high - low, [high, low].includes(close)]).toEqual([range, true])
        else expect(high - low).toBeLessThan(range)
        expect(open >= low && open <= high && close >= low && close <= high).toBe(true)
      }
      expect(made.bars.filter(({ isClosed }) => !isClosed)).toHaveLength(1)
    }),
  )
})

test("the chain has no gap, ends at the last price, and what is closed is never changed", () => {
  fc.assert(
    fc.property(walk, fc.integer({ min: 7, max: 300 }), (shapes, range) => {
      const made = new RangeBars(range)
      for (const source of sources(shapes)) {
        const closed = made.bars.filter(({ isClosed }) => isClosed).map(({ volume: _, ...prices }) => prices)
        made.put(source)
        expect(made.bars.slice(0, closed.length).map(({ volume: _, ...prices }) => prices)).toEqual(closed)
        expect(made.bars.at(-1)?.close).toBe(source.close)
      }
      for (const [index, bar] of made.bars.entries())
        if (index > 0) expect(bar.open).toBe(made.bars[index - 1]?.close)
    }),
  )
})
