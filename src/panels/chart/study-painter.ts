/** Paints the studies over the candles that no line series can: lines that break off, steps, what lies ahead of its bar, and a cloud. */

import type { AutoscaleInfo } from "lightweight-charts"
import type { Interval } from "#core/candle/interval.ts"
import type { LineColour } from "../../stores/chart-setup.ts"
import type { BarPlaces } from "./bar-places.ts"
import type { Bar } from "./bars.model.ts"
import { CanvasLayer } from "./canvas-layer.ts"
import type { ChartColours } from "./chart-colours.ts"
import { pivotStart, sessionStart } from "./study-session.ts"
import type { LineKind } from "./study-stream.model.ts"
import type { StudyValues } from "./study-values.model.ts"

const PAINTED_KINDS = ["vwap", "supertrend", "ichimoku", "pivots"] as const
export type PaintedKind = (typeof PAINTED_KINDS)[number]
export const isPainted = (kind: LineKind): kind is PaintedKind =>
  (PAINTED_KINDS as readonly string[]).includes(kind)

export interface PaintedStudy {
  kind: PaintedKind
  colours: readonly LineColour[]
  values: StudyValues
}

/** One line of a study. */
interface Stroke {
  /** Of the point's numbers. */
  line: number
  colour: LineColour | undefined
  /** Drawn so many places after its bar. */
  shift: number
}

/** Pivots' lines share the colours of their kind: the middle, resistances, supports. */
const PIVOT_COLOURS = [0, 1, 2, 1, 2, 1, 2, 1, 2] as const
const CLOUD_ALPHA = 0.12
const [SPAN_A, SPAN_B, LAGGING] = [2, 3, 4] as const

export class StudyPainter extends CanvasLayer {
  readonly #places: BarPlaces
  readonly #interval: Interval
  #studies: readonly PaintedStudy[] = []
  #bars: readonly Bar[] = []
  #colours: ChartColours

  constructor(places: BarPlaces, interval: Interval, colours: ChartColours) {
    super("bottom")
    this.#places = places
    this.#interval = interval
    this.#colours = colours
  }

  /** Keeps the lines in view; but the scale isn't stretched for what may be far, which would flatten the candles. */
  autoscaleInfo(): AutoscaleInfo | null {
    const range = this.#places.inView(this.#bars)
    if (!range) return null
    let minValue = Number.POSITIVE_INFINITY
    let maxValue = Number.NEGATIVE_INFINITY
    for (const study of this.#studies) {
      for (const stroke of strokesOf(study).filter((each) => !isFar(study, each))) {
        const [from, to] = [range.from - stroke.shift, range.to - stroke.shift]
        for (let at = Math.max(0, from); at <= Math.min(this.#bars.length - 1, to); at += 1) {
          const value = study.values.points[at]?.[stroke.line]
          if (value === null || value === undefined) continue
          minValue = Math.min(minValue, value)
          maxValue = Math.max(maxValue, value)
        }
      }
    }
    return minValue <= maxValue ? { priceRange: { minValue, maxValue } } : null
  }

  set(studies: readonly PaintedStudy[], bars: readonly Bar[], colours: ChartColours): void {
    this.#studies = studies
    this.#bars = bars
    this.#colours = colours
    this.update()
  }

  protected paint(pen: CanvasRenderingContext2D): void {
    const range = this.#places.inView(this.#bars)
    if (!range || this.#studies.length === 0) return
    pen.save()
    pen.beginPath()
    pen.rect(0, 0, this.#places.width(), this.#places.height())
    pen.clip()
    pen.lineWidth = 1
    for (const study of this.#studies) {
      if (study.kind === "ichimoku") this.#paintCloud(pen, study, range)
      for (const stroke of strokesOf(study)) this.#paintStroke(pen, study, stroke, range)
    }
    pen.restore()
  }

  #paintStroke(
    pen: CanvasRenderingContext2D,
    { kind, values }: PaintedStudy,
    { line, colour, shift }: Stroke,
    range: { from: number; to: number },
  ): void {
    if (!colour) return
    const half = this.#places.step() / 2
    let isDown = false
    pen.strokeStyle = this.#colours.lines[colour]
    pen.setLineDash(kind === "pivots" && line > 0 ? [4, 3] : [])
    pen.beginPath()
    // One more at each side: the line goes on beyond the edge.
    const first = Math.max(0, range.from - shift - 1)
    const last = Math.min(this.#bars.length - 1, range.to - shift + 1)
    for (let at = first; at <= last; at += 1) {
      const value = values.points[at]?.[line]
      const y = value === null || value === undefined ? undefined : this.#places.y(value)
      const x = this.#places.x(this.#bars, at, shift)
      if (y === undefined || x === undefined) {
        isDown = false
        continue
      }
      if (isDown && this.#isBroken(kind, at, values.lengths[0])) isDown = false
      if (kind === "pivots") {
        // A level holds from edge to edge of its bars.
        if (!isDown) pen.moveTo(x - half, y)
        pen.lineTo(x + half, y)
      } else if (isDown) pen.lineTo(x, y)
      else pen.moveTo(x, y)
      isDown = true
    }
    pen.stroke()
    pen.setLineDash([])
  }

  /** A new session or period begins with the bar: its line isn't that of the one before. */
  #isBroken(kind: PaintedKind, at: number, choice: number | undefined): boolean {
    const [before, bar] = [this.#bars[at - 1], this.#bars[at]]
    if (!before || !bar || kind === "supertrend" || kind === "ichimoku") return false
    const startOf = kind === "vwap" ? sessionStart : pivotStart
    return startOf(before.time, this.#interval, choice) !== startOf(bar.time, this.#interval, choice)
  }

  /** Between the spans, in the colour of the one above; where they cross it changes. */
  #paintCloud(pen: CanvasRenderingContext2D, study: PaintedStudy, range: { from: number; to: number }): void {
    const { points, lengths } = study.values
    const shift = lengths[3] ?? 0
    const first = Math.max(0, range.from - shift - 1)
    const last = Math.min(this.#bars.length - 1, range.to - shift + 1)
    pen.globalAlpha = CLOUD_ALPHA
    for (let at = first; at < last; at += 1) {
      const corners = [at, at + 1].map((place) => {
        const [a, b] = [points[place]?.[SPAN_A], points[place]?.[SPAN_B]]
        const x = this.#places.x(this.#bars, place, shift)
        const [top, bottom] = [a, b].map((value) =>
          typeof value === "number" ? this.#places.y(value) : undefined,
        )
        return x === undefined || top === undefined || bottom === undefined
          ? undefined
          : { x, a: top, b: bottom }
      })
      const [left, right] = corners
      if (!left || !right) continue
      // On the screen a smaller y is the higher price.
      const colour = study.colours[left.a + right.a <= left.b + right.b ? SPAN_A : SPAN_B]
      if (!colour) continue
      pen.fillStyle = this.#colours.lines[colour]
      pen.beginPath()
      pen.moveTo(left.x, left.a)
      pen.lineTo(right.x, right.a)
      pen.lineTo(right.x, right.b)
      pen.lineTo(left.x, left.b)
      pen.fill()
    }
    pen.globalAlpha = 1
  }
}

/** Pivots, VWAP's bands, and a VWAP since more than a day: they come into view when the price nears them. */
const isFar = ({ kind, values }: PaintedStudy, { line }: Stroke): boolean =>
  kind === "pivots" || (kind === "vwap" && (line > 0 || (values.lengths[0] ?? 0) > 1))

function strokesOf({ kind, colours, values }: PaintedStudy): Stroke[] {
  if (kind === "pivots")
    return PIVOT_COLOURS.map((colour, line) => ({ line, colour: colours[colour], shift: 0 }))
  return colours.map((colour, line) => ({ line, colour, shift: shiftOf(kind, line, values.lengths) }))
}

/** How many places after its bar a line of a study is drawn. */
export function shiftOf(kind: LineKind, line: number, lengths: readonly number[]): number {
  const ahead = lengths[3] ?? 0
  if (kind !== "ichimoku" || line < SPAN_A) return 0
  return line === LAGGING ? -ahead : ahead
}
