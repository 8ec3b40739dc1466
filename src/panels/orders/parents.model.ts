/** Scaled orders and icebergs as wholes, made of what rests and what is paused of each (S21). */

import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { PAUSABLE_KINDS, type PausableKind } from "#core/order/order-group.ts"
import type { PausedRow } from "#core/wire/paused-calls.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { decimalsOf } from "./order-rows.model.ts"

export interface Parent {
  id: number
  groupKind: PausableKind
  instrument: string
  side: "buy" | "sell"
  /** How many orders of it rest, and how many are paused. */
  open: number
  paused: number
  /** What is still to fill of all of them, base currency. */
  left: string
  /** Lowest and highest price of them. */
  low: string
  high: string
  /** Why paused ones weren't placed, each once. */
  refusals: readonly Refusal[]
}

/** One order of it, wherever it is. */
interface Part {
  price: string
  /** Still to fill, base currency. */
  left: string
  refusal?: string
}

/** Of orders of one kind of market and of what is paused there, the newest first. */
export function parentsOf(orders: readonly OwnOrder[], paused: readonly PausedRow[]): Parent[] {
  const resting = new Map<number, OwnOrder[]>()
  for (const order of orders) {
    const id = parentOf(order)
    if (id === undefined) continue
    const known = resting.get(id)
    if (known) known.push(order)
    else resting.set(id, [order])
  }
  const rows = new Map(paused.map((row) => [row.id, row]))
  return [...new Set([...resting.keys(), ...rows.keys()])]
    .sort((one, other) => other - one)
    .flatMap((id) => wholeOf(id, resting.get(id) ?? [], rows.get(id)))
}

/** The number that it is paused by; undefined of an order that isn't of a scaled order and is no iceberg. */
function parentOf({ id, group, groupKind, shownQuantity }: OwnOrder): number | undefined {
  if (PAUSABLE_KINDS.some((kind) => kind === groupKind)) return group
  return groupKind === "" && shownQuantity !== "" ? id : undefined
}

function wholeOf(id: number, resting: readonly OwnOrder[], row: PausedRow | undefined): Parent[] {
  const first = resting[0] ?? row
  if (!first) return []
  const parts: Part[] = [
    ...resting.map(({ price, quantity, executed }) => ({ price, left: minus(quantity, executed) })),
    ...(row?.orders ?? []).map(({ price, quantity, refusal }) => ({ price, left: quantity, refusal })),
  ]
  const prices = parts.map(({ price }) => price).sort(byUnits)
  const sum = parts.reduce((all, { left }) => all + unitsOf(left), 0n)
  return [
    {
      ...{ id, groupKind: first.groupKind === "scaled" ? "scaled" : "iceberg" },
      ...{ instrument: first.instrument, side: first.side },
      ...{ open: resting.length, paused: row?.orders.length ?? 0 },
      left: formatAmount(sum, decimalsOf(parts[0]?.left)),
      ...{ low: prices[0] ?? "", high: prices.at(-1) ?? "" },
      refusals: refusalsOf(row?.orders ?? []),
    },
  ]
}

const byUnits = (one: string, other: string): number => {
  const [a, b] = [unitsOf(one), unitsOf(other)]
  return a < b ? -1 : a > b ? 1 : 0
}

const minus = (quantity: string, executed: string): string =>
  formatAmount(unitsOf(quantity) - unitsOf(executed), decimalsOf(quantity))

const REFUSALS = {
  INSUFFICIENT_BALANCE: "funds",
  INSUFFICIENT_MARGIN: "funds",
  POST_ONLY_WOULD_TAKE: "takes",
  MIN_QUANTITY: "size",
  MIN_NOTIONAL: "size",
  ICEBERG_RANGE: "size",
  PRICE_RANGE: "price",
  PRICE_RULE: "price",
  PRICE_BAND: "price",
  PRICE_OVER_RESERVE: "price",
  TRIGGER_WOULD_FIRE: "price",
  TRADING_STATE: "market",
  CLOSING_ONLY: "market",
  DELISTED: "market",
  INDEX_STALE: "market",
  FEED_STALE: "market",
  POSITION_SIDE: "position",
  REDUCE_ONLY_NO_POSITION: "position",
  OPEN_ORDERS: "count",
  EXPIRY_RANGE: "time",
} as const
/** Which words say why an order wasn't placed again. */
type Refusal = (typeof REFUSALS)[keyof typeof REFUSALS] | "other"

/** Each once; the wire may have names that this page doesn't know. */
export const refusalsOf = (orders: readonly { refusal: string }[]): Refusal[] => [
  ...new Set(
    orders
      .map(({ refusal }) => refusal)
      .filter((refusal) => refusal !== "")
      .map(wordOf),
  ),
]

const wordOf = (refusal: string): Refusal =>
  Object.hasOwn(REFUSALS, refusal) ? REFUSALS[refusal as keyof typeof REFUSALS] : "other"
