/** The columns of a table as they are chosen, and what stands until something is. */

import { useSnapshot } from "valtio"
import { arranged, type Column, type ColumnChoice, NO_CHOICE } from "#core/workspace/table-columns.ts"
import { tableColumns } from "../../stores/table-columns.ts"

/** Undefined: nothing was chosen, the table shows what has room. */
export const useColumnChoice = (table: string): ColumnChoice | undefined =>
  useSnapshot(tableColumns).all[table]

export function useColumns<Each extends Column>(table: string, columns: readonly Each[]): readonly Each[] {
  const choice = useColumnChoice(table)
  return choice ? arranged(columns, choice) : columns
}

/**
 * What is chosen, to be changed. A table of which nothing was chosen may have left out columns for want of room (the
 * style sheet does that): what is out of sight then counts as hidden, so that a first change doesn't bring it in.
 */
export function choiceToChange(table: string): ColumnChoice {
  const choice = tableColumns.all[table]
  if (choice) return choice
  const heads = document.querySelectorAll<HTMLElement>(`[data-table="${table}"] [data-column]`)
  const hidden = [...heads].filter((head) => head.getClientRects().length === 0)
  return { ...NO_CHOICE, hidden: hidden.flatMap(({ dataset }) => dataset.column ?? []) }
}
