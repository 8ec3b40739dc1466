/** Rows of the table of figures that tell what a press brings, and what a slow device does. */

import type { FigureRow } from "./figure-row.ts"

/** Press → painted while data come, over the same without; 95th percentiles. */
const press = (action: string, title: string): FigureRow => [
  `input-${action}`,
  `${title}, painted: at 8 k messages per second / without data`,
  "ms",
  "ratio",
  "down",
  1.5,
  1.2,
  "input",
]

export const PRESS_ROWS: readonly FigureRow[] = [
  press("buy", "phone: tap on Buy → the ticket's sheet"),
  press("side", "press on a side → chosen in the ticket"),
  press("book-row", "press on a price of the book → in the ticket"),
  press("interval", "press on an interval → chosen above the chart"),
  press("type", "a digit typed → in the amount"),
  press("drag", "an order's line dragged → its price at the axis"),
  press("scroll", "the market list scrolled → moved, and full of rows"),
  [
    "order-accepted",
    "press on Buy → accepted, painted, median",
    "ms",
    "value",
    "down",
    40,
    30,
    "order-press",
  ],
]

/** Of what a device with so many percent of one core does, judged by itself. */
const slow = (name: string, title: string, gate: number, goal: number, measure: FigureRow[7]): FigureRow => [
  name,
  title,
  "ms",
  "value",
  "down",
  gate,
  goal,
  measure,
]

export const SLOW_ROWS: readonly FigureRow[] = [
  slow(
    "slow-age-30",
    "30 % of a core: age of the price shown, 95th percentile, worst cell",
    250,
    150,
    "slow-age",
  ),
  slow(
    "slow-growth-15",
    "15 % of a core: age of the price shown, last third − first, worst cell",
    100,
    25,
    "slow-age",
  ),
  slow(
    "slow-first-price-30",
    "30 % of a core, phone: opened → first price painted",
    2500,
    1500,
    "slow-start",
  ),
  slow(
    "slow-first-price-15",
    "15 % of a core, phone: opened → first price painted",
    6000,
    4000,
    "slow-start",
  ),
  slow("slow-buy-30", "30 % of a core, phone: tap on Buy → its sheet painted", 80, 50, "slow-start"),
  slow("slow-buy-15", "15 % of a core, phone: tap on Buy → its sheet painted", 200, 120, "slow-start"),
  slow(
    "slow-input-30",
    "30 % of a core, phone, 8 k: press → painted, 95th percentile, worst action",
    200,
    100,
    "slow-start",
  ),
]
