/** The terminal's chart over a long history: the worker's window of loaded bars, scrolled back until it is full. */

import { Bars } from "#src/panels/chart/bars.model.ts"
import { ChartCanvas } from "#src/panels/chart/chart-canvas.ts"
import { readColours } from "#src/panels/chart/chart-colours.ts"
import { chartText } from "#src/panels/chart/chart-text.ts"
import { USUAL_SETUP } from "#src/stores/chart-setup.ts"
import { BARS_MAX, CandleSeries } from "#workers/market/feeds/candle-series.ts"
import type { DrawnChart } from "./drawn-chart.ts"
import { liveBar, type PlainBar, packed, toCandle } from "./history.ts"

/** Bars of a page (workers/market/calls/market-calls.ts). */
const PAGE_ROWS = 500
/** Candles, volume and two averages. */
const SETUP = {
  ...USUAL_SETUP,
  studies: { ...USUAL_SETUP.studies, ma: { ...USUAL_SETUP.studies.ma, lengths: [7, 25, 0] } },
}

/**
 * The series loads page after page as a scroll to the left does, as far as it goes without dropping the present: the
 * dearest state that still gets live bars. The view is back at the newest bar.
 */
export function drawOurChart(place: HTMLElement, bars: readonly PlainBar[]): DrawnChart {
  const series = new CandleSeries("1m")
  const candles = bars.map((bar, at) => toCandle(bar, at === bars.length - 1))
  let from = Math.max(0, candles.length - PAGE_ROWS)
  series.reset(candles.slice(from), [], from > 0)
  while (series.hasOlder && series.bars.length + PAGE_ROWS <= BARS_MAX) {
    const before = from
    from = Math.max(0, from - PAGE_ROWS)
    series.prepend(candles.slice(from, before), [], from > 0)
  }
  const nothing = () => undefined
  const canvas = new ChartCanvas(
    place,
    { colours: readColours(place), formats: chartText("en", 1, "UTC"), interval: "1m" },
    {
      onNearEdge: nothing,
      onCrosshair: nothing,
      onMove: nothing,
    },
  )
  canvas.setSetup(SETUP, 0)
  const drawn = new Bars()
  const take = (kind: "reset" | "update", first: number) => {
    const frame = { kind, bars: packed(series.bars.slice(first)), more: series.hasOlder, holes: [] }
    canvas.draw(drawn, drawn.apply(frame), "1m")
  }
  const change = drawn.apply({ kind: "reset", bars: packed(series.bars), more: series.hasOlder, holes: [] })
  canvas.draw(drawn, change, "1m")
  series.takeChange()
  const live = bars.at(-1)
  if (!live) throw new Error("no bars")
  let trade = 1
  return {
    loaded: series.bars.length,
    update(at) {
      trade += 1
      series.merge({ ...toCandle(liveBar(live, at), true), lastTradeId: trade })
      take("update", series.takeChange().from)
    },
    lastClose: () => drawn.list.at(-1)?.close ?? Number.NaN,
  }
}
