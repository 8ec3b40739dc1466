/** Reads a list of drawings as it was kept by any release: what is ours is understood, what isn't is told apart. */

import {
  DRAWING_COLOURS,
  DRAWING_DASHES,
  DRAWING_FORM,
  DRAWING_KINDS,
  DRAWING_TEXT_MAX,
  DRAWING_WIDTHS,
  type Drawing,
  type DrawingPoint,
  POINT_COUNTS,
} from "./drawing.ts"

const ID = /^[A-Za-z0-9_-]{1,36}$/
const PRICE = /^(?:0|[1-9]\d{0,23})(?:\.\d{1,16})?$/
const TIME_MAX = 8_640_000_000_000_000

export interface ReadDrawings {
  drawings: Drawing[]
  /** Rows that this release can't show: a newer one's. Whoever keeps the list keeps them. */
  foreign: unknown[]
}

/**
 * Reads rows one by one. A look that is missing or unknown gets the usual one; a drawing without an id, of an unknown
 * kind or with points that are none is foreign, and so is everything of a newer form.
 */
export function readDrawings(rows: unknown, form: unknown): ReadDrawings {
  const read: ReadDrawings = { drawings: [], foreign: [] }
  const isNewer = typeof form === "number" && form > DRAWING_FORM
  for (const row of Array.isArray(rows) ? rows : []) {
    const drawing = isNewer ? undefined : readDrawing(row)
    if (drawing) read.drawings.push(drawing)
    else read.foreign.push(row)
  }
  return read
}

function readDrawing(row: unknown): Drawing | undefined {
  const fields: Partial<Record<keyof Drawing, unknown>> = Object(row)
  const kind = DRAWING_KINDS.find((known) => known === fields.kind)
  const points = Array.isArray(fields.points) ? fields.points.map(readPoint) : []
  if (!kind || typeof fields.id !== "string" || !ID.test(fields.id)) return undefined
  if (points.length !== POINT_COUNTS[kind] || !points.every((point) => point !== undefined)) return undefined
  return {
    id: fields.id,
    kind,
    points,
    colour: DRAWING_COLOURS.find((known) => known === fields.colour) ?? "accent",
    width: DRAWING_WIDTHS.find((known) => known === fields.width) ?? 2,
    dash: DRAWING_DASHES.find((known) => known === fields.dash) ?? "solid",
    text: typeof fields.text === "string" ? fields.text.replaceAll("\0", "").slice(0, DRAWING_TEXT_MAX) : "",
    risk: typeof fields.risk === "string" && PRICE.test(fields.risk) ? fields.risk : "",
    locked: fields.locked === true,
    hidden: fields.hidden === true,
  }
}

function readPoint(point: unknown): DrawingPoint | undefined {
  const { time, price } = Object(point) as Partial<Record<keyof DrawingPoint, unknown>>
  const isTime = Number.isSafeInteger(time) && Number(time) >= 0 && Number(time) <= TIME_MAX
  return isTime && typeof price === "string" && PRICE.test(price) ? { time: Number(time), price } : undefined
}
