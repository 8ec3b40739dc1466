/** Other markets beside the chart's own: a line each on the same scale, which is then in percent of the first bar in view. */

import { type IChartApiBase, type ISeriesApi, LineSeries, LineStyle, type Time } from "lightweight-charts"
import type { Bar } from "./bars.model.ts"
import type { ChartColours } from "./chart-colours.ts"
import { seconds } from "./chart-points.ts"

/** Closes of a market by opening time, ms. */
export type Closes = ReadonlyMap<number, number>

/** So that a line is known without its colour, too. */
const DASHES = [LineStyle.Solid, LineStyle.LargeDashed, LineStyle.Dotted, LineStyle.Dashed] as const

interface ComparedLine {
  series: ISeriesApi<"Line">
  closes: Closes
}

export class CompareLayer {
  readonly #chart: IChartApiBase<Time>
  readonly #lines = new Map<string, ComparedLine>()

  constructor(chart: IChartApiBase<Time>) {
    this.#chart = chart
  }

  /** Lines of these markets and no others; their colours go by their order. */
  setShown(markets: readonly string[], colours: ChartColours): void {
    for (const [market, { series }] of this.#lines) {
      if (markets.includes(market)) continue
      this.#chart.removeSeries(series)
      this.#lines.delete(market)
    }
    for (const [at, market] of markets.entries()) {
      const line = this.#lines.get(market) ?? { series: this.#addSeries(), closes: new Map() }
      this.#lines.set(market, line)
      line.series.applyOptions({
        color: colours.compared[at] ?? "",
        lineStyle: DASHES[at] ?? LineStyle.Solid,
      })
    }
  }

  #addSeries(): ISeriesApi<"Line"> {
    return this.#chart.addSeries(LineSeries, {
      lineWidth: 2,
      lastValueVisible: true,
      priceLineVisible: false,
      crosshairMarkerVisible: false,
    })
  }

  setCloses(market: string, closes: Closes, bars: readonly Bar[]): void {
    const line = this.#lines.get(market)
    if (!line) return
    line.closes = closes
    fillLine(line, bars)
  }

  fill(bars: readonly Bar[]): void {
    for (const line of this.#lines.values()) fillLine(line, bars)
  }

  /** Change of a market from one bar to another, as a share; undefined where it isn't known. */
  change(market: string, fromMs: number, toMs: number): number | undefined {
    const closes = this.#lines.get(market)?.closes
    const [from, to] = [closes?.get(fromMs), closes?.get(toMs)]
    return from && to !== undefined ? to / from - 1 : undefined
  }
}

/** Only where the chart's own market has bars: no place on the time axis belongs to another alone. */
function fillLine({ series, closes }: ComparedLine, bars: readonly Bar[]): void {
  series.setData(
    bars.flatMap(({ time }) => {
      const value = closes.get(time)
      return value === undefined ? [] : [{ time: seconds(time), value }]
    }),
  )
}
