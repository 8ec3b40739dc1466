/** Paints a market's drawings into the price pane, in the chart's own paintings. */

import type { PrimitiveHoveredItem } from "lightweight-charts"
import type { Drawing } from "#core/drawing/drawing.ts"
import { drawingTools } from "../../../stores/drawing-tools.ts"
import type { ChartCanvas } from "../chart-canvas.ts"
import type { ChartColours } from "../chart-colours.ts"
import { StandingLayer } from "../standing-layer.ts"
import { type DrawingScale, drawingScale, type Px } from "./drawing-scale.ts"
import { labelsApart } from "./labels-apart.ts"
import { isHit, LABEL_ROW_PX, labelBox, type Shape, type ShapeWords, shapesOf, type Tone } from "./shapes.ts"

type Pen = CanvasRenderingContext2D

export interface DrawnBoard {
  drawings: readonly Drawing[]
  /** Being drawn or moved: stands in the place of the one with its id. */
  draft: Drawing | undefined
  chosen: string | undefined
}

/** How near a press must be, px. */
export const REACH = { mouse: 6, touch: 18 } as const
const TAG_AIR = 4

export class DrawingLayer extends StandingLayer {
  #board: DrawnBoard = { drawings: [], draft: undefined, chosen: undefined }
  readonly #words: ShapeWords

  constructor(canvas: ChartCanvas, colours: ChartColours, words: ShapeWords) {
    super(canvas, colours, "normal")
    this.#words = words
  }

  /** The library asks under the mouse: over a drawing it is a hand. */
  hitTest(x: number, y: number): PrimitiveHoveredItem | null {
    // What is pressed now is drawn, not chosen.
    if (drawingTools.tool) return null
    const found = this.hit({ x, y }, REACH.mouse)
    return found ? { externalId: found.id, cursorStyle: "pointer", zOrder: "normal" } : null
  }

  set(board: DrawnBoard): void {
    this.#board = board
    this.redraw()
  }

  /** The topmost drawing at a place; the chosen one before all others. */
  hit(at: Px, reach: number): Drawing | undefined {
    const { chosen } = this.#board
    const scale = drawingScale(this.canvas)
    if (!scale) return undefined
    // Not what was painted last: a press may come before the next painting.
    const all = this.#shapes(scale)
    const own = all.find(({ drawing }) => drawing.id === chosen)
    if (own && isHit(own.shapes, at, { reach, hasAreas: true })) return own.drawing
    return all.find(({ shapes }) => isHit(shapes, at, { reach, hasAreas: false }))?.drawing
  }

  #shapes(scale: DrawingScale): { drawing: Drawing; shapes: Shape[] }[] {
    const { drawings, draft, chosen } = this.#board
    const shown = drawings.filter(({ hidden, id }) => !hidden && id !== draft?.id)
    if (draft) shown.push(draft)
    const shapes = labelsApart(
      shown.map((drawing) => shapesOf(drawing, scale, this.#words)),
      scale,
      draft ? shown.length - 1 : shown.findIndex(({ id }) => id === chosen),
    )
    return shown.map((drawing, at) => ({ drawing, shapes: shapes[at] ?? [] })).reverse()
  }

  protected draw(pen: Pen, scale: DrawingScale): void {
    for (const { drawing, shapes } of this.#shapes(scale).reverse())
      for (const shape of shapes) this.#paintShape(pen, shape, drawing)
  }

  #paintShape(pen: Pen, shape: Shape, drawing: Drawing): void {
    const colour = this.#colourOf(shape.tone, drawing)
    if (shape.kind === "line") {
      const width = shape.isThin ? 1 : drawing.width
      pen.lineWidth = drawing.id === this.#board.chosen && !shape.isThin ? width + 0.5 : width
      pen.setLineDash(dashOf(shape.isThin ? "dotted" : drawing.dash, width))
      pen.strokeStyle = colour
      pen.beginPath()
      pen.moveTo(shape.from.x, crisp(shape.from.y))
      pen.lineTo(shape.to.x, crisp(shape.to.y))
      pen.stroke()
    } else if (shape.kind === "area") {
      pen.globalAlpha = 0.12
      pen.fillStyle = colour
      pen.beginPath()
      for (const { x, y } of shape.corners) pen.lineTo(x, y)
      pen.fill()
      pen.globalAlpha = 1
    } else this.#paintLabel(pen, shape, colour)
  }

  #paintLabel(pen: Pen, shape: Extract<Shape, { kind: "label" }>, colour: string): void {
    const box = labelBox(shape, (text) => pen.measureText(text).width)
    if (shape.isTag && box.width > 0) {
      pen.globalAlpha = 0.86
      pen.fillStyle = this.colours.background
      pen.fillRect(box.left - TAG_AIR, box.top - TAG_AIR / 2, box.width + 2 * TAG_AIR, box.height + TAG_AIR)
      pen.globalAlpha = 1
    }
    pen.fillStyle = colour
    pen.textAlign = shape.align
    shape.lines.forEach((text, row) => {
      pen.fillText(text, shape.at.x, shape.at.y + row * LABEL_ROW_PX)
    })
  }

  #colourOf(tone: Tone, drawing: Drawing): string {
    const { lines, up, down } = this.colours
    return tone === "own" ? lines[drawing.colour] : tone === "buy" ? up : down
  }
}

/** A level line of one px lies on one row of pixels. */
const crisp = (y: number): number => Math.round(y) + 0.5

const dashOf = (dash: Drawing["dash"], width: number): number[] =>
  dash === "dashed" ? [width * 4, width * 3] : dash === "dotted" ? [width, width * 2] : []
