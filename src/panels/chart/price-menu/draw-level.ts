/** Draws a horizontal line at a price, as the tool of that name would. */

import { boards, draw, openBoard } from "../../../stores/drawing-store.ts"
import { newDrawing, usualLook } from "../drawings/new-drawing.ts"

/** @param owner a user's number; empty: a visitor; undefined: not known yet, and the market's board is open if there is one */
export function drawLevel(instrument: string, price: string, owner: string | undefined): void {
  if (owner !== undefined) openBoard(instrument, owner)
  if (!boards.byId[instrument]) return
  const point = { time: Date.now(), price }
  draw(instrument, [{ after: newDrawing("horizontal", [point], usualLook("horizontal")) }])
}
