/** Which lines do own open orders make on a chart, where do their labels stand, and where may one be dragged to? */

import { formatAmount, formatSteps, parseAmount, parseSteps } from "#core/money/steps.ts"
import { STEP_COUNT_MAX, UNITS_PER_COIN } from "#core/money/units.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"

export interface OwnLine {
  /** One order may have two: its price, and the stop that wakes it. */
  key: string
  order: OwnOrder
  /** `price` can be dragged; a stop can't be amended, so its line only says where it is. */
  kind: "price" | "stop"
  /** Wire text, as the order has it. */
  price: string
}

/** Lines drawn at most, the newest orders first: more would hide the candles. */
export const OWN_LINES_MAX = 40

/** The lines of one market's open orders, the newest order first. */
export function ownLines(orders: readonly OwnOrder[], instrument: string): OwnLine[] {
  return orders
    .filter((order) => order.instrument === instrument && order.price !== "")
    .sort((a, b) => b.id - a.id)
    .slice(0, OWN_LINES_MAX)
    .flatMap((order): OwnLine[] => {
      const line: OwnLine = { key: `${order.id}`, order, kind: "price", price: order.price }
      if (order.status !== "waiting" || order.stopPrice === "") return [line]
      return [line, { key: `${order.id}-stop`, order, kind: "stop", price: order.stopPrice }]
    })
}

/**
 * In which column each label stands, so that none covers another: the first column in which `gap` px above and below
 * are free. Labels keep their column while others move away, as they are placed in the order they are given.
 */
export function labelColumns(tops: readonly number[], gap: number): number[] {
  const columns: number[][] = []
  return tops.map((top) => {
    const free = columns.findIndex((taken) => taken.every((other) => Math.abs(other - top) >= gap))
    const column = free < 0 ? columns.length : free
    columns[column] = [...(columns[column] ?? []), top]
    return column
  })
}

/** The price that a place on the axis stands for, on the nearest tick, as the wire writes it. `tick` in 1e-8. */
export function snappedPrice(value: number, tick: bigint): string {
  const ticks = Math.round((value * 1e8) / Number(tick))
  return formatSteps(Math.min(STEP_COUNT_MAX, Math.max(1, ticks)), tick)
}

/** So many ticks from a price on the grid; never below one tick. */
export function steppedPrice(price: string, steps: number, tick: bigint): string {
  const ticks = parseSteps(price, tick)
  if (!ticks.ok) return price
  return formatSteps(Math.min(STEP_COUNT_MAX, Math.max(1, ticks.value + steps)), tick)
}

/** Whether two wire prices are the same number: `67284.1` is `67284.10`. */
export function isSamePrice(a: string, b: string): boolean {
  const one = parseAmount(a)
  const other = parseAmount(b)
  return one.ok && other.ok && one.value === other.value
}

/** What of an order is still open, in the base currency. */
export function openQuantity(order: OwnOrder): string {
  const [quantity, executed] = [order.quantity, order.executed].map(parseAmount)
  if (!quantity?.ok || !executed?.ok) return order.quantity
  return formatAmount(quantity.value - executed.value, order.quantity.split(".")[1]?.length ?? 0)
}

/** What an order's open part is worth at a price, in the quote currency; undefined where it has no quantity. */
export function openValue(order: OwnOrder, price: string): string | undefined {
  const [at, quantity, executed] = [price, order.quantity, order.executed].map(parseAmount)
  if (!at?.ok || !quantity?.ok || !executed?.ok) return undefined
  return formatAmount((at.value * (quantity.value - executed.value)) / UNITS_PER_COIN, 2)
}

/** How far a price lies from the market's, as a share: 0.01 is one percent above. */
export const distanceShare = (price: string, last: number): number => Number(price) / last - 1
