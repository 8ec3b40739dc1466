/** What few orders have besides the record that all share: the source of a stop, its trail, an expiry, take-profit and stop-loss. */

import type { Lots, TimeMs } from "#core/money/units.ts"
import type { GroupKind } from "#core/order/order-group.ts"
import type { OrderStatus, TriggerSource } from "#core/order/order-status.ts"
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
  /** It was placed together with others. */
  group?: OrderGroup
  /** S16: id of the other leg, as long as nothing has happened to either. */
  otherLeg?: number | undefined
  /** S19: so much of it is shown at a time. */
  shown?: Lots
}

/** Orders that were placed together, by the id of the first of them. */
export interface OrderGroup {
  id: number
  kind: GroupKind
}

const NO_TRAIL: TrailingState = { activation: undefined, extreme: undefined }

/** Undefined where the order has nothing of it. `id`: of the order. */
export function conditionsOf(id: number, command: PlaceOrder): OrderConditions | undefined {
  const { stopSource = "last", distance, takeProfit, stopLoss, expiresAt, shown } = command
  const closesPosition = command.closePosition === true
  const hasTargets = takeProfit !== undefined || stopLoss !== undefined
  const isPlain = stopSource === "last" && !closesPosition && distance === undefined && !hasTargets
  if (isPlain && expiresAt === undefined && shown === undefined) return undefined
  return {
    source: stopSource,
    closesPosition,
    ...(distance === undefined ? {} : { trailing: { distance, state: NO_TRAIL } }),
    ...(hasTargets ? { targets: targetsOf(command) } : {}),
    ...(expiresAt === undefined ? {} : { expiry: expiryOf(id, expiresAt) }),
    ...(shown === undefined ? {} : { shown }),
  }
}

const targetsOf = ({ takeProfit, stopLoss, targetsPart }: PlaceOrder): OrderTargets => ({
  ...(takeProfit && { takeProfit }),
  ...(stopLoss && { stopLoss }),
  isPart: targetsPart === true,
})

interface HasConditions {
  conditions: OrderConditions | undefined
}

/** The order is one of a group, and where it says so a leg of an OCO pair; before its acceptance. */
export function joinGroup(order: HasConditions, group: OrderGroup, otherLeg?: number): void {
  order.conditions ??= { source: "last", closesPosition: false }
  order.conditions.group = group
  if (otherLeg !== undefined) order.conditions.otherLeg = otherLeg
}

/** S16: a stop that waits as one of two legs needs nothing: what the other holds is enough for either. */
export const isCoveredLeg = ({ status, conditions }: HasConditions & { status: OrderStatus }): boolean =>
  status === "waiting" && conditions?.otherLeg !== undefined

/** S14; its place is given by the queue that it joins. */
export const expiryOf = (id: number, due: TimeMs): Due<number> => ({ due, key: id, place: 0 })

/** Which price a stop waits for. */
export const sourceOf = ({ conditions }: HasConditions): TriggerSource => conditions?.source ?? "last"

/** Adds what the order has of it. */
export function viewConditions(view: OrderView, conditions: OrderConditions): void {
  const { source, closesPosition, trailing, targets, origin, expiry, group, shown } = conditions
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
  if (shown !== undefined) view.shown = shown
  if (group) {
    view.group = group.id
    view.groupKind = group.kind
  }
}
