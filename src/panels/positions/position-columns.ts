/** The columns of the table of positions. */

import type { Column } from "#core/workspace/table-columns.ts"

/** Under which name the choice is kept. */
export const POSITION_TABLE = "positions"

export const POSITION_COLUMNS = [
  { key: "contract", name: "positions:contract", isKept: true },
  { key: "pnl", name: "positions:pnlAndRoe" },
  { key: "size", name: "positions:size" },
  { key: "prices", name: "positions:entryAndMark" },
  { key: "liquidation", name: "positions:liquidation" },
  { key: "margin", name: "positions:marginAndRatio" },
  { key: "actions", name: "positions:actions", isKept: true },
] as const satisfies readonly (Column & { name: string })[]

export type PositionColumn = (typeof POSITION_COLUMNS)[number]["key"]
