/** What only closes: reduce-only orders, and in hedge mode what isn't of its position's own side (P19, P22). */

import type { Order } from "../../matching/order.ts"
import { partOf } from "./contract-account.ts"

/** May it never open a position? */
export const closes = ({ reduceOnly, positionSide, side }: Order): boolean =>
  reduceOnly || (positionSide !== undefined && (positionSide === "long") !== (side === "buy"))

/** Is there a position that the order lessens? */
export function reduces(order: Order): boolean {
  const { size } = partOf(order).positionOf(order)
  return order.side === "buy" ? size < 0n : size > 0n
}
