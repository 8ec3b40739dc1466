/** Which lines, areas and words is a drawing made of, in pixels? And which of them is pressed? Pure. */

import type { Drawing, DrawingPoint } from "#core/drawing/drawing.ts"
import type { DrawingScale, Px } from "./drawing-scale.ts"
import { fibonacciLevels } from "./fibonacci.ts"
import { distanceTo, isInside, prolonged } from "./px.ts"

/** `own`: the drawing's colour. */
export type Tone = "own" | "buy" | "sell"

interface LineShape {
  kind: "line"
  from: Px
  to: Px
  tone: Tone
  /** A helper: one px, dotted. */
  isThin?: boolean
}
interface AreaShape {
  kind: "area"
  corners: readonly Px[]
  tone: Tone
}
export interface LabelShape {
  kind: "label"
  /** Of its first line's middle, at the side of `align`. */
  at: Px
  align: "left" | "right" | "center"
  lines: readonly string[]
  tone: Tone
  /** On a ground of its own. */
  isTag?: boolean
  /** Where it may go when another stands there: along its level line, above and below it, or nowhere. Left out: above and below. */
  gives?: "along" | "nowhere"
}
export type Shape = LineShape | AreaShape | LabelShape

/** How figures are written on the chart. */
export interface ShapeWords {
  price(price: string): string
  /** Of a Fibonacci level, in thousandths. */
  level(level: number): string
  moment(timeMs: number): string
  /** Change, percent, bars and time. */
  measured(from: DrawingPoint, to: DrawingPoint): string[]
  /** Of a position: at its target, its stop and its entry. */
  position(drawing: Drawing): { target: string[]; stop: string[]; entry: string[] }
}

/** Between a line and what is written at it, px. */
const AIR = 4
const ROW = 14

export function shapesOf(drawing: Drawing, scale: DrawingScale, words: ShapeWords): Shape[] {
  const places = drawing.points.map((point) => placeOf(point, scale))
  const [a, b, c] = places
  if (!a) return []
  const line = (from: Px, to: Px, tone: Tone = "own", isThin = false): LineShape => ({
    kind: "line",
    from,
    to,
    tone,
    isThin,
  })
  switch (drawing.kind) {
    case "horizontal": {
      const at = { x: scale.width - AIR, y: a.y - ROW / 2 - AIR }
      const lines = [words.price(drawing.points[0]?.price ?? "")]
      return [
        line({ x: 0, y: a.y }, { x: scale.width, y: a.y }),
        { kind: "label", at, align: "right", lines, tone: "own", gives: "along" },
      ]
    }
    case "vertical": {
      const at = { x: a.x + AIR, y: scale.height - ROW }
      const lines = [words.moment(drawing.points[0]?.time ?? 0)]
      return [
        line({ x: a.x, y: 0 }, { x: a.x, y: scale.height }),
        { kind: "label", at, align: "left", lines, tone: "own" },
      ]
    }
    case "text":
      return [
        {
          ...{ kind: "label", at: a, align: "left", lines: drawing.text.split("\n"), tone: "own" },
          // Somebody has put it there.
          ...{ isTag: true, gives: "nowhere" },
        },
      ]
    default:
      if (!b) return []
  }
  switch (drawing.kind) {
    case "trend":
      return [line(a, b)]
    case "ray":
      return [line(a, prolonged(a, b, scale))]
    case "rectangle":
      return boxOf(a, b, "own")
    case "channel":
      return channelOf(a, b, c)
    case "fibonacci":
      return fibonacciOf(drawing, [a, b], scale, words)
    case "measure":
      return measureOf(drawing, [a, b], words)
    default:
      return c ? positionOf(drawing, [a, b, c], words) : []
  }
}

export const placeOf = ({ time, price }: DrawingPoint, scale: DrawingScale): Px => ({
  x: scale.x(time),
  y: scale.y(Number(price)),
})

function boxOf(a: Px, b: Px, tone: Tone): Shape[] {
  const corners = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]
  return [
    { kind: "area", corners, tone },
    ...corners.map(
      (from, at): Shape => ({ kind: "line", from, to: corners[(at + 1) % corners.length] ?? from, tone }),
    ),
  ]
}

/** The third point is one of the other side; until it is there the channel is a line. */
function channelOf(a: Px, b: Px, c: Px | undefined): Shape[] {
  const base: Shape = { kind: "line", from: a, to: b, tone: "own" }
  if (!c) return [base]
  const by = channelHeight(a, b, c)
  const [d, e] = [
    { x: a.x, y: a.y + by },
    { x: b.x, y: b.y + by },
  ]
  const middle = (from: Px): Px => ({ x: from.x, y: from.y + by / 2 })
  return [
    { kind: "area", corners: [a, b, e, d], tone: "own" },
    base,
    { kind: "line", from: d, to: e, tone: "own" },
    { kind: "line", from: middle(a), to: middle(b), tone: "own", isThin: true },
  ]
}

/** How far below its base a channel's other side lies, px. */
export function channelHeight(a: Px, b: Px, c: Px): number {
  const slope = b.x === a.x ? 0 : (b.y - a.y) / (b.x - a.x)
  return c.y - (a.y + slope * (c.x - a.x))
}

function fibonacciOf(
  { points }: Drawing,
  [a, b]: readonly [Px, Px],
  scale: DrawingScale,
  words: ShapeWords,
): Shape[] {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)]
  const levels = fibonacciLevels(points[0]?.price ?? "0", points[1]?.price ?? "0")
  return [
    { kind: "line", from: a, to: b, tone: "own", isThin: true },
    ...levels.flatMap(({ level, price }): Shape[] => {
      const y = scale.y(Number(price))
      return [
        { kind: "line", from: { x: left, y }, to: { x: right, y }, tone: "own" },
        {
          kind: "label",
          at: { x: left + AIR, y: y - ROW / 2 - 1 },
          align: "left",
          lines: [`${words.level(level)}  ${words.price(price)}`],
          tone: "own",
          gives: "along",
        },
      ]
    }),
  ]
}

function measureOf({ points }: Drawing, [a, b]: readonly [Px, Px], words: ShapeWords): Shape[] {
  const [from, to] = points
  if (!from || !to) return []
  const tone: Tone = b.y <= a.y ? "buy" : "sell"
  const middle = (a.x + b.x) / 2
  const lines = words.measured(from, to)
  const top = b.y <= a.y ? b.y - AIR - (lines.length - 0.5) * ROW - AIR : b.y + ROW
  return [
    { kind: "area", corners: [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }], tone },
    { kind: "line", from: a, to: { x: b.x, y: a.y }, tone },
    { kind: "line", from: b, to: { x: a.x, y: b.y }, tone },
    { kind: "line", from: { x: middle, y: a.y }, to: { x: middle, y: b.y }, tone },
    { kind: "line", from: { x: a.x, y: (a.y + b.y) / 2 }, to: { x: b.x, y: (a.y + b.y) / 2 }, tone },
    { kind: "label", at: { x: middle, y: top }, align: "center", lines, tone, isTag: true },
  ]
}

function positionOf(
  drawing: Drawing,
  [entry, stop, target]: readonly [Px, Px, Px],
  words: ShapeWords,
): Shape[] {
  const right = Math.max(stop.x, target.x)
  const corner = (y: number): Px => ({ x: right, y })
  const box = (y: number, tone: Tone): Shape => ({
    kind: "area",
    corners: [entry, corner(entry.y), corner(y), { x: entry.x, y }],
    tone,
  })
  const edge = (y: number, tone: Tone): Shape => ({
    kind: "line",
    from: { x: entry.x, y },
    to: corner(y),
    tone,
  })
  const said = words.position(drawing)
  const label = (y: number, lines: readonly string[], tone: Tone): Shape => ({
    kind: "label",
    at: { x: (entry.x + right) / 2, y },
    align: "center",
    lines,
    tone,
    isTag: true,
  })
  const beyond = (y: number, lines: readonly string[]) =>
    y < entry.y ? y - AIR - (lines.length - 0.5) * ROW - AIR : y + ROW
  return [
    box(target.y, "buy"),
    box(stop.y, "sell"),
    edge(target.y, "buy"),
    edge(stop.y, "sell"),
    edge(entry.y, "own"),
    label(beyond(target.y, said.target), said.target, "buy"),
    label(beyond(stop.y, said.stop), said.stop, "sell"),
    label(entry.y, said.entry, "own"),
  ]
}

/** Room that a label takes, from its `at`. `width` measures one line. */
export function labelBox(
  { at, align, lines }: LabelShape,
  width: (text: string) => number,
): { left: number; top: number; width: number; height: number } {
  const widest = Math.max(0, ...lines.map(width))
  const left = align === "left" ? at.x : align === "right" ? at.x - widest : at.x - widest / 2
  return { left, top: at.y - ROW / 2, width: widest, height: lines.length * ROW }
}

export const LABEL_ROW_PX = ROW

/** About, for pressing: what a letter of 11 px takes. */
const LETTER_PX = 6.5

/**
 * Whether a press within `reach` px hits. The inside of an area counts only with `hasAreas`: whoever wants to move the
 * chart behind a large one could find no place else.
 */
export function isHit(
  shapes: readonly Shape[],
  at: Px,
  { reach, hasAreas }: { reach: number; hasAreas: boolean },
): boolean {
  return shapes.some((shape) => {
    if (shape.kind === "line") return distanceTo(at, shape.from, shape.to) <= reach
    if (shape.kind === "area") return hasAreas && isInside(at, shape.corners)
    if (!shape.isTag) return false
    const box = labelBox(shape, (text) => text.length * LETTER_PX)
    const [dx, dy] = [at.x - box.left, at.y - box.top]
    return dx >= -reach && dy >= -reach && dx <= box.width + reach && dy <= box.height + reach
  })
}
