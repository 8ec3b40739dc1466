/** Tests of the layout of several charts: whatever a device may hold, and linking. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { INTERVALS } from "#core/candle/interval.ts"
import {
  CHART_COUNTS,
  CHART_LINKS,
  type ChartsLayout,
  changed,
  deskCharts,
  linked,
  parseCharts,
  shownCharts,
  takeCharts,
} from "./charts-store.ts"

const FIRST = { market: "BTC_USDT", interval: "15m" } as const
const shown = fc.record({
  market: fc.constantFrom("", "BTC_USDT", "ETH_USDT", "BTC_USDT_PERP"),
  interval: fc.constantFrom(...INTERVALS),
})
const layouts: fc.Arbitrary<ChartsLayout> = fc.record({
  count: fc.constantFrom(...CHART_COUNTS),
  links: fc.record({ symbol: fc.boolean(), interval: fc.boolean(), crosshair: fc.boolean() }),
  others: fc.array(shown, { minLength: 5, maxLength: 5 }),
})

test("whatever the device holds, a layout comes of it, and a kept one comes back as it was", () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string(), fc.constant(null)), (text) => {
      const { count, others } = parseCharts(text)
      expect(CHART_COUNTS).toContain(count)
      expect(others).toHaveLength(5)
    }),
  )
  fc.assert(
    fc.property(layouts, (layout) => {
      expect(parseCharts(JSON.stringify(layout))).toEqual(layout)
    }),
  )
})

test("the first chart shows what the ticket trades, and linked charts show the same", () => {
  fc.assert(
    fc.property(layouts, (layout) => {
      const charts = shownCharts(layout, FIRST)
      expect(charts).toHaveLength(layout.count)
      expect(charts[0]).toEqual(FIRST)
      if (layout.links.symbol) expect(charts.every(({ market }) => market === FIRST.market)).toBe(true)
      if (layout.links.interval)
        expect(charts.every(({ interval }) => interval === FIRST.interval)).toBe(true)
    }),
  )
})

test("letting go of a link changes nothing on screen", () => {
  fc.assert(
    fc.property(layouts, fc.constantFrom(...CHART_LINKS), (layout, link) => {
      const before = { ...layout, links: { ...layout.links, [link]: true } }
      expect(shownCharts(linked(before, link, false, FIRST), FIRST)).toEqual(shownCharts(before, FIRST))
    }),
  )
})

test("a market chosen in one chart changes that chart alone, and never the first", () => {
  fc.assert(
    fc.property(layouts, fc.integer({ min: 1, max: 5 }), (layout, at) => {
      const free = { ...layout, count: 6 as const, links: { ...layout.links, symbol: false } }
      const before = shownCharts(free, FIRST)
      const after = shownCharts(changed(free, at, { market: "SOL_USDT" }), FIRST)
      expect(after.map(({ market }) => market)).toEqual(
        before.map(({ market }, place) => (place === at ? "SOL_USDT" : market)),
      )
    }),
  )
})

test("the charts of a named layout come back as they were; what this release doesn't know is one chart", () => {
  fc.assert(
    fc.property(layouts, (layout) => {
      takeCharts(layout)
      expect(deskCharts.layout).toEqual(layout)
    }),
  )
  takeCharts({ count: 5, links: { volume: true }, others: [] })
  expect(deskCharts.layout).toEqual(parseCharts(null))
})
