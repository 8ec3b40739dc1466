/**
 * Keys in a list of markets. The list is one stop of the tab key. Inside, arrows lead from market to market, over rows that
 * aren't drawn yet too, and to the sides through the controls of a row (with the shift key where markets stand side by side).
 * The menu key, the right button and a finger that rests on a row offer an alert on its market.
 */

import { type FocusEvent, type KeyboardEvent, type RefObject, useRef } from "react"
import { useRowMenu } from "../../lists/row-menu.ts"
import { offerAlert } from "../../stores/alert-offer.ts"
import { market } from "../../stores/market-store.ts"

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

/** Spread on what lies directly around the rows. */
export interface ListStop extends ReturnType<typeof useRowMenu> {
  tabIndex: 0
  onFocus: (event: FocusEvent<HTMLElement>) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

interface ListKeys<Handle> {
  scroller: RefObject<Handle | null>
  stop: ListStop
}

/** Moves focus `by` so many controls among those that are drawn in one line. */
function stepAside(line: Element, by: 1 | -1): void {
  const controls = [...line.querySelectorAll<HTMLElement>("a[href], button")]
  const at = controls.indexOf(document.activeElement as HTMLElement)
  if (at >= 0) controls[at + by]?.focus()
}

/** On the way back the box around the rows must not catch the focus that has just left a row. */
function letPass(box: HTMLElement): void {
  box.tabIndex = -1
  box.addEventListener(
    "focusout",
    () => {
      box.tabIndex = 0
    },
    { once: true },
  )
}

/**
 * The box takes the tab key and hands the focus on to a row: to the one last visited, else to `current`, else to the first
 * drawn. Rows come and go with scrolling, so none of them can be the stop; their controls have the tab index −1. Links carry
 * `data-market`; whatever else stands in a row (`tr`, or `data-market-row`) counts as its link.
 */
export function useListKeys<Handle extends Scroller>(
  ids: readonly string[],
  { columns = 1, current }: { columns?: number; current?: string } = {},
): ListKeys<Handle> {
  const scroller = useRef<Handle>(null)
  const visited = useRef<string>(undefined)
  const menu = useRowMenu(({ target, at }) => {
    const id = marketAt(target)
    const kind = market.catalogue?.byId.get(id ?? "")?.kind
    // A button of the row has a menu of its own; second contracts' markets have no alerts.
    if (id === undefined || kind === undefined || kind === "second" || target.closest("button")) return false
    const origin = rowOf(target)?.querySelector<HTMLElement>("a[data-market]") ?? null
    offerAlert({ market: id, price: null, at, origin })
    return true
  })
  const goTo = (box: HTMLElement, index: number) => {
    const focus = () =>
      box
        .querySelector<HTMLElement>(`a[data-market="${CSS.escape(ids[index] ?? "")}"]`)
        ?.focus({ preventScroll: true })
    scroller.current?.scrollIntoView({ index: Math.floor(index / columns), done: focus })
  }
  const enter = (box: HTMLElement) => {
    const known = [visited.current, current].find((id) => id !== undefined && ids.includes(id))
    if (known === undefined) focusFirstRow(box)
    else goTo(box, ids.indexOf(known))
  }
  return {
    scroller,
    stop: {
      ...menu,
      tabIndex: 0,
      onFocus: ({ target, currentTarget: box }) => {
        const here = marketAt(target)
        if (here !== undefined) visited.current = here
        // A press beside the rows focuses the box as well; that leads nowhere.
        else if (target === box && box.matches(":focus-visible")) enter(box)
      },
      onKeyDown: (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
        const { currentTarget: box, target, key } = event
        const here = marketAt(target)
        if (here === undefined) return
        if (key === "Tab" && event.shiftKey) return letPass(box)
        const isAside = key === "ArrowLeft" || key === "ArrowRight"
        const line = target.closest("[data-index]")
        if (line && isAside && (columns === 1 || event.shiftKey)) {
          event.preventDefault()
          return stepAside(line, key === "ArrowRight" ? 1 : -1)
        }
        const next = nextPlace(key, ids.indexOf(here), ids.length, columns)
        if (next === undefined) return
        event.preventDefault()
        goTo(box, next)
      },
    },
  }
}

const rowOf = (element: Element) => element.closest("tbody tr, [data-market-row]")

/** The market of the row in which `element` stands. */
const marketAt = (element: Element): string | undefined =>
  rowOf(element)?.querySelector<HTMLElement>("a[data-market]")?.dataset.market

/** Enter in the search field: the first hit opens. */
export function openFirstRow(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>("a[data-market]")?.click()
}

/** From the search field into the first row. */
export function focusFirstRow(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>("a[data-market]")?.focus()
}
