/** What few orders have besides, in a saved state. An order of a take-profit or a stop-loss never rests. */

import type { Lots, Price8, TimeMs } from "#core/money/units.ts"
import type { TriggerSource } from "#core/order/order-status.ts"
import {
  expiryOf,
  type OrderConditions,
  type OrderGroup,
  type OrderTargets,
} from "../matching/order-conditions.ts"

export interface SavedConditions {
  source: TriggerSource
  closesPosition: boolean
  trailing?: {
    distance: bigint
    activation?: { price: Price8; isAbove: boolean }
    extreme?: Price8
  }
  targets?: OrderTargets
  /** S14. */
  expiresAt?: TimeMs
  /** S16, S17. */
  group?: OrderGroup
  otherLeg?: number
  /** S19; `hidden`: of the order, while it stands in the book. */
  shown?: Lots
  hidden?: Lots
}

/** `hidden`: of the order. */
export function saveConditions(
  { source, closesPosition, trailing, targets, expiry, group, otherLeg, shown }: OrderConditions,
  hidden: Lots,
): SavedConditions {
  const saved: SavedConditions = { source, closesPosition }
  if (trailing) {
    const { activation, extreme } = trailing.state
    saved.trailing = {
      distance: trailing.distance,
      ...(activation && { activation: { ...activation } }),
      ...(extreme !== undefined && { extreme }),
    }
  }
  if (targets) saved.targets = { ...targets }
  if (expiry) saved.expiresAt = expiry.due
  if (group) saved.group = { ...group }
  if (otherLeg !== undefined) saved.otherLeg = otherLeg
  if (shown !== undefined) Object.assign(saved, { shown, hidden })
  return saved
}

/** `id`: of the order. */
export function loadConditions(
  id: number,
  { trailing, expiresAt, hidden: _, ...same }: SavedConditions,
): OrderConditions {
  const conditions: OrderConditions = { ...same }
  if (trailing) {
    const { distance, activation, extreme } = trailing
    conditions.trailing = { distance, state: { activation, extreme } }
  }
  if (expiresAt !== undefined) conditions.expiry = expiryOf(id, expiresAt)
  return conditions
}
