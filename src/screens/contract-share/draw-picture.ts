/** Draws the picture on a canvas, and makes a PNG of it. */

import { qrRows } from "../../ui/qr-rows.ts"
import { fittingSize, type PictureItem, type PictureLayout } from "./picture-layout.ts"
import type { LookColours } from "./picture-looks.ts"

/** The falcon's wings, in a square of 24, as the page's head has them. */
const WINGS = "M2 6.5 12 12l10-8.5-6.2 12.2L12 21l-2.6-6.4z"
const WINGS_EDGE = 24
/** From the middle of the letters' height down to the line they stand on, of the size. */
const MIDDLE_TO_BASELINE = 0.36
/** Not of the look: a camera reads dark on white. */
const CODE = { ground: "#ffffff", dark: "#000000", edge: "#d2d7e3", radius: 16 }

type Pen = CanvasRenderingContext2D

/** The font with all the letters that are needed; a font that can't be had leaves the system's own. */
export async function loadFont({ items }: PictureLayout, { font, weights }: LookColours): Promise<void> {
  const text = items.map((item) => (item.kind === "text" ? item.text : "")).join("")
  const load = (weight: string) => document.fonts.load(`${weight} 40px ${font}`, text)
  await Promise.allSettled(Object.values(weights).map(load))
}

/** False where the browser has no canvas to draw on. */
export function drawPicture(canvas: HTMLCanvasElement, layout: PictureLayout, colours: LookColours): boolean {
  canvas.width = layout.width
  canvas.height = layout.height
  const pen = canvas.getContext("2d", { alpha: false })
  if (!pen) return false
  pen.fillStyle = colours.ground
  pen.fillRect(0, 0, layout.width, layout.height)
  drawBackdrop(pen, layout, colours.backdrop)
  for (const item of layout.items) drawItem(pen, item, colours)
  return true
}

export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, "image/png"))

function drawItem(pen: Pen, item: PictureItem, colours: LookColours): void {
  if (item.kind === "code") {
    drawCode(pen, item)
    return
  }
  pen.fillStyle = colours.inks[item.ink]
  if (item.kind === "text") drawText(pen, item, colours)
  else if (item.kind === "arrow") fillArrow(pen, item, item.isUp)
  else fillWings(pen, { x: item.x, y: item.y, edge: item.width })
}

function drawText(pen: Pen, item: PictureItem & { kind: "text" }, { font, weights }: LookColours): void {
  const fontOf = (size: number) => `${weights[item.weight]} ${size}px ${font}`
  pen.font = fontOf(item.size)
  const size = fittingSize(item.size, pen.measureText(item.text).width, item.width)
  pen.font = fontOf(size)
  pen.fillText(item.text, item.x, item.y + item.height / 2 + size * MIDDLE_TO_BASELINE)
}

interface Place {
  x: number
  y: number
  width: number
  height: number
}

function fillArrow(pen: Pen, { x, y, width, height }: Place, isUp: boolean): void {
  const [tip, foot] = isUp ? [y, y + height] : [y + height, y]
  const neck = (tip + foot) / 2
  const shaft = width * 0.16
  const middle = x + width / 2
  pen.beginPath()
  pen.moveTo(middle, tip)
  pen.lineTo(x + width, neck)
  pen.lineTo(middle + shaft, neck)
  pen.lineTo(middle + shaft, foot)
  pen.lineTo(middle - shaft, foot)
  pen.lineTo(middle - shaft, neck)
  pen.lineTo(x, neck)
  pen.closePath()
  pen.fill()
}

function fillWings(pen: Pen, { x, y, edge }: { x: number; y: number; edge: number }): void {
  pen.save()
  pen.translate(x, y)
  pen.scale(edge / WINGS_EDGE, edge / WINGS_EDGE)
  pen.fill(new Path2D(WINGS))
  pen.restore()
}

/** One square a dark module, all of whole px so that none is blurred. */
function drawCode(pen: Pen, { x, y, width, text }: PictureItem & { kind: "code" }): void {
  const rows = qrRows(text)
  const module = Math.floor(width / rows.length)
  const rest = Math.floor((width - module * rows.length) / 2)
  pen.fillStyle = CODE.ground
  pen.beginPath()
  pen.roundRect(x, y, width, width, CODE.radius)
  pen.fill()
  // On white it would have no outline.
  pen.strokeStyle = CODE.edge
  pen.lineWidth = 2
  pen.stroke()
  pen.fillStyle = CODE.dark
  const [left, top] = [Math.round(x) + rest, Math.round(y) + rest]
  rows.forEach((row, line) => {
    row.forEach((isDark, column) => {
      if (isDark) pen.fillRect(left + column * module, top + line * module, module, module)
    })
  })
}

function drawBackdrop(
  pen: Pen,
  { width, height }: PictureLayout,
  { kind, colour, opacity, isUp }: LookColours["backdrop"],
): void {
  const edge = Math.min(width, height)
  pen.save()
  pen.globalAlpha = opacity
  pen.fillStyle = colour
  pen.strokeStyle = colour
  switch (kind) {
    case "mark":
      fillWings(pen, { x: width - edge * 0.75, y: height * 0.1, edge: edge * 0.9 })
      break
    case "arrow":
      fillArrow(
        pen,
        { x: width - edge * 0.7, y: height * 0.08, width: edge * 0.66, height: height * 0.84 },
        isUp,
      )
      break
    case "grid":
      strokeGrid(pen, width, height)
      break
    case "rings":
      strokeRings(pen, width, height)
      break
  }
  pen.restore()
}

const GRID_PX = 60

function strokeGrid(pen: Pen, width: number, height: number): void {
  pen.lineWidth = 2
  pen.beginPath()
  for (let x = GRID_PX; x < width; x += GRID_PX) {
    pen.moveTo(x, 0)
    pen.lineTo(x, height)
  }
  for (let y = GRID_PX; y < height; y += GRID_PX) {
    pen.moveTo(0, y)
    pen.lineTo(width, y)
  }
  pen.stroke()
}

const RINGS = 9
const RING_PX = 110

function strokeRings(pen: Pen, width: number, height: number): void {
  pen.lineWidth = 36
  for (let ring = 1; ring <= RINGS; ring += 1) {
    pen.beginPath()
    pen.arc(width, height * 0.2, ring * RING_PX, 0, 2 * Math.PI)
    pen.stroke()
  }
}
