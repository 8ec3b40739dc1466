/** The peer of the book figure: the same 2×20 rows on a canvas, all of it drawn anew 60 times a second. */

import type { BookFrame, BookRow } from "#workers/market/market.api.ts"
import { ROWS } from "./frames.ts"

const WIDTH = 264
const ROW_PX = 20
const HEAD_PX = 24
const MID_PX = 28
export const CANVAS_HEIGHT = HEAD_PX + MID_PX + 2 * ROWS * ROW_PX

/** Colours are read once: a canvas knows no tokens. */
export function createCanvasBook(place: HTMLElement): (frame: BookFrame) => void {
  const canvas = document.createElement("canvas")
  canvas.width = WIDTH
  canvas.height = CANVAS_HEIGHT
  place.append(canvas)
  const context = canvas.getContext("2d", { alpha: false })
  if (!context) throw new Error("no canvas")
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const [bg, text, faint] = [token("bg"), token("text-1"), token("text-3")]
  const colours = {
    ask: { price: token("sell"), depth: token("sell-depth") },
    bid: { price: token("buy"), depth: token("buy-depth") },
  }
  const font = getComputedStyle(document.body).fontFamily

  const row = (line: BookRow, top: number, { price, depth }: { price: string; depth: string }) => {
    const width = line.share * WIDTH
    context.fillStyle = depth
    context.fillRect(WIDTH - width, top + 1, width, ROW_PX - 1)
    context.fillStyle = price
    context.textAlign = "left"
    context.fillText(line.price, 12, top + 14)
    context.fillStyle = text
    context.textAlign = "right"
    context.fillText(line.size ?? "–", 166, top + 14)
    context.fillText(line.sum ?? "–", WIDTH - 12, top + 14)
  }
  return (frame) => {
    context.fillStyle = bg
    context.fillRect(0, 0, WIDTH, CANVAS_HEIGHT)
    context.font = `11px ${font}`
    context.fillStyle = faint
    context.textAlign = "left"
    context.fillText("Price (USDT)", 12, 16)
    context.font = `12px ${font}`
    const midTop = HEAD_PX + frame.asks.length * ROW_PX
    frame.asks.forEach((line, rank) => {
      row(line, midTop - (rank + 1) * ROW_PX, colours.ask)
    })
    frame.bids.forEach((line, rank) => {
      row(line, midTop + MID_PX + rank * ROW_PX, colours.bid)
    })
    context.font = `600 16px ${font}`
    context.textAlign = "left"
    context.fillStyle = colours.bid.price
    context.fillText(frame.last ?? "–", 12, midTop + 20)
  }
}
