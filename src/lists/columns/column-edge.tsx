/**
 * The edge of a column's head: dragged, it sets the column's width; pressed twice, it gives it back. Keys do the same in
 * the table's list of columns, so that a row of heads isn't twice as many stops.
 */

import { type PointerEvent, useRef } from "react"
import { withWidths } from "#core/workspace/table-columns.ts"
import { chooseColumns } from "../../stores/table-columns.ts"
import styles from "./column-edge.module.css"
import { choiceToChange } from "./use-columns.ts"

/** A head that has an edge: it must be what the edge is placed in. */
export const edgedHead = styles.head

interface ColumnEdgeProps {
  table: string
  column: string
}

export function ColumnEdge({ table, column }: ColumnEdgeProps) {
  const drag = useRef<{ x: number; rem: number; direction: 1 | -1 } | undefined>(undefined)
  const begin = (event: PointerEvent<HTMLElement>) => {
    const head = event.currentTarget.closest<HTMLElement>("[data-column]")
    if (!head || event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    // What stands before it keeps its width, or the edge would run away from the pointer.
    chooseColumns(table, withWidths(choiceToChange(table), widthsUpTo(head)))
    const isRtl = getComputedStyle(head).direction === "rtl"
    drag.current = { x: event.clientX, rem: head.offsetWidth / rootPx(), direction: isRtl ? -1 : 1 }
  }
  const move = (event: PointerEvent) => {
    const from = drag.current
    if (!from) return
    const rem = from.rem + ((event.clientX - from.x) * from.direction) / rootPx()
    chooseColumns(table, withWidths(choiceToChange(table), { [column]: rem }))
  }
  const end = () => {
    drag.current = undefined
  }
  return (
    <span
      className={styles.edge}
      aria-hidden="true"
      data-edge={column}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => {
        const choice = choiceToChange(table)
        const { [column]: _own, ...widths } = choice.widths
        chooseColumns(table, { ...choice, widths })
      }}
    />
  )
}

const rootPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** In rem, of a head and of all before it that are on screen. */
function widthsUpTo(head: HTMLElement): Record<string, number> {
  const heads = [...(head.parentElement?.querySelectorAll<HTMLElement>(":scope > [data-column]") ?? [])]
  return Object.fromEntries(
    heads
      .slice(0, heads.indexOf(head) + 1)
      .filter(({ offsetWidth }) => offsetWidth > 0)
      .map(({ dataset, offsetWidth }) => [dataset.column ?? "", offsetWidth / rootPx()]),
  )
}
