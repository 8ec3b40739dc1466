/** What few orders have besides the record that all share: the source of a stop, its trail, an expiry, take-profit and stop-loss. */

import type { TimeMs } from "#core/money/units.ts"
import type { TriggerSource } from "#core/order/order-status.ts"
import type { TrailingState } from "#core/order/trailing-stop.ts"
import type { PlaceOrder, TargetTerms } from "../command.ts"
import type { Due } from "../due-queue.ts"
import type { OrderOrigin, OrderView } from "../event.ts"

/** P23: to be set for the position with the first fill that opens it. */
export interface OrderTargets {
  takeProfit?: TargetTerms
  stopLoss?: TargetTerms
  /** They are for what the order opens. */
  isPart: boolean
  /** The pair that its fills before have made; only of a part. */
  pair?: number
}

export interface OrderConditions {
  source: TriggerSource
  /** Its size is the position's when it fires. */
  closesPosition: boolean
  /** S9; `state` is that of its placement until the first price. */
  trailing?: { distance: bigint; state: TrailingState }
  targets?: OrderTargets
  origin?: OrderOrigin
  /** S14: good till it is due; the key is the order's id. */
  expiry?: Due<number>
}

const NO_TRAIL: TrailingState = { activation: undefined, extreme: undefined }

/** Undefined where the order has nothing of it. `id`: of the order. */
export function conditionsOf(id: number, command: PlaceOrder): OrderConditions | undefined {
  const { stopSource = "last", distance, takeProfit, stopLoss, expiresAt } = command
  const closesPosition = command.closePosition === true
  const hasTargets = takeProfit !== undefined || stopLoss !== undefined
  const isPlain = stopSource === "last" && !closesPosition && distance === undefined && !hasTargets
  if (isPlain && expiresAt === undefined) return undefined
  return {
    source: stopSource,
    closesPosition,
    ...(distance === undefined ? {} : { trailing: { distance, state: NO_TRAIL } }),
    ...(hasTargets ? { targets: targetsOf(command) } : {}),
    ...(expiresAt === undefined ? {} : { expiry: expiryOf(id, expiresAt) }),
  }
}

const targetsOf = ({ takeProfit, stopLoss, targetsPart }: PlaceOrder): OrderTargets => ({
  ...(takeProfit && { takeProfit }),
  ...(stopLoss && { stopLoss }),
  isPart: targetsPart === true,
})

/** S14; its place is given by the queue that it joins. */
export const expiryOf = (id: number, due: TimeMs): Due<number> => ({ due, key: id, place: 0 })

/** Which price a stop waits for. */
export const sourceOf = ({ conditions }: { conditions: OrderConditions | undefined }): TriggerSource =>
  conditions?.source ?? "last"

/** Adds what the order has of it. */
export function viewConditions(view: OrderView, conditions: OrderConditions): void {
  const { source, closesPosition, trailing, targets, origin, expiry } = conditions
  if (source !== "last") view.stopSource = source
  if (closesPosition) view.closePosition = true
  if (trailing) {
    view.distance = trailing.distance
    if (trailing.state.extreme !== undefined) view.extreme = trailing.state.extreme
  }
  if (targets?.takeProfit) view.takeProfit = targets.takeProfit
  if (targets?.stopLoss) view.stopLoss = targets.stopLoss
  if (targets?.isPart) view.targetsPart = true
  if (origin) view.origin = origin
  if (expiry) view.expiresAt = expiry.due
}
