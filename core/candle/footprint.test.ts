/** Tests of the footprint: each trade is counted once, in its bar and row, whatever comes in which pieces; bounded. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { bucketStart } from "./bucket.ts"
import { FOOTPRINT_TRADES_MAX, Footprint, type FootprintTrade, footprintStep } from "./footprint.ts"
import type { Interval } from "./interval.ts"

const START = 1_785_000_000_000

/** Trades of one market: ids rise by one, times don't fall. */
const marketTrades = fc
  .array(
    fc.record({
      price: fc.integer({ min: 6_700_000, max: 6_710_000 }),
      quantity: fc.integer({ min: 1, max: 1_000_000 }),
      side: fc.constantFrom(1 as const, -1 as const),
      pause: fc.integer({ min: 0, max: 40_000 }),
    }),
    { minLength: 1, maxLength: 120 },
  )
  .map((all) => {
    let time = START
    return all.map(({ price, quantity, side, pause }, at): FootprintTrade => {
      time += pause
      return { id: 100 + at, price, quantity, side, time }
    })
  })

/** Counted the plain way: every trade looked at once, by keys of text. */
function plainly(trades: readonly FootprintTrade[], interval: Interval, step: number) {
  const sums: Record<string, { bought: number; sold: number }> = {}
  for (const { price, quantity, side, time } of trades) {
    const key = `${bucketStart(time, interval)} ${Math.floor(price / step)}`
    const sum = sums[key] ?? { bought: 0, sold: 0 }
    sums[key] = sum
    sum[side === 1 ? "bought" : "sold"] += quantity
  }
  return sums
}

function heldBy(footprint: Footprint, trades: readonly FootprintTrade[]) {
  const times = new Set(trades.map(({ time }) => bucketStart(time, footprint.interval)))
  return Object.fromEntries(
    [...times].flatMap((time) => [...footprint.rowsOf(time)].map(([at, row]) => [`${time} ${at}`, row])),
  )
}

test("a row is a round number of ticks, at least a fifty-thousandth of the price", () => {
  expect(footprintStep(6_728_100)).toBe(200)
  expect(footprintStep(3)).toBe(1)
  expect(footprintStep(2_500_000)).toBe(50)
})

test("in whatever pieces trades come, newer and older, overlapping or not, each is counted once", () => {
  const cuts = fc.array(fc.tuple(fc.nat(120), fc.nat(20)), { maxLength: 6 })
  fc.assert(
    fc.property(marketTrades, fc.nat(119), cuts, (trades, begin, pieces) => {
      const from = begin % trades.length
      const footprint = new Footprint("1m")
      footprint.append(trades.slice(from, from + 1))
      // Each piece begins somewhere in what is known, and reaches beyond it.
      let known = from + 1
      for (const [length, overlap] of [...pieces, [200, 3] as const]) {
        footprint.append(trades.slice(Math.max(from, known - overlap), known + length))
        known = Math.min(trades.length, known + length)
      }
      if (from > 0) expect(footprint.prepend(trades.slice(0, from))).toBe(true)
      expect(heldBy(footprint, trades)).toEqual(plainly(trades, "1m", footprint.step))
      footprint.countBy("15m")
      expect(heldBy(footprint, trades)).toEqual(plainly(trades, "15m", footprint.step))
    }),
  )
})

const trade = (id: number, time = START): FootprintTrade => ({ id, price: 100, quantity: 2, side: 1, time })

test("where trades are missing in between it begins anew, and says so; older ones that lead not up to it aren't taken", () => {
  const footprint = new Footprint("1m")
  expect(footprint.append([trade(1), trade(2)])).toBe(true)
  expect(footprint.append([trade(4), trade(5)])).toBe(false)
  expect(footprint.oldest?.id).toBe(4)
  expect([...footprint.rowsOf(bucketStart(START, "1m")).values()]).toEqual([{ bought: 4, sold: 0 }])
  expect(footprint.prepend([trade(1), trade(2)])).toBe(false)
  expect(footprint.prepend([trade(2), trade(3)])).toBe(true)
  expect(footprint.oldest?.id).toBe(2)
  // A server that lost its trades counts from lower ids: nothing of it joins.
  expect(footprint.append([trade(1), trade(2)])).toBe(false)
  expect(footprint.newest?.id).toBe(2)
})

test("only bars that changed are told, each once", () => {
  const footprint = new Footprint("1s")
  footprint.append([trade(1), trade(2, START + 1000)])
  expect(footprint.takeChanged()).toEqual([START, START + 1000])
  expect(footprint.takeChanged()).toEqual([])
  footprint.append([trade(1), trade(2, START + 1000), trade(3, START + 1500)])
  expect(footprint.takeChanged()).toEqual([START + 1000])
})

test("the memory is bounded, and what was forgotten is out of the bars as well", () => {
  const footprint = new Footprint("1s")
  for (let at = 0; at < FOOTPRINT_TRADES_MAX + 20_000; at += 1000)
    footprint.append(Array.from({ length: 1000 }, (_, next) => trade(at + next, START + at + next)))
  const { oldest, newest } = footprint
  expect((newest?.id ?? 0) - (oldest?.id ?? 0)).toBeLessThanOrEqual(FOOTPRINT_TRADES_MAX + 5000)
  expect(footprint.rowsOf(START).size).toBe(0)
  const second = bucketStart(oldest?.time ?? 0, "1s") + 1000
  expect([...footprint.rowsOf(second).values()]).toEqual([{ bought: 2000, sold: 0 }])
})
