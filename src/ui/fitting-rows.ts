/** How many rows of one height fit into an element. Measured before the first paint and whenever the place changes. */

import { type RefObject, useLayoutEffect, useState } from "react"

interface RowPlace {
  /** Custom property with the height of a row, in rem. */
  rowVariable: `--${string}`
  /** What stands in the place besides the rows, in rem. */
  fixedRem: number
}

/** Whole rows that fit; 0 before the place is on screen. */
export function useFittingRows(
  place: RefObject<HTMLElement | null>,
  { rowVariable, fixedRem }: RowPlace,
): number {
  const [rows, setRows] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const rowRem = Number.parseFloat(getComputedStyle(element).getPropertyValue(rowVariable))
      setRows(fittingRows(element.clientHeight / rem - fixedRem, rowRem))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place, rowVariable, fixedRem])
  return rows
}

/** Half a thousandth is forgiven: fractions of device pixels must not cost a row. */
export function fittingRows(space: number, row: number): number {
  return row > 0 ? Math.max(0, Math.floor(space / row + 0.0005)) : 0
}
