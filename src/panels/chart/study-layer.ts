/** Draws indicators. Averages and bands over the candles, oscillators in panes of their own below. */

import {
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type Time,
} from "lightweight-charts"
import type { StudySetup } from "../../stores/chart-setup.ts"
import type { Bar } from "./bars.model.ts"
import type { ChartColours } from "./chart-colours.ts"
import { type NumberFormat, seconds } from "./chart-points.ts"
import type { LineKind, StudyPoint } from "./study-stream.model.ts"
import { StudyValues } from "./study-values.model.ts"

/** A study as it is to be drawn. `pane` 0: over the candles. */
export interface PlacedStudy {
  kind: LineKind
  setup: StudySetup
  pane: number
}

/** Levels at which an oscillator is usually called stretched. */
const MARKS: Partial<Record<LineKind, readonly number[]>> = { rsi: [70, 30], kdj: [80, 20] }
/** The line of MACD that stands as bars. */
const BARS_LINE = 2

interface DrawnStudy {
  study: PlacedStudy
  values: StudyValues
  series: ISeriesApi<"Line" | "Histogram">[]
}

export class StudyLayer {
  readonly #chart: IChartApiBase<Time>
  readonly #main: NumberFormat
  readonly #price: NumberFormat
  readonly #share: NumberFormat
  #drawn: DrawnStudy[] = []
  #colours: ChartColours

  constructor(
    chart: IChartApiBase<Time>,
    colours: ChartColours,
    /** `main`: of the pane of the candles; `price`: of prices below it; `share`: between 0 and 100. */
    formats: { main: NumberFormat; price: NumberFormat; share: NumberFormat },
  ) {
    this.#chart = chart
    this.#colours = colours
    this.#main = formats.main
    this.#price = formats.price
    this.#share = formats.share
  }

  /** Takes other studies, or the same in other colours: their series are made anew, and filled. */
  set(studies: readonly PlacedStudy[], colours: ChartColours, bars: readonly Bar[]): void {
    for (const { series } of this.#drawn) for (const each of series) this.#chart.removeSeries(each)
    this.#colours = colours
    this.#drawn = studies.map((study) => ({
      study,
      values: new StudyValues(study.kind, study.setup.lengths),
      series: this.#addSeries(study),
    }))
    this.fill(bars)
  }

  #addSeries({ kind, setup, pane }: PlacedStudy): ISeriesApi<"Line" | "Histogram">[] {
    const shared = {
      lastValueVisible: false,
      priceLineVisible: false,
      priceFormat: kind === "rsi" || kind === "kdj" ? this.#share : pane === 0 ? this.#main : this.#price,
    }
    const lines = setup.colours.map((colour) =>
      this.#chart.addSeries(
        LineSeries,
        { ...shared, lineWidth: 1, crosshairMarkerVisible: false, color: this.#colours.lines[colour] },
        pane,
      ),
    )
    for (const price of MARKS[kind] ?? [])
      lines[0]?.createPriceLine({
        price,
        color: this.#colours.crosshair,
        lineWidth: 1,
        lineStyle: LineStyle.SparseDotted,
        axisLabelVisible: false,
      })
    const bars = kind === "macd" ? [this.#chart.addSeries(HistogramSeries, shared, pane)] : []
    // Room for the pane's own legend.
    if (pane > 0)
      lines[0]?.priceScale().applyOptions({
        borderVisible: false,
        entireTextOnly: true,
        scaleMargins: { top: 0.28, bottom: 0.06 },
      })
    return [...lines, ...bars]
  }

  fill(bars: readonly Bar[]): void {
    for (const drawn of this.#drawn) {
      drawn.values.apply(bars, 0)
      drawn.series.forEach((each, line) => {
        each.setData(bars.flatMap((bar, at) => this.#point(drawn, bar, at, line) ?? []))
      })
    }
  }

  /** Bars from index `from` on are other ones; only the end of what is drawn may move. */
  update(bars: readonly Bar[], from: number): void {
    for (const drawn of this.#drawn) {
      drawn.values.apply(bars, from)
      for (let at = from; at < bars.length; at += 1) this.#updateAt(drawn, bars[at], at)
    }
  }

  #updateAt(drawn: DrawnStudy, bar: Bar | undefined, at: number): void {
    if (!bar) return
    drawn.series.forEach((each, line) => {
      const point = this.#point(drawn, bar, at, line)
      if (point) each.update(point)
    })
  }

  #point({ study, values }: DrawnStudy, bar: Bar, at: number, line: number) {
    const value = values.points[at]?.[line]
    if (value === null || value === undefined) return undefined
    const point = { time: seconds(bar.time), value }
    if (study.kind !== "macd" || line !== BARS_LINE) return point
    return { ...point, color: value >= 0 ? this.#colours.barUp : this.#colours.barDown }
  }

  /** What the studies say at a bar, for the legends. */
  at(index: number): { study: PlacedStudy; point: StudyPoint }[] {
    return this.#drawn.map(({ study, values }) => ({ study, point: values.points[index] ?? [] }))
  }
}
