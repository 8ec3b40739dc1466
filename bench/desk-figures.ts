/** Figures of the desk with more on it than usual: several charts, the price ladder, thousands of alerts. Rows of the table in `figures.ts`. */

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
  [
    "chart-50-drawings",
    "main-thread time at 8 k: desk with 50 drawings and 20 order lines on the chart / with one line",
    "ms/s",
    "ratio",
    "down",
    1.3,
    1.15,
    "chart-50-drawings",
  ],
  [
    "alerts-10k",
    "engine and read model at 400 orders/s: 10,000 alerts armed / none",
    "µs/order",
    "ratio",
    "down",
    1.2,
    1.05,
    "alerts-10k",
  ],
]
