/** The right button and the menu key on a level: an alert at its price. A finger asks by resting (row-press.ts). */

import type { MouseEvent } from "react"
import type { BookLines } from "./book.model.ts"

type Offer = (price: string, at: { x: number; y: number }, origin: HTMLElement | null) => void

/** For the table's own event: the level is the one that stands there now. */
export function levelMenu(lines: BookLines, offer: Offer) {
  return (event: MouseEvent<HTMLTableElement>) => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return
    const row = event.target.closest("tr")
    const [asks, bids] = [event.currentTarget.tBodies[0], event.currentTarget.tBodies[2]]
    const line = row && (lineOf(asks, row, lines.asks) ?? lineOf(bids, row, lines.bids))
    if (!row || !line) return
    event.preventDefault()
    const { left, bottom } = row.getBoundingClientRect()
    // The menu key has no pointer: it opens at its row.
    const isKey = event.clientX === 0 && event.clientY === 0
    const at = isKey ? { x: left, y: bottom } : { x: event.clientX, y: event.clientY }
    offer(line.priceValue, at, row.querySelector("button"))
  }
}

function lineOf(body: HTMLTableSectionElement | undefined, row: Element, lines: BookLines["asks"]) {
  const at = body ? [...body.rows].indexOf(row as HTMLTableRowElement) : -1
  return at < 0 ? undefined : lines[at]
}
