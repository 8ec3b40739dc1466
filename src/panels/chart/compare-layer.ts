/** How does a second market run beside the first? A line on the same scale, which is then in percent of the first bar in view. */

import { type IChartApiBase, type ISeriesApi, LineSeries, type Time } from "lightweight-charts"
import type { Bar } from "./bars.model.ts"
import type { ChartColours } from "./chart-colours.ts"
import { seconds } from "./chart-points.ts"

/** Closes of the second market by opening time, ms. */
export type Closes = ReadonlyMap<number, number>

export class CompareLayer {
  readonly #chart: IChartApiBase<Time>
  #series: ISeriesApi<"Line"> | undefined
  #closes: Closes = new Map()

  constructor(chart: IChartApiBase<Time>) {
    this.#chart = chart
  }

  setShown(isShown: boolean, colours: ChartColours): void {
    if (!isShown) {
      if (this.#series) this.#chart.removeSeries(this.#series)
      this.#series = undefined
      this.#closes = new Map()
      return
    }
    this.#series ??= this.#chart.addSeries(LineSeries, {
      lineWidth: 2,
      lastValueVisible: true,
      priceLineVisible: false,
      crosshairMarkerVisible: false,
    })
    this.#series.applyOptions({ color: colours.compare })
  }

  setCloses(closes: Closes, bars: readonly Bar[]): void {
    this.#closes = closes
    this.fill(bars)
  }

  /** Only where the first market has bars: no place on the time axis belongs to the second alone. */
  fill(bars: readonly Bar[]): void {
    this.#series?.setData(
      bars.flatMap(({ time }) => {
        const value = this.#closes.get(time)
        return value === undefined ? [] : [{ time: seconds(time), value }]
      }),
    )
  }

  /** Change of the second market from one bar to another, as a share; undefined where it isn't known. */
  change(fromMs: number, toMs: number): number | undefined {
    const [from, to] = [this.#closes.get(fromMs), this.#closes.get(toMs)]
    return from && to !== undefined ? to / from - 1 : undefined
  }
}
