/** How stops, take-profit and stop-loss stand in the rows of orders and positions: terms as JSON, empty where there is none. */

import type { Selectable } from "kysely"
import type { Amount } from "#core/money/units.ts"
import type { TargetTerms } from "#server/engine/command.ts"
import type { OrderView } from "#server/engine/event.ts"
import type { TargetPairView } from "#server/engine/position-record.ts"
import type { OrderTable } from "./exchange-schema.ts"

/** What few orders have: the source of a stop, its distance, take-profit and stop-loss. */
export type OrderConditions = Pick<
  OrderView,
  | "orderType"
  | "stopSource"
  | "distance"
  | "closePosition"
  | "takeProfit"
  | "stopLoss"
  | "targetsPart"
  | "origin"
>

/** What an order's row says of them. */
export function storedConditions(row: Selectable<OrderTable>): OrderConditions {
  const [takeProfit, stopLoss] = [readTarget(row.take_profit), readTarget(row.stop_loss)]
  return {
    orderType: row.order_type as OrderView["orderType"],
    ...(row.stop_source !== "" && { stopSource: row.stop_source as NonNullable<OrderView["stopSource"]> }),
    ...(row.distance !== null && { distance: BigInt(row.distance) }),
    ...(row.close_position && { closePosition: true as const }),
    ...(takeProfit && { takeProfit }),
    ...(stopLoss && { stopLoss }),
    ...(row.targets_part && { targetsPart: true as const }),
    ...(row.origin !== "" && { origin: row.origin as NonNullable<OrderView["origin"]> }),
  }
}

/** Ticks are numbers; fields in one order, so that equal terms are equal texts. */
export const targetText = (terms: TargetTerms | undefined): string =>
  terms === undefined ? "" : JSON.stringify(plainTerms(terms))

const plainTerms = ({ price, source, limit }: TargetTerms) => ({ price, source, limit })

const readTarget = (text: string): TargetTerms | undefined =>
  text === "" ? undefined : (JSON.parse(text) as TargetTerms)

/** A pair as JSON has it: sizes of 1e-8 as text. */
interface StoredPair {
  id: number
  size?: string | undefined
  takeProfit?: TargetTerms | undefined
  stopLoss?: TargetTerms | undefined
}

export function pairsText(pairs: readonly TargetPairView[]): string {
  if (pairs.length === 0) return ""
  const stored = pairs.map(({ id, size, takeProfit, stopLoss }) => ({
    id,
    size: size === undefined ? undefined : String(size),
    takeProfit: takeProfit && plainTerms(takeProfit),
    stopLoss: stopLoss && plainTerms(stopLoss),
  }))
  return JSON.stringify(stored)
}

export function readPairs(text: string): TargetPairView[] {
  if (text === "") return []
  return (JSON.parse(text) as StoredPair[]).map(({ id, size, takeProfit, stopLoss }) => ({
    id,
    ...(size !== undefined && { size: BigInt(size) as Amount }),
    ...(takeProfit && { takeProfit }),
    ...(stopLoss && { stopLoss }),
  }))
}
