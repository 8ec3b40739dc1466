/** Do stored chart settings survive, and does nonsense fall back field by field? */

import { expect, test } from "vitest"
import { parseChartSettings } from "./chart-store.ts"

const defaults = { style: "candles", averages: true, volume: true, interval: "15m" }

test.each([null, "", "nonsense", "null", "[]", "3", '{"style":7,"interval":"2m","volume":"no"}'])(
  "%s gives the defaults",
  (text) => {
    expect(parseChartSettings(text)).toEqual(defaults)
  },
)

test("what was kept comes back", () => {
  const kept = { style: "line", averages: false, volume: false, interval: "1D" }
  expect(parseChartSettings(JSON.stringify(kept))).toEqual(kept)
})
