/**
 * What do the rows' figures say now? Written into their text nodes, past React: twenty times a second nearly every sum
 * changes, and no row need be rendered for that (bench: book-20).
 */

import { FLASH_PAUSE_MS, flash } from "../../ui/flash-cell.tsx"
import type { BookLine } from "./book.model.ts"

/** When a row was last lit, ms of the page. */
const litAt = new WeakMap<Element, number>()

/** `rows`: as {@link BookRowLine} drew them, one for each line. What stands there already isn't touched. */
export function writeFigures(
  rows: HTMLCollectionOf<HTMLTableRowElement> | undefined,
  lines: readonly BookLine[],
  isQuiet: boolean,
): void {
  lines.forEach((line, at) => {
    const [price, size, sum] = rows?.[at]?.children ?? []
    const figure = size?.firstElementChild
    const bar = price?.lastElementChild
    if (!line || !(figure instanceof HTMLElement) || !(bar instanceof HTMLElement)) return
    const share = `${Math.round(line.share * 1000) / 10}% 100%`
    if (bar.style.backgroundSize !== share) bar.style.backgroundSize = share
    if (sum) write(sum, line.sum)
    if (write(figure, line.size) && line.moved !== 0) light(figure, line.moved, isQuiet)
  })
}

/** False where the text stood there already. */
function write(element: Element, text: string | null): boolean {
  const node = element.firstChild
  const shown = text ?? "–"
  if (!node || node.nodeValue === shown) return false
  node.nodeValue = shown
  return true
}

function light(figure: HTMLElement, moved: -1 | 1, isQuiet: boolean): void {
  const direction = moved === 1 ? "up" : "down"
  if (figure.dataset.moved !== direction) figure.dataset.moved = direction
  const now = performance.now()
  if (isQuiet || now - (litAt.get(figure) ?? Number.NEGATIVE_INFINITY) < FLASH_PAUSE_MS) return
  litAt.set(figure, now)
  flash(figure, moved)
}
