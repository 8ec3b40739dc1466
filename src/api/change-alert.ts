/** Arms and removes an alert on a price: the last price at or beyond a level. */

import type { AlertRow } from "#core/wire/alert.ts"
import { addAlert, removeAlert } from "#core/wire/alert-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import { call } from "./call.ts"

type PriceText = Extract<AskOf<typeof addAlert>["condition"], { kind: "price" }>["price"]

/** `refusal`: why it was refused, ready to be shown. */
type Armed = { id: AlertRow["id"] } | { refusal: string }

/** Told on the page and to subscribed devices. `price`: wire text, on the market's tick. */
export async function armAlert(instrument: string, price: string, isAbove: boolean): Promise<Armed> {
  const answer = await call(addAlert, {
    condition: {
      kind: "price",
      instrument,
      source: "last",
      direction: isAbove ? "above" : "below",
      price: price as PriceText,
    },
    note: "",
    mail: false,
    push: true,
  })
  return answer.ok ? { id: answer.data.id } : { refusal: answer.failure.text }
}

/** Answers why it is still there; one that is gone already counts as removed. */
export async function disarmAlert(id: number): Promise<string | undefined> {
  const answer = await call(removeAlert, { id })
  return answer.ok || answer.failure.name === "UNKNOWN_ALERT" ? undefined : answer.failure.text
}
