/** How are bars drawn? lightweight-charts behind a small door: bars and colours in, ranges and the crosshair out. */

import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type MouseEventParams,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts"
import type { Interval } from "#core/candle/interval.ts"
import type { Bar, BarsChange } from "./bars.model.ts"
import { barIndex } from "./bars.model.ts"
import type { ChartColours } from "./chart-colours.ts"
import { holePlaces } from "./hole.model.ts"
import { averageAt, averages, MOVING_AVERAGES } from "./moving-average.model.ts"

export type ChartStyle = "candles" | "line"

export interface CanvasFormats {
  price(value: number): string
  /** Label under the time axis. `weight`: lightweight-charts' tick mark type, 0 year … 4 time with seconds. */
  tick(timeMs: number, weight: number): string
  /** Label of the crosshair on the time axis. */
  moment(timeMs: number): string
}

export interface CanvasEvents {
  /** The left edge came near the oldest bar. */
  onNearOldest(): void
  /** The bar under the crosshair, by index; undefined when it has left. */
  onCrosshair(index: number | undefined): void
  /** Ranges or sizes changed: overlays must be placed anew. */
  onMove(): void
}

/** Bars left of the view below which older ones are asked for. */
const NEAR_OLDEST_BARS = 60
/** Bars shown when a chart opens, at the usual step. */
const BAR_STEP_PX = 7

const seconds = (timeMs: number) => (timeMs / 1000) as UTCTimestamp
export class ChartCanvas {
  readonly #chart: IChartApi
  readonly #volume: ISeriesApi<"Histogram">
  readonly #averages: ISeriesApi<"Line">[]
  readonly #events: CanvasEvents
  #price: ISeriesApi<"Candlestick"> | ISeriesApi<"Line">
  #style: ChartStyle = "candles"
  #colours: ChartColours
  #bars: readonly Bar[] = []
  #holes: readonly (readonly [number, number])[] = []
  #interval: Interval = "1m"
  // Of the last draw, apart from the list: its owner changes the list in place.
  #drawn = 0
  #first: number | undefined
  #averagesShown = true
  #volumeShown = true

  constructor(container: HTMLElement, colours: ChartColours, formats: CanvasFormats, events: CanvasEvents) {
    this.#colours = colours
    this.#events = events
    this.#chart = createChart(container, {
      autoSize: true,
      // One finger that starts vertically moves the page; the chart takes the sideways ones and two fingers.
      handleScroll: { vertTouchDrag: false, horzTouchDrag: true, mouseWheel: true, pressedMouseMove: true },
      handleScale: { pinch: true, mouseWheel: true, axisPressedMouseMove: true, axisDoubleClickReset: true },
      kineticScroll: { touch: false, mouse: false },
      trackingMode: { exitMode: 0 },
      rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.16, bottom: 0.22 } },
      timeScale: {
        borderVisible: false,
        rightOffset: 4,
        barSpacing: BAR_STEP_PX,
        minBarSpacing: 1,
        timeVisible: true,
        secondsVisible: true,
        tickMarkFormatter: (time: Time, weight: number) => formats.tick(Number(time) * 1000, weight),
      },
      localization: {
        priceFormatter: formats.price,
        timeFormatter: (time: Time) => formats.moment(Number(time) * 1000),
      },
    })
    this.#volume = this.#chart.addSeries(HistogramSeries, {
      priceScaleId: "",
      lastValueVisible: false,
      priceLineVisible: false,
    })
    this.#volume.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
    this.#price = this.#addPrice()
    this.#averages = MOVING_AVERAGES.map(() =>
      this.#chart.addSeries(LineSeries, {
        lineWidth: 1,
        lastValueVisible: false,
        priceLineVisible: false,
        crosshairMarkerVisible: false,
      }),
    )
    this.setColours(colours)
    this.#chart.subscribeCrosshairMove((event) => this.#crosshairMoved(event))
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && this.#bars.length > 0 && range.from < NEAR_OLDEST_BARS) events.onNearOldest()
      events.onMove()
    })
    this.#chart.timeScale().subscribeSizeChange(() => events.onMove())
  }

  #addPrice(): ISeriesApi<"Candlestick"> | ISeriesApi<"Line"> {
    const shared = { lastValueVisible: false, priceLineStyle: 1, priceLineWidth: 1 } as const
    return this.#style === "candles"
      ? this.#chart.addSeries(CandlestickSeries, { ...shared, borderVisible: false })
      : this.#chart.addSeries(LineSeries, { ...shared, lineWidth: 2 })
  }

  setColours(colours: ChartColours): void {
    this.#colours = colours
    this.#chart.applyOptions({
      layout: {
        background: { color: colours.background },
        textColor: colours.text,
        fontFamily: colours.font,
        fontSize: 11,
        attributionLogo: true,
        panes: { separatorColor: colours.grid },
      },
      grid: { vertLines: { color: colours.grid }, horzLines: { color: colours.grid } },
      crosshair: {
        vertLine: { color: colours.crosshair, labelBackgroundColor: colours.label },
        horzLine: { color: colours.crosshair, labelBackgroundColor: colours.label },
      },
    })
    this.#paintPrice()
    this.#averages.forEach((series, at) => {
      series.applyOptions({ color: colours.lines[at] ?? colours.accent })
    })
    this.#fillVolume()
  }

  #paintPrice(): void {
    const { up, down, accent } = this.#colours
    if (this.#style === "candles")
      (this.#price as ISeriesApi<"Candlestick">).applyOptions({
        upColor: up,
        downColor: down,
        wickUpColor: up,
        wickDownColor: down,
      })
    else (this.#price as ISeriesApi<"Line">).applyOptions({ color: accent })
  }

  setStyle(style: ChartStyle): void {
    if (style === this.#style) return
    this.#chart.removeSeries(this.#price)
    this.#style = style
    this.#price = this.#addPrice()
    this.#paintPrice()
    this.#fillPrice()
  }

  setShown(shown: { averages: boolean; volume: boolean }): void {
    this.#averagesShown = shown.averages
    this.#volumeShown = shown.volume
    for (const series of this.#averages) series.applyOptions({ visible: shown.averages })
    this.#volume.applyOptions({ visible: shown.volume })
  }

  /** Draws a change. `holes` and `interval` say where room is left for what is missing. */
  draw(
    bars: readonly Bar[],
    change: BarsChange,
    holes: readonly (readonly [number, number])[],
    interval: Interval,
  ): void {
    const grown = bars.length - this.#drawn
    const oldFirst = this.#first
    this.#bars = bars
    this.#holes = holes
    this.#interval = interval
    this.#drawn = bars.length
    this.#first = bars[0]?.time
    if (change.kind === "tail") {
      for (let at = change.from; at < bars.length; at += 1) this.#update(at)
    } else {
      // Older bars in front move all indices: keep the same bars in view.
      const range = this.#chart.timeScale().getVisibleLogicalRange()
      const shift = oldFirst !== undefined && (bars[0]?.time ?? 0) < oldFirst ? grown : 0
      this.#fillPrice()
      this.#fillVolume()
      this.#fillAverages()
      if (range && shift > 0)
        this.#chart.timeScale().setVisibleLogicalRange({ from: range.from + shift, to: range.to + shift })
    }
    this.#events.onMove()
  }

  #fillPrice(): void {
    const known = new Set(this.#bars.map((bar) => bar.time))
    const gaps = this.#holes
      .flatMap((hole) => holePlaces(hole, this.#interval))
      .filter((time) => !known.has(time))
      .map((time) => ({ time: seconds(time) }))
    if (this.#style === "candles")
      (this.#price as ISeriesApi<"Candlestick">).setData(byTime([...this.#bars.map(candlePoint), ...gaps]))
    else (this.#price as ISeriesApi<"Line">).setData(byTime([...this.#bars.map(linePoint), ...gaps]))
  }

  #fillVolume(): void {
    this.#volume.setData(this.#bars.map((bar) => this.#volumePoint(bar)))
  }

  #fillAverages(): void {
    MOVING_AVERAGES.forEach((length, which) => {
      const values = averages(this.#bars, length)
      this.#averages[which]?.setData(
        this.#bars.flatMap((bar, at) => {
          const value = values[at]
          return value === undefined ? [] : [{ time: seconds(bar.time), value }]
        }),
      )
    })
  }

  #update(at: number): void {
    const bar = this.#bars[at]
    if (!bar) return
    if (this.#style === "candles") (this.#price as ISeriesApi<"Candlestick">).update(candlePoint(bar))
    else (this.#price as ISeriesApi<"Line">).update(linePoint(bar))
    if (this.#volumeShown) this.#volume.update(this.#volumePoint(bar))
    if (!this.#averagesShown) return
    MOVING_AVERAGES.forEach((length, which) => {
      const value = averageAt(this.#bars, at, length)
      if (value !== undefined) this.#averages[which]?.update({ time: seconds(bar.time), value })
    })
  }

  #volumePoint(bar: Bar): { time: UTCTimestamp; value: number; color: string } {
    const { volumeUp, volumeDown } = this.#colours
    return {
      time: seconds(bar.time),
      value: bar.volume,
      color: bar.close >= bar.open ? volumeUp : volumeDown,
    }
  }

  #crosshairMoved(event: MouseEventParams): void {
    const index = event.time === undefined ? -1 : barIndex(this.#bars, Number(event.time) * 1000)
    this.#events.onCrosshair(index >= 0 ? index : undefined)
  }

  /** Distance in px of a price from the top of the price pane, or undefined when it is out of view. */
  priceTop(price: number): number | undefined {
    return this.#price.priceToCoordinate(price) ?? undefined
  }

  /** Distance in px of a moment from the left edge, or undefined when no bar is there. */
  timeLeft(timeMs: number): number | undefined {
    return this.#chart.timeScale().timeToCoordinate(seconds(timeMs)) ?? undefined
  }

  /** Width in px of the price axis at the right. */
  axisWidth(): number {
    return this.#chart.priceScale("right").width()
  }

  /** Moves the view by bars (positive: towards now); the keyboard's way. */
  scrollBy(bars: number): void {
    const scale = this.#chart.timeScale()
    scale.scrollToPosition(scale.scrollPosition() + bars, false)
  }

  /** Widens (factor < 1) or narrows the view around its right edge. */
  zoomBy(factor: number): void {
    const scale = this.#chart.timeScale()
    scale.applyOptions({ barSpacing: Math.min(60, Math.max(1, scale.options().barSpacing * factor)) })
  }

  scrollToNow(): void {
    this.#chart.timeScale().scrollToRealTime()
  }

  remove(): void {
    this.#chart.remove()
  }
}

const byTime = <T extends { time: UTCTimestamp }>(points: T[]) => points.sort((a, b) => a.time - b.time)
const candlePoint = (bar: Bar) => ({
  time: seconds(bar.time),
  open: bar.open,
  high: bar.high,
  low: bar.low,
  close: bar.close,
})
const linePoint = (bar: Bar) => ({ time: seconds(bar.time), value: bar.close })
