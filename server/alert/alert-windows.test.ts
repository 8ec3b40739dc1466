/** Windows of changes and volumes against a plain sum over all minutes (J6). */

import fc from "fast-check"
import { expect, test } from "vitest"
import { ALERT_WINDOWS, seriesNames } from "#core/alert/alert-terms.ts"
import { AlertWindows } from "./alert-windows.ts"

const MINUTE = 60_000
const seriesValue = (windows: AlertWindows, series: string) =>
  windows.values((one) => one === series)[0]?.value

test("changes and volumes of all windows are those of a plain sum, however minutes are spread (J6)", () => {
  const trade = fc.record({
    after: fc.oneof(fc.integer({ min: 0, max: 2 * MINUTE }), fc.integer({ min: 0, max: 900 * MINUTE })),
    price: fc.integer({ min: 1, max: 1_000_000 }),
    volume: fc.integer({ min: 0, max: 1000 }),
  })
  fc.assert(
    fc.property(fc.array(trade, { minLength: 1, maxLength: 80 }), (trades) => {
      const windows = new AlertWindows("X")
      const all: { minute: number; price: bigint; volume: bigint }[] = []
      let time = 0
      for (const { after, price, volume } of trades) {
        time += after
        all.push({ minute: Math.floor(time / MINUTE), price: BigInt(price), volume: BigInt(volume) })
        windows.add(time, BigInt(price), BigInt(volume))
        for (const minutes of ALERT_WINDOWS) {
          const first = Math.floor(time / MINUTE) - minutes + 1
          const inside = all.filter(({ minute }) => minute >= first)
          const before = all.findLast(({ minute }) => minute < first)
          const sum = inside.reduce((total, one) => total + one.volume, 0n)
          expect(seriesValue(windows, seriesNames.volume(minutes, "X"))).toBe(sum)
          const change = before && ((BigInt(price) - before.price) * 100_000_000n) / before.price
          expect(seriesValue(windows, seriesNames.change(minutes, "X"))).toBe(change)
        }
      }
    }),
    { numRuns: 100 },
  )
})

test("minutes that no window needs any more are let go, and nothing changes by it", () => {
  const windows = new AlertWindows("X")
  for (let minute = 0; minute < 5000; minute += 1) windows.add(minute * MINUTE, BigInt(1000 + minute), 1n)
  expect(seriesValue(windows, seriesNames.volume(1440, "X"))).toBe(1440n)
  expect(seriesValue(windows, seriesNames.volume(5, "X"))).toBe(5n)
  // From 4,559 (before the last 1,440 minutes) to 5,999, cut towards zero.
  expect(seriesValue(windows, seriesNames.change(1440, "X"))).toBe((1440n * 100_000_000n) / 4559n)
})
