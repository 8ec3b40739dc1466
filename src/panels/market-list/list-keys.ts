/** Where do the arrow keys lead in a list of markets? From link to link, over rows that aren't drawn yet too. */

import { type KeyboardEvent, type RefObject, useRef } from "react"

/** Rows that a page key passes. */
const PAGE_ROWS = 10

/**
 * The place that a key leads to, never beyond the ends; undefined when the key means nothing here. With two columns the
 * arrows to the sides go from market to market, those up and down from row to row.
 */
export function nextPlace(key: string, at: number, count: number, columns: number): number | undefined {
  const step: Readonly<Record<string, number>> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: PAGE_ROWS * columns,
    PageUp: -PAGE_ROWS * columns,
    Home: -count,
    End: count,
    ...(columns > 1 && { ArrowRight: 1, ArrowLeft: -1 }),
  }
  const by = step[key]
  if (by === undefined || count === 0) return undefined
  return Math.min(count - 1, Math.max(0, at + by))
}

/** As virtuoso's lists have it. */
interface Scroller {
  scrollIntoView(location: { index: number; done?: () => void }): void
}

interface ListKeys<Handle> {
  scroller: RefObject<Handle | null>
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** Links carry `data-market`; whatever else stands in a row (`tr`, or `data-market-row`) counts as its link. */
export function useListKeys<Handle extends Scroller>(ids: readonly string[], columns = 1): ListKeys<Handle> {
  const scroller = useRef<Handle>(null)
  return {
    scroller,
    onKeyDown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
      const box = event.currentTarget
      const row = event.target.closest("tbody tr, [data-market-row]")
      const here = row?.querySelector<HTMLElement>("a[data-market]")?.dataset.market
      const next =
        here === undefined ? undefined : nextPlace(event.key, ids.indexOf(here), ids.length, columns)
      if (next === undefined) return
      event.preventDefault()
      const focus = () =>
        box
          .querySelector<HTMLElement>(`a[data-market="${CSS.escape(ids[next] ?? "")}"]`)
          ?.focus({ preventScroll: true })
      scroller.current?.scrollIntoView({ index: Math.floor(next / columns), done: focus })
    },
  }
}

/** From the search field into the first row. */
export function focusFirstRow(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>("a[data-market]")?.focus()
}
