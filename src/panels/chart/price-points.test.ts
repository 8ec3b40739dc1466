/** What is drawn of mark, index and funding. */

import { expect, test } from "vitest"
import { fundingRates, priceCandles } from "#core/wire/contract-public-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { priceInterval, pricePoints, ratePoints } from "./price-points.model.ts"

test("intervals that mark and index don't have are those of a minute", () => {
  expect((["1s", "1m", "15m", "1M"] as const).map(priceInterval)).toEqual(["1m", "1m", "15m", "1M"])
})

test("candles are drawn by their prices", () => {
  const { rows } = priceCandles.example.response as ResponseOf<typeof priceCandles>
  expect(pricePoints({ rows })).toEqual([
    { time: rows[0]?.[0], open: 67_280.1, high: 67_291.4, low: 67_279.9, close: 67_288.9 },
  ])
})

test("rates are drawn in percent, the oldest first", () => {
  const [row] = (fundingRates.example.response as ResponseOf<typeof fundingRates>).rows
  if (!row) throw new Error("the example has no row")
  const rows = [row, { ...row, time: row.time - 1, rate: "-0.0001" as typeof row.rate }]
  const points = ratePoints({ rows })
  expect(points.map(({ time }) => time)).toEqual([row.time - 1, row.time])
  expect(points.map(({ close }) => close)).toEqual([-0.01, expect.closeTo(0.008_125)])
})
