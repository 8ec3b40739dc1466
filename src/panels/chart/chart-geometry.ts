/** Where things lie on the canvas, in px and in prices, and the moves of its view. */

import type { IChartApiBase, ISeriesPrimitive, Logical, MouseEventParams, Time } from "lightweight-charts"
import { RIGHT_OFFSET_BARS, RIGHT_OFFSET_PX } from "./chart-options.ts"
import { seconds } from "./chart-points.ts"
import type { PriceLayer } from "./price-layer.ts"

/** What is dragged to an edge keeps so far from it. */
const EDGE_PX = 16

/** Room beside the newest of bars so wide, in bars: of wide ones as many as usual would leave half of the chart empty. */
const roomBars = (barPx: number): number => Math.min(RIGHT_OFFSET_BARS, RIGHT_OFFSET_PX / barPx)

export abstract class ChartGeometry {
  protected abstract get chart(): IChartApiBase<Time>
  protected abstract get prices(): PriceLayer

  /** Distance in px of each pane's top from the top of the canvas. */
  paneTops(): number[] {
    let top = 0
    return this.chart.panes().map((pane) => {
      const own = top
      top += pane.getHeight() + 1
      return own
    })
  }

  /** Distance in px of a price from the top of the price pane, or undefined when it is out of view. */
  priceTop(price: number): number | undefined {
    const top = this.prices.top(price)
    const height = this.chart.panes()[0]?.getHeight() ?? 0
    return top !== undefined && top >= 0 && top <= height ? top : undefined
  }

  /** The price at so many px from the top, where that lies within the price pane. */
  priceAt(top: number): number | undefined {
    const height = this.chart.panes()[0]?.getHeight() ?? 0
    return top >= 0 && top <= height ? this.prices.priceAt(top) : undefined
  }

  /** As {@link priceAt}, of the nearest place that lies well within the pane: it stays there while the scale moves a little. */
  priceNear(top: number): number | undefined {
    const height = this.chart.panes()[0]?.getHeight() ?? 0
    return this.prices.priceAt(Math.min(height - EDGE_PX, Math.max(EDGE_PX, top)))
  }

  /** Distance in px of a moment from the left edge, or undefined when no bar is there. */
  timeLeft(timeMs: number): number | undefined {
    return this.chart.timeScale().timeToCoordinate(seconds(timeMs)) ?? undefined
  }

  /** As {@link priceTop}, out of view too. */
  priceLevel(price: number): number | undefined {
    return this.prices.top(price)
  }

  /** Lets something draw over the candles; answers what ends it. */
  invite(guest: ISeriesPrimitive<Time>): () => void {
    return this.prices.invite(guest)
  }

  /** Told where the own crosshair is, in epoch ms and by its price; not of one that {@link pointAt} set. Answers what ends it. */
  onPointed(listener: (time: number | undefined, price: number | undefined) => void): () => void {
    const hear = ({ time, point, sourceEvent }: MouseEventParams) => {
      // Without the event of a pointer it is told anew, as with each new bar; nowhere: the pointer has left.
      if (!sourceEvent && point) return
      listener(time === undefined ? undefined : Number(time) * 1000, point && this.priceAt(point.y))
    }
    this.chart.subscribeCrosshairMove(hear)
    return () => this.chart.unsubscribeCrosshairMove(hear)
  }

  /** Shows the crosshair at a bar and a price, until it is told otherwise; undefined: none. */
  pointAt(place: { time: number; price: number } | undefined): void {
    if (place) this.prices.pointAt(place.time, place.price)
    else this.chart.clearCrosshairPosition()
  }

  /** Height in px of the price pane. */
  paneHeight(): number {
    return this.chart.panes()[0]?.getHeight() ?? 0
  }

  /** Width in px of the panes, without the axis. */
  paneWidth(): number {
    return this.chart.timeScale().width()
  }

  /** Width in px of the price axis at the right. */
  axisWidth(): number {
    return this.chart.priceScale("right").width()
  }

  /** Where everything lies, as text: while it is the same, no moment and no price lies elsewhere. */
  placesText(): string {
    const scale = this.chart.timeScale()
    const height = this.paneHeight()
    const prices = [0, height / 2, height].map((top) => this.prices.priceAt(top))
    const lefts = [0, 1].map((place) => scale.logicalToCoordinate(place as Logical))
    return [this.paneWidth(), height, this.axisWidth(), ...lefts, ...prices].join(" ")
  }

  /** Bars between the newest one loaded and the right edge; negative: the newest is out of view. */
  position(): number {
    return this.chart.timeScale().scrollPosition()
  }

  /** Places in view, whole ones. */
  barsInView(): number {
    const range = this.chart.timeScale().getVisibleLogicalRange()
    return range ? Math.max(1, Math.floor(range.to - range.from)) : 1
  }

  /** Moves the view by bars (positive: towards now); the keyboard's way. */
  scrollBy(bars: number): void {
    const scale = this.chart.timeScale()
    scale.scrollToPosition(scale.scrollPosition() + bars, false)
  }

  /** Widens (factor < 1) or narrows the view around its right edge. */
  zoomBy(factor: number): void {
    const scale = this.chart.timeScale()
    const { barSpacing, minBarSpacing } = scale.options()
    scale.applyOptions({ barSpacing: Math.min(60, Math.max(minBarSpacing, barSpacing * factor)) })
  }

  /** Makes bars `px` wide where they are narrower; who looks at the present still does. */
  widenBars(px: number): void {
    const scale = this.chart.timeScale()
    if (scale.options().barSpacing >= px) return
    const isAtNow = scale.scrollPosition() >= 0
    scale.applyOptions({ barSpacing: px, ...(isAtNow && { rightOffset: roomBars(px) }) })
  }

  /** At once: a page that arrives during an animation would take the view back. */
  scrollToNow(): void {
    const scale = this.chart.timeScale()
    scale.scrollToPosition(roomBars(scale.options().barSpacing), false)
  }

  /** All panes and axes as they stand, without the crosshair. */
  picture(): HTMLCanvasElement {
    return this.chart.takeScreenshot(true, false)
  }
}
