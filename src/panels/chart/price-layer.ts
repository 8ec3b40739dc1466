/** Draws the market itself. As candles or a line, with room where bars are missing, and its volume below. */

import {
  CandlestickSeries,
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  type ISeriesPrimitive,
  LineSeries,
  type Time,
} from "lightweight-charts"
import type { Interval } from "#core/candle/interval.ts"
import type { Bar } from "./bars.model.ts"
import type { ChartColours } from "./chart-colours.ts"
import { byTime, type NumberFormat, seconds } from "./chart-points.ts"
import { FillLayer } from "./fill-layer.ts"
import { holePlaces } from "./hole.model.ts"
import type { FillMark } from "./own-fills.model.ts"

export type ChartStyle = "candles" | "line"
export type Hole = readonly [number, number]

export class PriceLayer {
  readonly #chart: IChartApiBase<Time>
  readonly #format: NumberFormat
  readonly #volume: ISeriesApi<"Histogram">
  #price: ISeriesApi<"Candlestick"> | ISeriesApi<"Line">
  #style: ChartStyle = "candles"
  #colours: ChartColours
  #isVolumeShown = true
  readonly #fills: FillLayer
  /** What others draw over the prices. */
  readonly #guests = new Set<ISeriesPrimitive<Time>>()

  constructor(chart: IChartApiBase<Time>, colours: ChartColours, format: NumberFormat) {
    this.#chart = chart
    this.#colours = colours
    this.#format = format
    this.#volume = chart.addSeries(HistogramSeries, {
      priceScaleId: "",
      lastValueVisible: false,
      priceLineVisible: false,
    })
    this.#volume.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
    this.#price = this.#addPrice()
    this.#fills = new FillLayer(this.#price, colours)
  }

  #addPrice(): ISeriesApi<"Candlestick"> | ISeriesApi<"Line"> {
    const shared = {
      lastValueVisible: false,
      priceLineStyle: 1,
      priceLineWidth: 1,
      priceFormat: this.#format,
    } as const
    return this.#style === "candles"
      ? this.#chart.addSeries(CandlestickSeries, { ...shared, borderVisible: false })
      : this.#chart.addSeries(LineSeries, { ...shared, lineWidth: 2 })
  }

  /** Answers whether the bars must be put in anew. */
  setStyle(style: ChartStyle): boolean {
    if (style === this.#style) return false
    this.#chart.removeSeries(this.#price)
    this.#style = style
    this.#price = this.#addPrice()
    this.#fills.attach(this.#price)
    for (const guest of this.#guests) this.#price.attachPrimitive(guest)
    this.paint(this.#colours)
    return true
  }

  setVolumeShown(isShown: boolean): void {
    this.#isVolumeShown = isShown
    this.#volume.applyOptions({ visible: isShown })
  }

  /** Volume takes its colours with the bars: they must be put in anew. */
  paint(colours: ChartColours): void {
    this.#colours = colours
    this.#fills.paint(colours)
    const { up, down, accent } = colours
    if (this.#style === "candles")
      (this.#price as ISeriesApi<"Candlestick">).applyOptions({
        upColor: up,
        downColor: down,
        wickUpColor: up,
        wickDownColor: down,
      })
    else (this.#price as ISeriesApi<"Line">).applyOptions({ color: accent })
  }

  /** Puts all bars in; returns how many places the time axis has then, the empty ones of holes included. */
  fill(bars: readonly Bar[], holes: readonly Hole[], interval: Interval): number {
    const known = new Set(bars.map((bar) => bar.time))
    const gaps = holes
      .flatMap((hole) => holePlaces(hole, interval))
      .filter((time) => !known.has(time))
      .map((time) => ({ time: seconds(time) }))
    if (this.#style === "candles")
      (this.#price as ISeriesApi<"Candlestick">).setData(byTime([...bars.map(candlePoint), ...gaps]))
    else (this.#price as ISeriesApi<"Line">).setData(byTime([...bars.map(linePoint), ...gaps]))
    this.#volume.setData(bars.map((bar) => this.#volumePoint(bar)))
    return bars.length + gaps.length
  }

  update(bar: Bar): void {
    if (this.#style === "candles") (this.#price as ISeriesApi<"Candlestick">).update(candlePoint(bar))
    else (this.#price as ISeriesApi<"Line">).update(linePoint(bar))
    if (this.#isVolumeShown) this.#volume.update(this.#volumePoint(bar))
  }

  #volumePoint(bar: Bar) {
    const { volumeUp, volumeDown } = this.#colours
    return {
      time: seconds(bar.time),
      value: bar.volume,
      color: bar.close >= bar.open ? volumeUp : volumeDown,
    }
  }

  /** Own fills, gathered by bar. */
  setFills(marks: readonly FillMark[]): void {
    this.#fills.set(marks)
  }

  /** Lets something draw in the price pane, by its scale; answers what ends it. */
  invite(guest: ISeriesPrimitive<Time>): () => void {
    this.#guests.add(guest)
    this.#price.attachPrimitive(guest)
    return () => {
      if (this.#guests.delete(guest)) this.#price.detachPrimitive(guest)
    }
  }

  /** Before the chart goes: from then on nothing can be detached from it, and who asks it to be drawn anew breaks it. */
  dismiss(): void {
    for (const guest of this.#guests) this.#price.detachPrimitive(guest)
    this.#guests.clear()
  }

  /** The price at so many px from the top of the price pane. */
  priceAt(top: number): number | undefined {
    return this.#price.coordinateToPrice(top) ?? undefined
  }

  /** Distance in px of a price from the top of the price pane, or undefined when it is out of view. */
  top(price: number): number | undefined {
    return this.#price.priceToCoordinate(price) ?? undefined
  }
}

const candlePoint = (bar: Bar) => ({
  time: seconds(bar.time),
  open: bar.open,
  high: bar.high,
  low: bar.low,
  close: bar.close,
})
const linePoint = (bar: Bar) => ({ time: seconds(bar.time), value: bar.close })
