/** How much may a caller ask, and how often? What no operator sets, and what one sets by the name of its limit. */

import type { LimitName } from "#core/wire/index.ts"
import type { Settings } from "../settings.ts"

/** Bodies hold an order at most; parts with pictures have a bound of their own (PIECE_BYTES_MAX). */
export const BODY_BYTES_MAX = 16 * 1024
/** Request line and headers together. */
export const HEAD_BYTES_MAX = 16 * 1024
/** How long a request may take to arrive. */
export const REQUEST_MS_MAX = 10_000

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
