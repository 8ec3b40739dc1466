/** Figures of the desk with more on it than usual: several charts, the price ladder. Rows of the table in `figures.ts`. */

import type { FigureRow } from "./figure-row.ts"

export const DESK_ROWS: readonly FigureRow[] = [
  [
    "charts-4",
    "main-thread time at 8 k: four charts on the desk / one",
    "ms/s",
    "ratio",
    "down",
    1.6,
    1.3,
    "charts-4",
  ],
  [
    "price-ladder-8k",
    "main-thread time at 8 k, one message a frame: desk with the price ladder / with the book",
    "ms/s",
    "ratio",
    "down",
    1.25,
    1.1,
    "price-ladder-8k",
  ],
]
