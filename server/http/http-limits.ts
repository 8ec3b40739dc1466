/** Rate and size limits of HTTP requests: the fixed ones, and those set by the operator under their names. */

import type { LimitName } from "#core/wire/index.ts"
import { Refusal } from "../calls/refusal.ts"
import type { Settings } from "../settings/settings.ts"

/** Bodies hold an order at most; parts with pictures have a bound of their own (PICTURE_BYTES_MAX). */
export const BODY_BYTES_MAX = 16 * 1024
/** Request line and headers together. */
export const HEAD_BYTES_MAX = 16 * 1024
/** How often the time that requests and idle connections have taken is looked at: they end at most so much later. */
export const CONNECTIONS_LOOKED_AT_MS = 500
/** How long a connection may neither bring nor take a byte while an answer is under way. */
export const STALLED_MS_MAX = 30_000

/** Refusals in a second that an address gets at once; who asks on after that is flooding. */
const REFUSED_AT_ONCE = 20
/**
 * How long further refusals are held back, ms. A client that waits for its answers, as most floods do, then asks a
 * tenth as often, and others' orders don't wait behind its refusals. Not all alike: what came at once would come
 * again at once, second after second.
 */
const FLOOD_DELAY_MS = [500, 1500] as const
const floodDelay = () => FLOOD_DELAY_MS[0] + Math.random() * (FLOOD_DELAY_MS[1] - FLOOD_DELAY_MS[0])

/** What every rate limit does with a request above it. `status`: of the answer. */
export const refuseAbove = (status: number) => ({
  ban: REFUSED_AT_ONCE,
  errorResponseBuilder: (_request: unknown, { ban }: { ban: boolean }) =>
    new Refusal({ name: "RATE_LIMIT" }, { status, delayMs: ban ? floodDelay() : 0 }),
})

export type LimitSettings = Pick<
  Settings,
  | "readsPerSecond"
  | "historyPerSecond"
  | "accountCallsPerSecond"
  | "uploadsPerSecond"
  | "ordersPerSecond"
  | "cancelsPerSecond"
>

/** Calls a second: of one user for orders and cancels, of one address for all else. */
export const callLimits = (settings: LimitSettings): Readonly<Record<LimitName, number>> => ({
  read: settings.readsPerSecond,
  history: settings.historyPerSecond,
  account: settings.accountCallsPerSecond,
  upload: settings.uploadsPerSecond,
  order: settings.ordersPerSecond,
  cancel: settings.cancelsPerSecond,
})
