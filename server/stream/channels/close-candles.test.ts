/** Candles that close between two messages end with all their trades. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { bucketStart } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import type { CandleRow } from "#core/wire/index.ts"
import { FakeMarket, fakeSecond, fakeSpot } from "#tests/support/fake-market.ts"
import { closeCandles, foldOfIndexTick, foldOfTrade } from "./close-candles.ts"

const ID = "BTC_USDT"
const instrument = fakeSpot(ID)
const START = 1_763_600_000_000

const trade = fc.record({
  id: fc.constant(ID),
  price: fc.integer({ min: 1, max: 500 }),
  quantity: fc.integer({ min: 1, max: 9_000 }),
  side: fc.constantFrom(1 as const, -1 as const),
  after: fc.integer({ min: 0, max: 1400 }),
})

test("every closed candle is the one that all trades make, in order and without a hole", () => {
  fc.assert(
    fc.property(
      fc.array(trade, { minLength: 1, maxLength: 30 }),
      fc.nat(29),
      fc.nat(3000),
      fc.constantFrom<Interval>("1s", "5s"),
      (trades, publishedAfter, silence, interval) => {
        const market = new FakeMarket([instrument], START)
        const published = Math.min(publishedAfter, trades.length - 1)
        let row = market.liveCandle(ID, interval)
        trades.forEach((one, place) => {
          market.commit({ after: one.after, trades: [one] })
          if (place === published) row = market.liveCandle(ID, interval)
        })
        market.commit({ after: silence })
        const all = market.trades(ID, Number.MAX_SAFE_INTEGER, 99).toReversed()
        const until = bucketStart(market.now(), interval)
        if (!row || until <= row[0]) return
        const closed = closeCandles({
          instrument,
          interval,
          row,
          folds: all.map(foldOfTrade(instrument)),
          until,
        })
        expect(closed.map(([openTime]) => openTime)).toEqual(
          openings(row[0], until, interval === "1s" ? 1000 : 5000),
        )
        expect(closed).toEqual(closed.map(([openTime]) => market.candleAt(ID, interval, openTime)))
      },
    ),
    { numRuns: 300 },
  )
})

const openings = (from: number, to: number, step: number) =>
  Array.from({ length: (to - from) / step }, (_, place) => from + place * step)

test("a second contract's candles end with the ticks of its index, rounded half up, and show no volume", () => {
  const second = fakeSecond("BTC_USDT_SEC", "BTC_USDT")
  const flat = "1.00" as CandleRow[1]
  // One tick was there already: the next ones must not be taken for the first of an empty bucket.
  const row: CandleRow = [START, flat, flat, flat, flat, "0.000" as CandleRow[5], 7, 0, 0]
  const ticks = [
    [7, START + 1, "1"],
    [8, START + 400, "1.02499999"],
    [9, START + 900, "0.985"],
    [10, START + 2100, "0.00000001"],
  ] as const
  const closed = closeCandles({
    instrument: second,
    interval: "1s",
    row,
    folds: ticks.map(foldOfIndexTick(second)),
    until: START + 3000,
  })
  expect(closed).toEqual([
    [START, "1.00", "1.02", "0.99", "0.99", "0.000", 9, 1, 0],
    [START + 1000, "0.99", "0.99", "0.99", "0.99", "0.000", 0, 1, 0],
    [START + 2000, "0.01", "0.01", "0.01", "0.01", "0.000", 10, 1, 0],
  ])
})
