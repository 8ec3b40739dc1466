/** Draws indicators. Averages and bands over the candles, oscillators in panes below, where several have scales of their own. */

import {
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type Time,
} from "lightweight-charts"
import type { Interval } from "#core/candle/interval.ts"
import type { BarPlaces } from "./bar-places.ts"
import type { Bar } from "./bars.model.ts"
import type { ChartColours } from "./chart-colours.ts"
import { type NumberFormat, seconds } from "./chart-points.ts"
import { OVER_TOP, type PlacedStudy, SHARES } from "./panes.model.ts"
import type { PivotLevels } from "./pivot-levels.ts"
import { isPainted, StudyPainter, shiftOf } from "./study-painter.ts"
import type { StudyPoint } from "./study-point.ts"
import type { LineKind } from "./study-stream.model.ts"
import type { StudyContext } from "./study-streams.ts"
import { StudyValues } from "./study-values.model.ts"

/** Levels at which an oscillator is usually called stretched. */
const MARKS: Partial<Record<LineKind, readonly number[]>> = {
  rsi: [70, 30],
  kdj: [80, 20],
  stochRsi: [80, 20],
}
/** The line that stands as bars. */
const BARS_LINE: Partial<Record<LineKind, number>> = { macd: 2, volume: 0 }

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
  readonly #volume: NumberFormat
  /** What no series can draw; to be invited over the candles. */
  readonly painter: StudyPainter
  readonly #context: StudyContext
  #bars: readonly Bar[] = []
  #drawn: DrawnStudy[] = []
  #colours: ChartColours

  constructor(
    chart: IChartApiBase<Time>,
    colours: ChartColours,
    /** `main`: of the pane of the candles; `price`: of prices below it; `share`: between 0 and 100. */
    formats: { main: NumberFormat; price: NumberFormat; share: NumberFormat; volume: NumberFormat },
    { interval, places }: { interval: Interval; places: BarPlaces },
  ) {
    this.#chart = chart
    this.#colours = colours
    this.#main = formats.main
    this.#price = formats.price
    this.#share = formats.share
    this.#volume = formats.volume
    this.painter = new StudyPainter(places, interval, colours)
    this.#context = { interval, pivots: new Map() }
  }

  /** Bars of longer periods have come: what is reckoned from them is reckoned anew. */
  setPivots(pivots: PivotLevels): void {
    this.#context.pivots = pivots
    for (const drawn of this.#drawn)
      if (drawn.study.kind === "pivots")
        drawn.values = new StudyValues("pivots", drawn.study.setup.lengths, this.#context)
    this.fill(this.#bars)
  }

  /** Takes other studies, or the same in other colours: their series are made anew, and filled. */
  set(studies: readonly PlacedStudy[], colours: ChartColours, bars: readonly Bar[]): void {
    this.#bars = bars
    for (const { series } of this.#drawn) for (const each of series) this.#chart.removeSeries(each)
    this.#colours = colours
    this.#drawn = studies.map((study) => ({
      study,
      values: new StudyValues(study.kind, study.setup.lengths, this.#context),
      series: isPainted(study.kind) ? [] : this.#addSeries(study),
    }))
    this.fill(bars)
  }

  #addSeries(study: PlacedStudy): ISeriesApi<"Line" | "Histogram">[] {
    const { kind, setup, pane } = study
    const shared = {
      lastValueVisible: false,
      priceLineVisible: false,
      priceFormat: this.#formatOf(study),
      priceScaleId: study.scale,
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
    const bars = kind in BARS_LINE ? [this.#chart.addSeries(HistogramSeries, shared, pane)] : []
    const series = [...lines, ...bars]
    const scale = series[0]?.priceScale()
    const bottom = kind === "volume" ? 0 : 0.06
    if (pane > 0)
      // Room for the pane's own legend.
      scale?.applyOptions({ borderVisible: false, entireTextOnly: true, scaleMargins: { top: 0.28, bottom } })
    else if (study.scale !== "right") scale?.applyOptions({ scaleMargins: { top: OVER_TOP, bottom: 0.01 } })
    return series
  }

  #formatOf({ kind, scale, pane }: PlacedStudy): NumberFormat {
    if (SHARES.includes(kind)) return this.#share
    if (kind === "obv" || kind === "volume") return this.#volume
    return pane === 0 && scale === "right" ? this.#main : this.#price
  }

  fill(bars: readonly Bar[]): void {
    this.#bars = bars
    for (const drawn of this.#drawn) {
      drawn.values.apply(bars, 0)
      drawn.series.forEach((each, line) => {
        each.setData(bars.flatMap((bar, at) => this.#point(drawn, bar, at, line) ?? []))
      })
    }
    this.#paint()
  }

  #paint(): void {
    const painted = this.#drawn.flatMap(({ study: { kind, setup }, values }) =>
      isPainted(kind) ? { kind, colours: setup.colours, values } : [],
    )
    this.painter.set(painted, this.#bars, this.#colours)
  }

  /** Bars from index `from` on are other ones; only the end of what is drawn may move. */
  update(bars: readonly Bar[], from: number): void {
    this.#bars = bars
    for (const drawn of this.#drawn) {
      drawn.values.apply(bars, from)
      for (let at = from; at < bars.length; at += 1) this.#updateAt(drawn, bars[at], at)
    }
    this.#paint()
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
    if (line !== BARS_LINE[study.kind]) return point
    const { barUp, barDown, volumeUp, volumeDown } = this.#colours
    if (study.kind === "volume") return { ...point, color: bar.close >= bar.open ? volumeUp : volumeDown }
    return { ...point, color: value >= 0 ? barUp : barDown }
  }

  /** What the studies say at a bar, for the legends: of a line that is shifted, what is drawn there. */
  at(index: number): { study: PlacedStudy; point: StudyPoint }[] {
    return this.#drawn.map(({ study, values: { points, lengths } }) => ({
      study,
      point: (points[index] ?? []).map(
        (_, line) => points[index - shiftOf(study.kind, line, lengths)]?.[line] ?? null,
      ),
    }))
  }
}
