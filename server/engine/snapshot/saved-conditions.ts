/** What few orders have besides, in a saved state. An order of a take-profit or a stop-loss never rests. */

import type { Price8 } from "#core/money/units.ts"
import type { TriggerSource } from "#core/order/order-status.ts"
import type { OrderConditions, OrderTargets } from "../matching/order-conditions.ts"

export interface SavedConditions {
  source: TriggerSource
  closesPosition: boolean
  trailing?: {
    distance: bigint
    activation?: { price: Price8; isAbove: boolean }
    extreme?: Price8
  }
  targets?: OrderTargets
}

export function saveConditions({
  source,
  closesPosition,
  trailing,
  targets,
}: OrderConditions): SavedConditions {
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
  return saved
}

export function loadConditions({ trailing, ...same }: SavedConditions): OrderConditions {
  if (!trailing) return { ...same }
  const { distance, activation, extreme } = trailing
  return { ...same, trailing: { distance, state: { activation, extreme } } }
}
