/** W3: a live candle whose earlier part is told later becomes the one it would have been from the start. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { bucketStart } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import { foldTrade, openCandle } from "#core/candle/fold-trade.ts"
import { rollUp } from "#core/candle/roll-up.ts"
import { LiveCandles } from "./live-candles.ts"

const DAY_MS = 86_400_000
const WEDNESDAY = Date.UTC(2026, 10, 25)
const NOW = WEDNESDAY + DAY_MS / 2

const dayOf = (openTime: number, price: number, id: number): Candle => {
  const candle = openCandle(openTime, price)
  foldTrade(candle, { price, quantity: 1, id })
  foldTrade(candle, { price: price + 3, quantity: 2, id: id + 1 })
  return { ...candle, closed: true, generated: true }
}
const EARLIER = [dayOf(WEDNESDAY - 2 * DAY_MS, 100, 1), dayOf(WEDNESDAY - DAY_MS, 90, 3)]
const earlier = () => rollUp(EARLIER, "1W").at(0)
const today = () => dayOf(WEDNESDAY, 95, 5)

const trades = fc.array(
  fc.record({ after: fc.integer({ min: 0, max: DAY_MS }), price: fc.integer({ min: 50, max: 150 }) }),
  { maxLength: 8 },
)
type Trades = { after: number; price: number }[]

const fold = (live: LiveCandles, some: Trades, from: number) => {
  let time = NOW
  some.forEach(({ after, price }, place) => {
    time += after
    live.fold({ time, price, quantity: 1, id: from + place })
  })
  return time
}

test("whenever it is told, in the same week or the next, the candle is the one that was whole from the start", () => {
  fc.assert(
    fc.property(trades, trades, fc.boolean(), (before, after, hasToday) => {
      const [whole, late] = [new LiveCandles("spot"), new LiveCandles("spot")]
      const parts = hasToday ? [...EARLIER, today()] : EARLIER
      whole.begin("1W", rollUp(parts, "1W")[0] as Candle)
      late.awaitEarlier("1W", NOW)
      if (hasToday) late.begin("1W", { ...today(), openTime: bucketStart(NOW, "1W") })
      const all = before.concat(after)
      const told = fold(late, before, 10)
      expect(late.at("1W", told)?.openTime).not.toBe(bucketStart(NOW, "1W"))
      late.complete("1W", earlier())
      let time = told
      after.forEach(({ after: pause, price }, place) => {
        time += pause
        late.fold({ time, price, quantity: 1, id: 10 + before.length + place })
      })
      fold(whole, all, 10)
      expect(late.at("1W", time)).toEqual(whole.at("1W", time))
    }),
  )
})

test("where nothing lies earlier, what was folded since is shown once that is known", () => {
  const live = new LiveCandles("spot")
  live.awaitEarlier("1M", NOW)
  live.fold({ time: NOW, price: 70, quantity: 1, id: 1 })
  expect(live.at("1M", NOW)).toBeUndefined()
  live.complete("1M", undefined)
  expect(live.at("1M", NOW)).toMatchObject({ openTime: Date.UTC(2026, 10, 1), open: 70, close: 70 })
})
