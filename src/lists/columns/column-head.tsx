/** The head of a column in a table element: as wide as chosen, with an edge to drag. */

import type { ComponentProps } from "react"
import { classNames } from "../../ui/class-names.ts"
import { ColumnEdge, edgedHead } from "./column-edge.tsx"
import { useColumnChoice } from "./use-columns.ts"

interface ColumnHeadProps extends ComponentProps<"th"> {
  table: string
  column: string
  /** In rem: narrower, its figures would be cut. Left out: the table sees to that itself. */
  least?: number | undefined
}

export function ColumnHead({ table, column, least = 0, className, children, ...rest }: ColumnHeadProps) {
  const width = useColumnChoice(table)?.widths[column]
  return (
    <th
      scope="col"
      {...rest}
      data-column={column}
      className={classNames(edgedHead, className)}
      style={width === undefined ? undefined : { width: `${Math.max(least, width)}rem` }}
    >
      {children}
      <ColumnEdge table={table} column={column} />
    </th>
  )
}
