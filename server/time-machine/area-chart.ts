/** A curve over time as SVG in a figure: the drawing stretches to any width, its words are text of the page. */

import { type Html, html } from "../docs/html.ts"

interface ChartPoint {
  /** Epoch ms. */
  time: number
  value: number
}

interface AreaChart {
  /** For whoever can't see it. */
  name: string
  points: readonly ChartPoint[]
  /** Class that gives the colour. */
  tone: string
  write(value: number): string
  /** Upper end of the scale; left out: the highest value. */
  top?: number
}

/** Of the drawing's own units, which are stretched. */
const WIDTH = 1000
const HEIGHT = 240
/** Room above and below the curve, as a share of its range. */
const MARGIN = 0.06

export function areaChart({ name, points, tone, write, top }: AreaChart): Html {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return html`<p class="soft">There is nothing to draw.</p>`
  const values = points.map(({ value }) => value)
  const [least, most] = [Math.min(...values), top ?? Math.max(...values)]
  // A flat curve lies in the middle of a scale that is made for it.
  const range = most - least || Math.max(1, Math.abs(most) * 0.01)
  const [low, high] = [least - range * MARGIN, most + (top === undefined ? range * MARGIN : 0)]
  const length = last.time - first.time || 1
  const place = ({ time, value }: ChartPoint) =>
    `${round(((time - first.time) / length) * WIDTH)},${round(((high - value) / (high - low)) * HEIGHT)}`
  const line = points.map(place).join(" ")
  const ground = top === undefined ? HEIGHT : round(((high - top) / (high - low)) * HEIGHT)
  const described = `${name}: from ${write(first.value)} to ${write(last.value)}, between ${write(least)} and ${write(most)}`
  return html`<figure><p class="scale"><span>highest ${write(most)}</span><span>lowest ${write(least)}</span></p>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${described}">
${[0.25, 0.5, 0.75].map((share) => html`<line class="grid" x1="0" x2="${WIDTH}" y1="${HEIGHT * share}" y2="${HEIGHT * share}"/>`)}
<polygon class="area ${tone}" points="0,${ground} ${line} ${WIDTH},${ground}"/>
<polyline class="line ${tone}" points="${line}"/>
</svg>
<figcaption><span>${dayOf(first.time)}</span><span>${dayOf(last.time)}</span></figcaption></figure>`
}

const round = (value: number): number => Math.round(value * 10) / 10
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 16).replace("T", " ")
