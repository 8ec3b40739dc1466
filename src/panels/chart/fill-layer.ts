/** How do own fills stand on the candles? Arrows with the side's colour and direction: bought from below, sold from above. */

import {
  createSeriesMarkers,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type SeriesMarker,
  type Time,
} from "lightweight-charts"
import type { ChartColours } from "./chart-colours.ts"
import { seconds } from "./chart-points.ts"
import type { FillMark } from "./own-fills.model.ts"

type PriceSeries = ISeriesApi<"Candlestick"> | ISeriesApi<"Line">

export class FillLayer {
  #markers: ISeriesMarkersPluginApi<Time>
  #colours: ChartColours
  #marks: readonly FillMark[] = []

  constructor(series: PriceSeries, colours: ChartColours) {
    this.#colours = colours
    this.#markers = createSeriesMarkers<Time>(series as ISeriesApi<"Candlestick">, [])
  }

  /** The price is drawn by another series now; the markers of the old one went with it. */
  attach(series: PriceSeries): void {
    this.#markers = createSeriesMarkers<Time>(series as ISeriesApi<"Candlestick">, [])
    this.#draw()
  }

  paint(colours: ChartColours): void {
    this.#colours = colours
    this.#draw()
  }

  set(marks: readonly FillMark[]): void {
    this.#marks = marks
    this.#draw()
  }

  #draw(): void {
    const { lines } = this.#colours
    const markers = this.#marks.map(
      ({ time, side }): SeriesMarker<Time> => ({
        time: seconds(time),
        position: side === "buy" ? "belowBar" : "aboveBar",
        shape: side === "buy" ? "arrowUp" : "arrowDown",
        color: lines[side],
      }),
    )
    this.#markers.setMarkers(markers)
  }
}
