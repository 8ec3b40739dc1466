/** A row of the table of figures. Its columns are those of `FigureSpec` (figures.ts), in this order. */

import type { MeasureName } from "./measures.ts"

export type FigureRow = [
  name: string,
  title: string,
  unit: string,
  judged: "ratio" | "value",
  better: "up" | "down",
  gate: number,
  goal: number,
  measure: MeasureName,
]
