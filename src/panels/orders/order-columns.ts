/** The columns of the tables of orders, fills and balances: their names, least widths, and which take what is left. */

import type { CSSProperties } from "react"
import { arranged, type Column, type ColumnChoice } from "#core/workspace/table-columns.ts"
import { classNames } from "../../ui/class-names.ts"
import styles from "./tables.module.css"

export type OrdersTable = "open" | "history" | "fills" | "balances"

export interface OrdersColumn extends Column {
  /** A key of the words. */
  name: string
  /** Narrower it never gets: no figure is cut (tables.module.css). */
  least: string
  /** Its share of what is left; left out: it takes none. */
  grows?: number
  className?: string | undefined
}

const named = (key: string) => `trade:orders.column.${key}`
const { figure, time, total, number, role, kind, status, price, actions } = styles

const TIME = { key: "time", name: named("time"), least: "var(--at-time)" }
const MARKET = { key: "market", name: named("market"), isKept: true, least: "var(--at-pair)" }
const SIDE = { key: "side", name: "trade:orders.side", least: "3.25rem" }
const TOTAL = {
  key: "total",
  name: named("total"),
  least: "var(--at-total)",
  grows: 1,
  className: classNames(figure, total),
}
const ORDER = { key: "order", name: named("order"), least: "4.75rem", className: number }
const coin = (key: string, word: string) => ({
  key,
  name: word,
  least: "5rem",
  grows: 2,
  className: figure,
})

export const ORDER_COLUMNS: Readonly<Record<OrdersTable, readonly OrdersColumn[]>> = {
  open: [
    { ...TIME, className: time },
    MARKET,
    { ...SIDE, isKept: true },
    { key: "type", name: named("type"), least: "var(--at-kind)", grows: 1 },
    // An order is amended in these two.
    {
      key: "price",
      name: named("price"),
      isKept: true,
      least: "var(--at-price)",
      grows: 1.2,
      className: figure,
    },
    {
      key: "filled",
      name: named("filled"),
      isKept: true,
      least: "var(--at-filled)",
      grows: 1.5,
      className: figure,
    },
    TOTAL,
    ORDER,
    { key: "actions", name: named("actions"), isKept: true, least: "5rem", className: actions },
  ],
  history: [
    { ...TIME, className: time },
    MARKET,
    SIDE,
    { key: "type", name: named("type"), least: "3.75rem", grows: 0.8, className: kind },
    {
      key: "price",
      name: named("price"),
      least: "var(--at-price)",
      grows: 1,
      className: classNames(figure, price),
    },
    { key: "average", name: named("average"), least: "var(--at-average)", grows: 1, className: figure },
    { key: "filled", name: named("filled"), least: "var(--at-filled)", grows: 1.4, className: figure },
    { key: "status", name: named("status"), least: "6.5rem", grows: 1, className: status },
    ORDER,
  ],
  fills: [
    { ...TIME, className: time },
    MARKET,
    SIDE,
    { key: "price", name: named("price"), least: "var(--at-price)", grows: 1, className: figure },
    { key: "amount", name: named("amount"), least: "var(--at-quantity)", grows: 1, className: figure },
    TOTAL,
    { key: "fee", name: named("fee"), least: "var(--at-fee)", grows: 1.2, className: figure },
    { key: "role", name: named("role"), least: "3rem", className: role },
    ORDER,
  ],
  balances: [
    { key: "coin", name: "assets:coins.coin", isKept: true, least: "3.5rem", grows: 1 },
    coin("available", "assets:coins.available"),
    coin("held", "assets:coins.frozen"),
    { ...coin("total", "assets:coins.total"), className: classNames(figure, total) },
    coin("value", "workspace:columns.value"),
  ],
}

/** Under which name the choice is kept. */
export const tableName = (table: OrdersTable): string => `orders-${table}`

/** Of a table whose columns were chosen: the grid of heads and rows, for tables.module.css. */
export function gridOf(table: OrdersTable, choice: ColumnChoice): CSSProperties {
  const columns = arranged(ORDER_COLUMNS[table], choice)
  const tracks = columns.map(({ key, least, grows }) => {
    const width = choice.widths[key]
    if (width !== undefined) return `max(${least}, ${width}rem)`
    return grows === undefined ? least : `minmax(${least}, ${grows}fr)`
  })
  const leasts = columns.map(({ key, least }) => `max(${least}, ${choice.widths[key] ?? 0}rem)`)
  const between = columns.length * 0.5 + 1
  return {
    "--columns": tracks.join(" "),
    "--least": `calc(${between}rem + ${leasts.join(" + ")})`,
  } as CSSProperties
}
