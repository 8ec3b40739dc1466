/** Paints the liquidity of a book over time behind the candles: the more stood at a price, the more of one colour. */

import { HEAT_COLUMN_MS } from "#core/book/book-heat.ts"
import { bucketStart, INTERVAL_MS } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import type { HeatColumns } from "#workers/market/market.api.ts"
import type { ChartCanvas } from "../chart-canvas.ts"
import type { ChartColours } from "../chart-colours.ts"
import type { DrawingScale } from "../drawings/drawing-scale.ts"
import { StandingLayer } from "../standing-layer.ts"
import { fullSize, HEAT_LEVELS, type Heat, levelOf, meanOf } from "./heat.model.ts"

/** Columns nearer than this are drawn as one: their mean. */
const LEAST_PX = 3
/** Of the darkest step; candles must stay readable on it. */
const ALPHA_MAX = 0.6

export class HeatLayer extends StandingLayer {
  readonly #interval: Interval
  #heat: Heat | undefined

  constructor(canvas: ChartCanvas, colours: ChartColours, interval: Interval) {
    super(canvas, colours, "bottom")
    this.#interval = interval
  }

  set(heat: Heat | undefined): void {
    if (heat === this.#heat) return
    this.#heat = heat
    this.redraw()
  }

  protected draw(pen: CanvasRenderingContext2D, scale: DrawingScale): void {
    const heat = this.#heat
    if (!heat) return
    const full = fullSize(heat.columns)
    if (full === 0) return
    // One path for each step: a few fills instead of thousands.
    const paths = Array.from({ length: HEAT_LEVELS + 1 }, () => new Path2D())
    const width = Math.max(
      1,
      (HEAT_COLUMN_MS / INTERVAL_MS[this.#interval]) * this.canvas.places().scale.options().barSpacing,
    )
    for (const group of this.#groups(heat.columns, scale)) {
      const first = group.columns[0]
      if (!first || group.right + width < 0 || group.left > scale.width) continue
      for (const [bucket, size] of meanOf(group.columns)) {
        const [top, bottom] = [scale.y((bucket + 1) * heat.step), scale.y(bucket * heat.step)]
        if (bottom < 0 || top > scale.height) continue
        const height = Math.max(1, Math.round(bottom) - Math.round(top))
        paths[levelOf(size, full)]?.rect(
          group.left,
          Math.round(top),
          group.right + width - group.left,
          height,
        )
      }
    }
    pen.fillStyle = this.colours.lines.info
    paths.forEach((path, level) => {
      pen.globalAlpha = (ALPHA_MAX * level) / HEAT_LEVELS
      if (level > 0) pen.fill(path)
    })
  }

  /** Columns that fall on the same few px, with the left edges of the first and the last. */
  #groups(columns: HeatColumns, scale: DrawingScale) {
    const { barSpacing } = this.canvas.places().scale.options()
    const groups: { left: number; right: number; columns: HeatColumns[number][] }[] = []
    for (const column of columns) {
      const open = bucketStart(column.time, this.#interval)
      const share = (column.time - open) / INTERVAL_MS[this.#interval]
      const left = scale.x(open) + (share - 0.5) * barSpacing
      const last = groups.at(-1)
      if (last && left - last.left < LEAST_PX) {
        last.columns.push(column)
        last.right = left
      } else groups.push({ left, right: left, columns: [column] })
    }
    return groups
  }
}
