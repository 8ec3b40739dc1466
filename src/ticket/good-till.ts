/** Until when an order of the ticket is good: the spans that are offered, and a date of one's own in the page's zone. */

import { isMarketType } from "#core/order/order-status.ts"
import type { GoodFor, TicketForm } from "../stores/ticket-store.ts"
import { epochOf, localMs } from "../text/zone.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** In ms; a date of one's own has no span. */
const SPANS: Readonly<Record<Exclude<GoodFor, "date">, number>> = {
  "5m": 5 * MINUTE_MS,
  "1h": HOUR_MS,
  "4h": 4 * HOUR_MS,
  "1d": DAY_MS,
  "7d": 7 * DAY_MS,
  "30d": 30 * DAY_MS,
}
export const GOOD_FOR: readonly GoodFor[] = ["5m", "1h", "4h", "1d", "7d", "30d", "date"]

type Expiring = Pick<TicketForm, "type" | "validity"> & Partial<Pick<TicketForm, "goodFor" | "goodTill">>

/** Market orders never wait, and the ticket's stops by market are good till they fire. */
export const isTimed = ({ type, validity }: Pick<TicketForm, "type" | "validity">): boolean =>
  validity === "gtt" && !isMarketType(type)

/** Epoch ms, whole seconds; undefined: till it is cancelled, NaN: no date that can be read. `now`: the exchange's time. */
export function expiryOf(form: Expiring, now: number): number | undefined {
  if (!isTimed(form)) return undefined
  const { goodFor = "1d", goodTill = "" } = form
  if (goodFor !== "date") return Math.floor(now / 1000) * 1000 + SPANS[goodFor]
  return epochOf(Date.parse(`${goodTill}Z`))
}

/** `2026-11-25T10:00`, as a field for date and time has it, in the page's zone. */
export const fieldTime = (timeMs: number): string => new Date(localMs(timeMs)).toISOString().slice(0, 16)
