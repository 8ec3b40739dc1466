/** Counts the intervals that have room in the chart's bar beside its tools. */

import { type RefObject, useLayoutEffect, useState } from "react"

type Place<Kind extends HTMLElement> = RefObject<Kind | null>

/**
 * Counted from the left. The row wraps, and shows its first line alone: what stands lower has no room. Where the room isn't
 * known, as before the first layout, all have it.
 */
export function useFittingChoices(
  head: Place<HTMLElement>,
  row: Place<HTMLElement>,
  isMeasured: boolean,
): number {
  const [count, setCount] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    if (!isMeasured || !head.current || !row.current || !globalThis.ResizeObserver) return
    const [bar, choices] = [head.current, row.current]
    const measure = () => setCount(fitting(bar, choices))
    const sizes = new ResizeObserver(measure)
    // Words grow with the font that comes later, and "More" takes its own place away from the row.
    for (const each of [bar, ...bar.children, ...choices.children]) sizes.observe(each)
    measure()
    return () => sizes.disconnect()
  }, [head, row, isMeasured])
  return count
}

function fitting(bar: HTMLElement, row: HTMLElement): number {
  const all = [...row.children] as HTMLElement[]
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last) return Number.POSITIVE_INFINITY
  // Without "More": else it would take the room that makes it needed.
  const tools = bar.querySelector<HTMLElement>("[data-bar-end]")?.offsetWidth ?? 0
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(row)
  const air = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd)
  const wanted = all.reduce((sum, { offsetWidth }) => sum + offsetWidth, air)
  if (wanted <= bar.clientWidth - tools) return Number.POSITIVE_INFINITY
  const choices = all.filter(({ dataset }) => dataset.interval !== undefined)
  return choices.filter(({ offsetTop }) => offsetTop === first.offsetTop).length
}
