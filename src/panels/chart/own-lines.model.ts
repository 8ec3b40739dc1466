/** The lines of own open orders and positions on a chart: which there are, where their labels stand, where one may be dragged to. */

import { formatAmount, formatSteps, parseAmount, parseSteps } from "#core/money/steps.ts"
import { STEP_COUNT_MAX, UNITS_PER_COIN } from "#core/money/units.ts"
import type { Position, TargetPair } from "#core/wire/contract.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { openQuantity } from "../../order-news/open-quantity.ts"

interface Line {
  /** Unique on a chart: one order may have two lines, its price and the stop that wakes it. */
  key: string
  /** Wire text. */
  price: string
}

export interface OrderLine extends Line {
  kind: "price" | "stop"
  order: OwnOrder
}

/** Take-profit or stop-loss of a position, or of a part of it. */
export interface TargetLine extends Line {
  kind: "takeProfit" | "stopLoss"
  position: Position
  pair: TargetPair
}

/** Where the position was entered, or would be liquidated. */
export interface PositionLine extends Line {
  kind: "entry" | "liquidation"
  position: Position
}

/** Where a trailing stop would fire now: it follows the market by itself, and can't be moved. */
export interface TrailLine extends Line {
  kind: "trail"
  order: OwnOrder
}

export type MovableLine = OrderLine | TargetLine
export type OwnLine = MovableLine | PositionLine | TrailLine

/** Nothing that could be moved. */
export const isPositionLine = (line: OwnLine): line is PositionLine =>
  line.kind === "entry" || line.kind === "liquidation"

/** Lines drawn at most, the newest orders first: more would hide the candles. */
export const OWN_LINES_MAX = 40

/** The lines of one market's open orders, the newest order first, trailing stops behind all others. */
export function orderLines(orders: readonly OwnOrder[], instrument: string): (OrderLine | TrailLine)[] {
  return (
    orders
      .filter((order) => order.instrument === instrument && linesOf(order).length > 0)
      .sort((a, b) => b.id - a.id)
      .slice(0, OWN_LINES_MAX)
      .flatMap(linesOf)
      // What moves by itself is placed last: it makes room, the labels of others stay.
      .sort((a, b) => Number(a.kind === "trail") - Number(b.kind === "trail"))
  )
}

/** A stop that waits has a line where it wakes; a trailing one where it stands now, as soon as it follows. */
function linesOf(order: OwnOrder): (OrderLine | TrailLine)[] {
  if (order.trailingPrice !== "")
    return [{ key: `${order.id}-trail`, kind: "trail", price: order.trailingPrice, order }]
  const isWaiting = order.status === "waiting" && order.stopPrice !== "" && order.type !== "trailing-stop"
  return [
    ...(order.price === ""
      ? []
      : [{ key: `${order.id}`, kind: "price", price: order.price, order } as const]),
    ...(isWaiting ? [{ key: `${order.id}-stop`, kind: "stop", price: order.stopPrice, order } as const] : []),
  ]
}

/**
 * The lines of one market's positions.
 * @param liquidations by position id; of cross positions in one market it is one and the same
 */
export function positionLines(
  positions: readonly Position[],
  instrument: string,
  liquidations: ReadonlyMap<number, string>,
): (PositionLine | TargetLine)[] {
  const here = positions.filter((position) => position.instrument === instrument)
  const told = new Set<string>()
  return here.flatMap((position) => {
    const name = `position-${position.id}`
    const liquidation = liquidations.get(position.id)
    const isNew = liquidation !== undefined && !told.has(liquidation)
    if (isNew) told.add(liquidation)
    return [
      { key: name, kind: "entry", price: position.entryPrice, position } as const,
      ...position.targets.flatMap((pair) => targetLines(name, position, pair)),
      ...(isNew
        ? [{ key: `${name}-liquidation`, kind: "liquidation", price: liquidation, position } as const]
        : []),
    ]
  })
}

function targetLines(name: string, position: Position, pair: TargetPair): TargetLine[] {
  return (["takeProfit", "stopLoss"] as const).flatMap((kind) => {
    const price = pair[kind]?.price
    return price === undefined ? [] : [{ key: `${name}-${pair.id}-${kind}`, kind, price, position, pair }]
  })
}

/** Of the command that changed last what the line stands for: the higher is the newer. */
export const sequenceOf = (line: OwnLine): number =>
  "order" in line ? line.order.sequence : line.position.sequence

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

/** What an order's open part is worth at a price, in the quote currency; undefined where it has no quantity. */
export function openValue(order: OwnOrder, price: string): string | undefined {
  const [at, quantity, executed] = [price, order.quantity, order.executed].map(parseAmount)
  if (!at?.ok || !quantity?.ok || !executed?.ok) return undefined
  return formatAmount((at.value * (quantity.value - executed.value)) / UNITS_PER_COIN, 2)
}

/** How much of a position an order of its other side would close, in 1e-8; 0: it closes nothing of it. */
export function closingPart(order: OwnOrder, position: Position): bigint {
  if (order.kind !== "perpetual" || order.instrument !== position.instrument) return 0n
  if (order.positionSide !== position.positionSide) return 0n
  if ((order.side === "sell") !== (position.side === "long")) return 0n
  const [held, open] = [position.quantity, openQuantity(order)].map(parseAmount)
  if (!held?.ok || !open?.ok) return 0n
  return order.closePosition || open.value > held.value ? held.value : open.value
}

/** How far a price lies from the market's, as a share: 0.01 is one percent above. */
export const distanceShare = (price: string, last: number): number => Number(price) / last - 1
