/**
 * What do the rows' figures say now? Written into their text nodes, past React, as the book's are: ten times a second many
 * change, and no row need be rendered for that.
 */

import { stepOf } from "#core/book/group-levels.ts"
import type { PriceLadderFrame } from "#workers/market/market.api.ts"
import { type LadderPlace, rowOf } from "./ladder.model.ts"

/** Keeps its text node. */
export const NOTHING = "\u00a0"

/** Cells of a row that have a figure and a bar, with their places: looked up by place, as it is done a thousand times a second. */
const FIGURES = [
  ["bid", 1],
  ["ask", 3],
  ["volume", 5],
] as const

/** `rows`: as ladder-row.view.tsx drew them. A frame of another place of the ladder fills those rows that it knows. */
export function writeRows(
  rows: HTMLCollectionOf<HTMLTableRowElement> | undefined,
  place: LadderPlace,
  frame: PriceLadderFrame | null,
): void {
  const { group } = place
  const isOfGroup = frame !== null && frame.top !== null && frame.group === group
  // Both tops are multiples of the group: rows of a scrolled ladder find their figures in the frame before.
  const shift = isOfGroup ? ((frame.top ?? 0) - place.top) / group : 0
  const marks = isOfGroup ? marksOf(frame, place) : undefined
  for (let at = 0; at < place.rows; at += 1) {
    const row = rows?.[at]
    if (!row) return
    const known = isOfGroup ? frame.rows[at + shift] : undefined
    for (const [name, place] of FIGURES) {
      const cell = row.children[place]?.lastElementChild
      if (cell) write(cell, known?.[name] ?? NOTHING, known?.[`${name}Share`] ?? 0)
    }
    mark(row, "best", at === marks?.bid ? "bid" : at === marks?.ask ? "ask" : undefined)
    mark(row, "last", at === marks?.last ? (frame?.lastMoved === -1 ? "down" : "up") : undefined)
  }
}

function marksOf({ bestBid, bestAsk, last, lastMoved }: PriceLadderFrame, place: LadderPlace) {
  const at = (price: number | null, side: "bid" | "ask") =>
    price === null ? undefined : rowOf(place, stepOf(price, place.group, side))
  return {
    bid: at(bestBid, "bid"),
    ask: at(bestAsk, "ask"),
    last: at(last, lastMoved === 1 ? "ask" : "bid"),
  }
}

/** A figure is the text node of its first child, its bar the second. */
function write(cell: Element, text: string, share: number): void {
  const [figure, bar] = cell.children
  const node = figure?.firstChild
  if (node && node.nodeValue !== text) node.nodeValue = text
  const size = `${Math.round(share * 100)}% 100%`
  if (bar instanceof HTMLElement && bar.style.backgroundSize !== size) bar.style.backgroundSize = size
}

function mark(row: HTMLElement, name: "best" | "last", value: string | undefined): void {
  if (row.dataset[name] === value) return
  if (value === undefined) delete row.dataset[name]
  else row.dataset[name] = value
}
