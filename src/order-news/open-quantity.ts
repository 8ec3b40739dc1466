/** What is left of an order. */

import { formatAmount, parseAmount } from "#core/money/steps.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"

/** What of an order is still open, in the base currency. */
export function openQuantity(order: OwnOrder): string {
  const [quantity, executed] = [order.quantity, order.executed].map(parseAmount)
  if (!quantity?.ok || !executed?.ok) return order.quantity
  return formatAmount(quantity.value - executed.value, order.quantity.split(".")[1]?.length ?? 0)
}
