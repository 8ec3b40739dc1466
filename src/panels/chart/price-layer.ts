/** Draws the market itself. As candles, Heikin-Ashi candles or a line, with the last price as it was traded, room where bars are missing, and its volume below. */

import {
  CandlestickSeries,
  HistogramSeries,
  type IChartApiBase,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesPrimitive,
  LineSeries,
  type Time,
} from "lightweight-charts"
import type { Interval } from "#core/candle/interval.ts"
import type { ChartStyle } from "../../stores/chart-setup.ts"
import type { Bar } from "./bars.model.ts"
import type { ChartColours } from "./chart-colours.ts"
import { byTime, type NumberFormat, seconds } from "./chart-points.ts"
import { FillLayer } from "./fill-layer.ts"
import { HeikinAshi, type HeikinBar } from "./heikin-ashi.ts"
import { holePlaces } from "./hole.model.ts"
import type { FillMark } from "./own-fills.model.ts"

export type Hole = readonly [number, number]

export class PriceLayer {
  readonly #chart: IChartApiBase<Time>
  readonly #format: NumberFormat
  readonly #volume: ISeriesApi<"Histogram">
  #price: ISeriesApi<"Candlestick"> | ISeriesApi<"Line">
  readonly #heikin = new HeikinAshi()
  /** Of Heikin-Ashi candles: the close of the newest isn't the last price. */
  #last: IPriceLine | undefined
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
      priceLineVisible: this.#style !== "heikin",
      priceFormat: this.#format,
    } as const
    return this.#style === "line"
      ? this.#chart.addSeries(LineSeries, { ...shared, lineWidth: 2 })
      : this.#chart.addSeries(CandlestickSeries, { ...shared, borderVisible: false })
  }

  /** Answers whether the bars must be put in anew. */
  setStyle(style: ChartStyle): boolean {
    if (style === this.#style) return false
    this.#chart.removeSeries(this.#price)
    this.#style = style
    this.#last = undefined
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
    if (this.#style === "line") (this.#price as ISeriesApi<"Line">).applyOptions({ color: accent })
    else
      (this.#price as ISeriesApi<"Candlestick">).applyOptions({
        upColor: up,
        downColor: down,
        wickUpColor: up,
        wickDownColor: down,
      })
  }

  /** Puts all bars in; returns how many places the time axis has then, the empty ones of holes included. */
  fill(bars: readonly Bar[], holes: readonly Hole[], interval: Interval): number {
    const known = new Set(bars.map((bar) => bar.time))
    const gaps = holes
      .flatMap((hole) => holePlaces(hole, interval))
      .filter((time) => !known.has(time))
      .map((time) => ({ time: seconds(time) }))
    this.#heikin.clear()
    if (this.#style === "line")
      (this.#price as ISeriesApi<"Line">).setData(byTime([...bars.map(linePoint), ...gaps]))
    else
      (this.#price as ISeriesApi<"Candlestick">).setData(
        byTime([...bars.map((bar) => this.#candlePoint(bar)), ...gaps]),
      )
    this.#tellLast(bars.at(-1))
    this.#volume.setData(bars.map((bar) => this.#volumePoint(bar)))
    return bars.length + gaps.length
  }

  update(bar: Bar): void {
    if (this.#style === "line") (this.#price as ISeriesApi<"Line">).update(linePoint(bar))
    else (this.#price as ISeriesApi<"Candlestick">).update(this.#candlePoint(bar))
    this.#tellLast(bar)
    if (this.#isVolumeShown) this.#volume.update(this.#volumePoint(bar))
  }

  #candlePoint(bar: Bar) {
    const { open, high, low, close } = this.#style === "heikin" ? this.#heikin.put(bar) : bar
    return { time: seconds(bar.time), open, high, low, close }
  }

  /** The line of the last price stands where it was traded. */
  #tellLast(bar: Bar | undefined): void {
    if (this.#style !== "heikin" || !bar) return
    const { up, down } = this.#colours
    const options = { price: bar.close, color: bar.close >= bar.open ? up : down }
    if (this.#last) this.#last.applyOptions(options)
    else
      this.#last = this.#price.createPriceLine({
        ...options,
        lineStyle: 1,
        lineWidth: 1,
        axisLabelVisible: false,
      })
  }

  /** What is drawn of the bar at an index as a Heikin-Ashi candle; undefined in another style. */
  heikinAt(index: number): HeikinBar | undefined {
    return this.#heikin.bars[index]
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

  /** The crosshair, at a bar's opening in epoch ms. */
  pointAt(time: number, price: number): void {
    this.#chart.setCrosshairPosition(price, seconds(time), this.#price)
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

const linePoint = (bar: Bar) => ({ time: seconds(bar.time), value: bar.close })
