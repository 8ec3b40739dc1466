/** Where bars and prices lie on the price pane, for what is painted bar by bar; read once a painting. */

import type { ITimeScaleApi, Logical, Time } from "lightweight-charts"
import type { Bar } from "./bars.model.ts"
import { seconds } from "./chart-points.ts"

interface PlacesSource {
  scale: ITimeScaleApi<Time>
  /** Px from the top of the price pane. */
  top: (price: number) => number | undefined
  height: () => number
}

export class BarPlaces {
  readonly #source: PlacesSource

  constructor(source: PlacesSource) {
    this.#source = source
  }

  width(): number {
    return this.#source.scale.width()
  }

  height(): number {
    return this.#source.height()
  }

  y(price: number): number | undefined {
    return this.#source.top(price)
  }

  /** Px from one place to the next. */
  step(): number {
    return this.#source.scale.options().barSpacing
  }

  /** Indexes of the first and the last bar in view; undefined: none is. They may lie beyond the bars by what is empty. */
  inView(bars: readonly Bar[]): { from: number; to: number } | undefined {
    const range = this.#source.scale.getVisibleLogicalRange()
    const [first, last] = [this.#placeOf(bars[0]), this.#placeOf(bars.at(-1))]
    if (!range || first === undefined || last === undefined) return undefined
    // Empty places of gaps lie between bars: no more of them than places beyond bars.
    const gaps = last - first - (bars.length - 1)
    return { from: Math.floor(range.from) - first - gaps, to: Math.ceil(range.to) - first }
  }

  /** Middle of a bar, or of the place so many after it. */
  x(bars: readonly Bar[], at: number, shift: number): number | undefined {
    const place = this.#placeOf(bars[at])
    if (place === undefined) return undefined
    return this.#source.scale.logicalToCoordinate((place + shift) as Logical) ?? undefined
  }

  #placeOf(bar: Bar | undefined): number | undefined {
    return bar ? (this.#source.scale.timeToIndex(seconds(bar.time)) ?? undefined) : undefined
  }
}
