/** Makes drawings: at the points that were pressed, at the usual place in view, as a copy for another market, or moved. */

import type { Drawing, DrawingKind, DrawingPoint } from "#core/drawing/drawing.ts"
import { POINT_COUNTS } from "#core/drawing/drawing.ts"
import { snappedPrice } from "../own-lines.model.ts"
import type { DrawingScale, Px } from "./drawing-scale.ts"
import { isPosition } from "./planned-position.ts"

/** Of a position as it is first drawn: how far its stop is from its entry (its target is twice as far), how wide it is, px. */
const STOP_PX = 48
const POSITION_WIDTH_PX = 140

/** Points that are pressed one by one; the others of a position come with its entry. */
export const pressedPoints = (kind: DrawingKind): number =>
  kind === "long" || kind === "short" ? 1 : POINT_COUNTS[kind]

/** Looks as chosen last stay for the next of the kind. */
export type DrawingLook = Pick<Drawing, "colour" | "width" | "dash">

export const usualLook = (kind: DrawingKind): DrawingLook => ({
  colour: kind === "fibonacci" ? "ind-1" : kind === "text" ? "text-2" : "accent",
  width: kind === "trend" || kind === "ray" || kind === "channel" ? 2 : 1,
  dash: kind === "vertical" ? "dashed" : "solid",
})

export function newDrawing(kind: DrawingKind, points: DrawingPoint[], look: DrawingLook): Drawing {
  const id = crypto.randomUUID().replaceAll("-", "").slice(0, 20)
  return { id, kind, points, ...look, text: "", risk: "", locked: false, hidden: false }
}

/** A point at a place, on the market's tick. */
export function pointAt(at: Px, scale: DrawingScale, tick: bigint): DrawingPoint | undefined {
  const price = scale.priceAt(at.y)
  return price === undefined ? undefined : { time: scale.timeAt(at.x), price: snappedPrice(price, tick) }
}

/** All points of a drawing whose pressed ones are known: a position's stop and target join its entry. */
export function completed(
  kind: DrawingKind,
  points: readonly DrawingPoint[],
  scale: DrawingScale,
  tick: bigint,
): DrawingPoint[] {
  const [entry] = points
  if (!isPosition({ kind }) || !entry || points.length > 1) return [...points]
  const x = Math.min(
    scale.x(entry.time) + POSITION_WIDTH_PX,
    Math.max(scale.x(entry.time) + 20, scale.width - 8),
  )
  const y = scale.y(Number(entry.price))
  const turn = kind === "long" ? 1 : -1
  const stop = pointAt({ x, y: y + turn * STOP_PX }, scale, tick)
  const target = pointAt({ x, y: y - turn * 2 * STOP_PX }, scale, tick)
  return stop && target ? [entry, stop, target] : [entry]
}

/** Where a drawing of a kind stands when no place was pressed: in the middle of the view, for whoever has no pointer. */
export function usualPoints(kind: DrawingKind, scale: DrawingScale, tick: bigint): DrawingPoint[] {
  const { width, height } = scale
  const places: readonly Px[] = [
    { x: width * 0.4, y: height * 0.6 },
    { x: width * 0.65, y: height * 0.4 },
    { x: width * 0.4, y: height * 0.45 },
  ]
  const points = places.slice(0, pressedPoints(kind)).flatMap((place) => pointAt(place, scale, tick) ?? [])
  return completed(kind, points, scale, tick)
}

/** All of it moved by so many px: whole bars, on the tick. */
export function movedBy(drawing: Drawing, by: Px, scale: DrawingScale, tick: bigint): Drawing {
  const points = drawing.points.map((point) => {
    const place = { x: scale.x(point.time) + by.x, y: scale.y(Number(point.price)) + by.y }
    const moved = pointAt(place, scale, tick)
    return {
      time: by.x === 0 ? point.time : (moved?.time ?? point.time),
      price: by.y === 0 ? point.price : (moved?.price ?? point.price),
    }
  })
  return { ...drawing, points }
}

/** One of its points elsewhere. Stop and target of a position end together. */
export function withPoint(drawing: Drawing, index: number, point: DrawingPoint): Drawing {
  const points = drawing.points.with(index, point)
  if (!isPosition(drawing) || index === 0) return { ...drawing, points }
  return { ...drawing, points: points.map((each, at) => (at === 0 ? each : { ...each, time: point.time })) }
}

/** The same in another market: another id, nothing of money. */
export const copied = (drawing: Drawing): Drawing => ({
  ...newDrawing(drawing.kind, drawing.points, {
    colour: drawing.colour,
    width: drawing.width,
    dash: drawing.dash,
  }),
  text: drawing.text,
})
