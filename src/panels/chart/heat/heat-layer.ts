/** Paints the liquidity of a book over time behind the candles: the more stood at a price, the more of one colour. */

import { HEAT_COLUMN_MS } from "#core/book/book-heat.ts"
import { bucketStart, INTERVAL_MS } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import type { HeatColumns } from "#workers/market/market.api.ts"
import { CanvasLayer } from "../canvas-layer.ts"
import type { ChartCanvas } from "../chart-canvas.ts"
import { readColours } from "../chart-colours.ts"
import { type DrawingScale, drawingScale } from "../drawings/drawing-scale.ts"
import { fullSize, HEAT_LEVELS, type Heat, levelOf, meanOf } from "./heat.model.ts"

/** Columns nearer than this are drawn as one: their mean. */
const LEAST_PX = 3
/** Of the darkest step; candles must stay readable on it. */
const ALPHA_MAX = 0.6

export class HeatLayer extends CanvasLayer {
  readonly #canvas: ChartCanvas
  readonly #figure: HTMLElement
  readonly #interval: Interval
  #heat: Heat | undefined
  /** As painted last: the live bar moves five times a second, the map once. */
  readonly #picture = document.createElement("canvas")
  #pictured = ""

  constructor(canvas: ChartCanvas, figure: HTMLElement, interval: Interval) {
    super("bottom")
    this.#canvas = canvas
    this.#figure = figure
    this.#interval = interval
  }

  set(heat: Heat | undefined): void {
    if (heat === this.#heat) return
    this.#heat = heat
    this.#pictured = ""
    this.update()
  }

  protected paint(pen: CanvasRenderingContext2D): void {
    const scale = drawingScale(this.#canvas)
    const heat = this.#heat
    const newest = heat?.columns.at(-1)
    if (!scale || !heat || !newest || scale.width < 1 || scale.height < 1) return
    const { theme, palette } = document.documentElement.dataset
    const place = [scale.x(newest.time), scale.x(newest.time - 100 * INTERVAL_MS[this.#interval])]
    const prices = [scale.priceAt(0), scale.priceAt(scale.height)]
    const text = [theme, palette, scale.width, scale.height, ...place, ...prices].join()
    if (text !== this.#pictured) this.#draw(heat, scale)
    this.#pictured = text
    pen.drawImage(this.#picture, 0, 0)
  }

  #draw(heat: Heat, scale: DrawingScale): void {
    this.#picture.width = Math.ceil(scale.width)
    this.#picture.height = Math.ceil(scale.height)
    const pen = this.#picture.getContext("2d")
    const full = fullSize(heat.columns)
    if (!pen || full === 0) return
    // One path for each step: a few fills instead of thousands.
    const paths = Array.from({ length: HEAT_LEVELS + 1 }, () => new Path2D())
    const width = Math.max(
      1,
      (HEAT_COLUMN_MS / INTERVAL_MS[this.#interval]) * this.#canvas.places().scale.options().barSpacing,
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
    pen.fillStyle = readColours(this.#figure).lines.info
    paths.forEach((path, level) => {
      pen.globalAlpha = (ALPHA_MAX * level) / HEAT_LEVELS
      if (level > 0) pen.fill(path)
    })
  }

  /** Columns that fall on the same few px, with the left edges of the first and the last. */
  #groups(columns: HeatColumns, scale: DrawingScale) {
    const { barSpacing } = this.#canvas.places().scale.options()
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
