/**
 * Paints in the place of each candle what was traded at its prices: sold at the left, bought at the right, the more the
 * fuller the colour. Wide bars have the figures, with delta and total beneath; narrow ones the colours alone.
 */

import { shiftBucket } from "#core/candle/bucket.ts"
import type { Bar } from "../bars.model.ts"
import type { ChartCanvas } from "../chart-canvas.ts"
import type { ChartColours } from "../chart-colours.ts"
import type { ChartText } from "../chart-text.ts"
import { type DrawingScale, lastAtOrBefore } from "../drawings/drawing-scale.ts"
import { StandingLayer } from "../standing-layer.ts"
import {
  type Footprint,
  fullestRow,
  joinedCount,
  joinedRows,
  type PriceRow,
  sumOfRows,
} from "./footprint.model.ts"

type Pen = CanvasRenderingContext2D

/** Width of a bar from which figures fit, by the height of the axis' text. */
const FIGURES_EM = 7.5
/** Bars narrower than this stay candles. */
const COLOURS_PX = 5
/** Height of rows, by the height of the axis' text where they have figures. */
const ROW_EM = 1.2
const ROW_PLAIN_PX = 3
/** The candle beside its rows. */
const CANDLE_PX = 4
const GAP_PX = 4
/** Of the fullest cell; figures must stay readable on it. */
const ALPHA_MAX = 0.45
const MARK_PX = 2

/** Width in px that bars need for figures. */
export const figuresPx = (fontSize: number): number => FIGURES_EM * fontSize + CANDLE_PX + GAP_PX

/** As rows are drawn now: how many are joined, and whether bars are wide enough for figures, for colours alone, or for neither. */
export function footprintForm(canvas: ChartCanvas, step: number, fontSize: number) {
  const { barSpacing } = canvas.places().scale.options()
  const form = barSpacing >= figuresPx(fontSize) ? "figures" : barSpacing >= COLOURS_PX ? "colours" : "none"
  const middle = canvas.priceAt(canvas.paneHeight() / 2) ?? 0
  const [low, high] = [canvas.priceLevel(middle) ?? 0, canvas.priceLevel(middle + step) ?? 0]
  const least = form === "figures" ? ROW_EM * fontSize : ROW_PLAIN_PX
  return { form, count: joinedCount(Math.abs(low - high), least), barSpacing } as const
}

interface DrawnBar {
  bar: Bar
  /** Middle of its place. */
  x: number
  rows: readonly PriceRow[]
}

export class FootprintLayer extends StandingLayer {
  readonly #text: ChartText
  #footprint: Footprint | undefined

  constructor(canvas: ChartCanvas, colours: ChartColours, text: ChartText) {
    super(canvas, colours, "normal")
    this.#text = text
  }

  set(footprint: Footprint | undefined): void {
    if (footprint === this.#footprint) return
    this.#footprint = footprint
    this.redraw()
  }

  protected draw(pen: Pen, scale: DrawingScale): void {
    const footprint = this.#footprint
    if (!footprint || footprint.step <= 0) return
    const { form, count, barSpacing } = footprintForm(this.canvas, footprint.step, this.colours.fontSize)
    if (form === "none") return
    const drawn = this.#inView(footprint, scale, count)
    const most = Math.max(
      0,
      ...drawn.flatMap(({ rows }) => rows.flatMap(({ bought, sold }) => [bought, sold])),
    )
    if (most === 0) return
    const width = Math.max(3, barSpacing - Math.min(GAP_PX, barSpacing / 4))
    for (const { bar, x, rows } of drawn) {
      const box = {
        left: Math.round(x - width / 2),
        width: Math.round(width),
        height: footprint.step * count,
      }
      this.#paintGround(pen, scale, box, bar, rows)
      for (const row of rows) this.#paintRow(pen, scale, box, row, most)
      if (form === "figures") this.#paintFigures(pen, scale, box, bar, rows)
    }
  }

  #inView({ bars, interval }: Footprint, scale: DrawingScale, count: number): DrawnBar[] {
    const { bars: list } = this.canvas.places()
    const [from, to] = [shiftBucket(scale.timeAt(0), interval, -1), scale.timeAt(scale.width)]
    const drawn: DrawnBar[] = []
    for (const [time, rows] of bars) {
      const bar = time < from || time > to ? undefined : list[lastAtOrBefore(list, time)]
      if (bar?.time === time) drawn.push({ bar, x: scale.x(time), rows: joinedRows(rows, count) })
    }
    return drawn
  }

  /** Takes the candle's place, and draws it thin beside the rows. */
  #paintGround(pen: Pen, scale: DrawingScale, box: Box, bar: Bar, rows: readonly PriceRow[]): void {
    const { background, up, down } = this.colours
    const [highest, lowest] = [rows[0], rows.at(-1)]
    if (!highest || !lowest) return
    const top = Math.min(scale.y(bar.high), scale.y((highest.at + 1) * box.height))
    const bottom = Math.max(scale.y(bar.low), scale.y(lowest.at * box.height))
    pen.fillStyle = background
    pen.fillRect(box.left, Math.floor(top) - 1, box.width, Math.ceil(bottom - top) + 2)
    if (!hasCandle(box)) return
    pen.fillStyle = bar.close >= bar.open ? up : down
    const middle = box.left + CANDLE_PX / 2
    pen.fillRect(middle - 0.5, scale.y(bar.high), 1, Math.max(1, scale.y(bar.low) - scale.y(bar.high)))
    const [open, close] = [scale.y(bar.open), scale.y(bar.close)]
    pen.fillRect(box.left, Math.min(open, close), CANDLE_PX, Math.max(1, Math.abs(open - close)))
  }

  #paintRow(pen: Pen, scale: DrawingScale, box: Box, { at, bought, sold }: PriceRow, most: number): void {
    const { left, middle, right } = columnsOf(box)
    const { top, height } = linesOf(scale, box, at)
    const { up, down } = this.colours
    for (const [amount, colour, from, to] of [
      [sold, down, left, middle],
      [bought, up, middle, right],
    ] as const) {
      if (amount <= 0) continue
      // By the root, so that small amounts are seen beside large ones.
      pen.globalAlpha = Math.max(0.06, ALPHA_MAX * Math.sqrt(amount / most))
      pen.fillStyle = colour
      pen.fillRect(from, top, to - from, Math.max(1, height - (height > 4 ? 1 : 0)))
    }
    pen.globalAlpha = 1
  }

  #paintFigures(pen: Pen, scale: DrawingScale, box: Box, bar: Bar, rows: readonly PriceRow[]): void {
    const { left, middle, right } = columnsOf(box)
    const { words, text, up, down, accent, font, fontSize } = this.colours
    const plain = `${fontSize}px ${font}`
    const bold = `700 ${fontSize}px ${font}`
    const most = middle - left - 6
    const fullest = fullestRow(rows)
    for (const row of rows) {
      const { top, height } = linesOf(scale, box, row.at)
      const y = top + height / 2
      pen.fillStyle = words
      pen.font = row.stands === "sold" ? bold : plain
      pen.textAlign = "right"
      pen.fillText(this.#amount(row.sold), middle - 3, y, most)
      pen.font = row.stands === "bought" ? bold : plain
      pen.textAlign = "left"
      pen.fillText(this.#amount(row.bought), middle + 3, y, most)
      if (row.stands) {
        pen.fillStyle = row.stands === "bought" ? up : down
        pen.fillRect(row.stands === "bought" ? right - MARK_PX : left, top, MARK_PX, height - 1)
      }
      if (row === fullest) {
        pen.strokeStyle = accent
        pen.lineWidth = 1
        pen.strokeRect(left + 0.5, top - 0.5, right - left - 1, height)
      }
    }
    const { bought, sold } = sumOfRows(rows)
    const delta = bought - sold
    const lowest = rows.at(-1)
    const foot = lowest ? linesOf(scale, box, lowest.at) : { top: 0, height: 0 }
    const y = Math.max(scale.y(bar.low), foot.top + foot.height) + fontSize
    pen.textAlign = "center"
    pen.font = bold
    pen.fillStyle = delta > 0 ? up : delta < 0 ? down : text
    pen.fillText(`${delta > 0 ? "+" : ""}${this.#text.volume(delta)}`, middle, y, right - left)
    pen.font = plain
    pen.fillStyle = text
    pen.fillText(this.#text.volume(bought + sold), middle, y + 1.2 * fontSize, right - left)
  }

  #amount(amount: number): string {
    return amount === 0 ? "–" : this.#text.volume(amount)
  }
}

/** The place of one bar: px, and the height of its rows as a price. */
interface Box {
  left: number
  width: number
  height: number
}

/** Bars too narrow for it are rows alone. */
const hasCandle = ({ width }: Box): boolean => width >= 4 * CANDLE_PX

function columnsOf(box: Box): { left: number; middle: number; right: number } {
  const left = box.left + (hasCandle(box) ? CANDLE_PX + 2 : 0)
  const right = box.left + box.width
  return { left, middle: Math.round((left + right) / 2), right }
}

function linesOf(scale: DrawingScale, box: Box, at: number): { top: number; height: number } {
  const top = Math.round(scale.y((at + 1) * box.height))
  return { top, height: Math.max(1, Math.round(scale.y(at * box.height)) - top) }
}
