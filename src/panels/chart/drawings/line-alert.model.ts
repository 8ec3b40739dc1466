/** Which alert a drawn line stands for, and which alert stands on it (J9). Pure. */

import type { Drawing } from "#core/drawing/drawing.ts"
import { unitsOf } from "#core/money/steps.ts"
import type { AlertCondition, AlertRow } from "#core/wire/alert.ts"

export type LineCondition = Extract<AlertCondition, { kind: "line" | "price" }>
type PriceText = Extract<AlertCondition, { kind: "price" }>["price"]

/**
 * What an alert on the drawing waits for: the last price crossing it from where it is when it is armed. Undefined of what is
 * no line, or has no price at each moment.
 */
export function lineCondition(
  { kind, points }: Pick<Drawing, "kind" | "points">,
  instrument: string,
): LineCondition | undefined {
  const [first, second] = points
  const how = { instrument, source: "last", direction: "cross" } as const
  if (!first) return undefined
  if (kind === "horizontal") return { kind: "price", ...how, price: first.price as PriceText }
  if ((kind !== "trend" && kind !== "ray") || !second || first.time === second.time) return undefined
  // A ray to the left is watched from its left end on: the past of a line fires nothing.
  const [from, to] = first.time < second.time ? [first, second] : [second, first]
  return {
    kind: "line",
    ...how,
    from: { time: from.time, price: from.price as PriceText },
    to: { time: to.time, price: to.price as PriceText },
  }
}

/** The same line, however its prices are written. */
function isSame(one: LineCondition, other: AlertCondition): boolean {
  if (one.instrument !== other.instrument) return false
  if (one.kind === "price") return other.kind === "price" && isPrice(one.price, other.price)
  return (
    other.kind === "line" &&
    one.from.time === other.from.time &&
    one.to.time === other.to.time &&
    isPrice(one.from.price, other.from.price) &&
    isPrice(one.to.price, other.to.price)
  )
}

const isPrice = (one: string, other: string): boolean => unitsOf(one) === unitsOf(other)

/** The armed alert that stands on the drawing. */
export function alertOn(
  drawing: Pick<Drawing, "kind" | "points">,
  instrument: string,
  alerts: readonly AlertRow[],
): AlertRow | undefined {
  const condition = lineCondition(drawing, instrument)
  return condition && alerts.find((row) => row.state === "armed" && isSame(condition, row.condition))
}
