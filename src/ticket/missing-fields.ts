/** Which fields of a ticket are still empty, as the key of what its button says. */

import { isMarketType, isStopType } from "#core/order/order-status.ts"
import { closesWhole, type TicketForm } from "../stores/ticket-store.ts"

/** Undefined: nothing is missing. Exactly what is: who has typed the amount isn't asked for it again. */
export function missingFields(
  kind: "spot" | "perpetual",
  form: Pick<TicketForm, "type" | "price" | "bestPrice" | "stop" | "distance" | "amount" | "closesPosition">,
) {
  const { type } = form
  const isTrailing = type === "trailing-stop"
  const lacksAmount = form.amount === "" && !closesWhole(kind, form)
  // Where a trailing one begins to follow is left open by leaving it empty.
  if (isTrailing && form.distance === "") return lacksAmount ? "distanceAmount" : "distance"
  const lacksStop = isStopType(type) && !isTrailing && form.stop === ""
  const lacksPrice = !isMarketType(type) && form.price === "" && form.bestPrice === ""
  if (lacksStop && lacksPrice) return lacksAmount ? "stopPriceAmount" : "stopPrice"
  if (lacksStop) return lacksAmount ? "stopAmount" : "stop"
  if (lacksPrice) return lacksAmount ? "priceAmount" : "price"
  return lacksAmount ? "amount" : undefined
}
