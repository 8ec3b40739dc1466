/** Do the candles that close between two messages end as all their trades make them? */

import fc from "fast-check"
import { expect, test } from "vitest"
import { bucketStart, type Interval } from "#core/candle/interval.ts"
import { FakeMarket, fakeSpot } from "#tests/support/fake-market.ts"
import { closeCandles } from "./close-candles.ts"

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
        const closed = closeCandles({ instrument, interval, row, trades: all, until })
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
