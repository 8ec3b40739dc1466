/** Draws how one figure of a contract went: candles of a price, or a bar for each funding rate. */

import {
  CandlestickSeries,
  createChartEx,
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  type Time,
  type TimeChartOptions,
} from "lightweight-charts"
import type { CanvasFormats } from "./canvas-door.ts"
import type { ChartColours } from "./chart-colours.ts"
import { colourOptions, fixedOptions } from "./chart-options.ts"
import { byTime, seconds } from "./chart-points.ts"
import type { PricePoint } from "./price-points.model.ts"
import { ZonedTimeScale } from "./zoned-time-scale.ts"

export class PricePlot {
  readonly #chart: IChartApiBase<Time>
  readonly #series: ISeriesApi<"Candlestick"> | ISeriesApi<"Histogram">
  #colours: ChartColours
  #points: readonly PricePoint[] = []

  constructor(
    container: HTMLElement,
    { kind, colours, formats }: { kind: "price" | "rate"; colours: ChartColours; formats: CanvasFormats },
  ) {
    const scale = new ZonedTimeScale()
    scale.setZone(formats.zone)
    this.#colours = colours
    this.#chart = createChartEx<Time, ZonedTimeScale>(container, scale, fixedOptions(formats))
    const priceFormat = { type: "custom", formatter: formats.price, minMove: formats.tickSize } as const
    const shared = { priceFormat, lastValueVisible: false, priceLineVisible: false }
    this.#series =
      kind === "price"
        ? this.#chart.addSeries(CandlestickSeries, { ...shared, borderVisible: false })
        : this.#chart.addSeries(HistogramSeries, shared)
    this.setColours(colours)
  }

  setColours(colours: ChartColours): void {
    this.#colours = colours
    const { up, down } = colours
    const options: Partial<TimeChartOptions> = colourOptions(colours) as Partial<TimeChartOptions>
    this.#chart.applyOptions(options)
    if (isCandles(this.#series))
      this.#series.applyOptions({ upColor: up, downColor: down, wickUpColor: up, wickDownColor: down })
    this.set(this.#points)
  }

  set(points: readonly PricePoint[]): void {
    this.#points = points
    if (isCandles(this.#series))
      this.#series.setData(
        byTime(
          points.map(({ time, open, high, low, close }) => ({ time: seconds(time), open, high, low, close })),
        ),
      )
    else
      this.#series.setData(
        byTime(
          points.map(({ time, close }) => ({
            time: seconds(time),
            value: close,
            color: close >= 0 ? this.#colours.up : this.#colours.down,
          })),
        ),
      )
  }

  remove(): void {
    this.#chart.remove()
  }
}

const isCandles = (
  series: ISeriesApi<"Candlestick"> | ISeriesApi<"Histogram">,
): series is ISeriesApi<"Candlestick"> => series.seriesType() === "Candlestick"
