/** Arms and removes the alerts of a chart: the last price at or beyond a level. */

import { addAlert, removeAlert } from "#core/wire/alert-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import { call } from "../../../api/call.ts"

type PriceText = Extract<AskOf<typeof addAlert>["condition"], { kind: "price" }>["price"]

/** Told on the page and to subscribed devices; answers why it was refused, ready to be shown. */
export async function armAlert(
  instrument: string,
  price: string,
  isAbove: boolean,
): Promise<string | undefined> {
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
  return answer.ok ? undefined : answer.failure.text
}

export async function disarmAlert(id: number): Promise<string | undefined> {
  const answer = await call(removeAlert, { id })
  return answer.ok || answer.failure.name === "UNKNOWN_ALERT" ? undefined : answer.failure.text
}
