/** How long an order may be good (S14): the bounds of its expiry time, and which orders may have one. */

import type { Problem } from "../wire/problem.ts"
import { isStopType, type OrderType } from "./order-status.ts"

/** S14: an expiry lies at least so far ahead, in ms. */
export const EXPIRY_LEAST_MS = 5_000
/** S14: and at most so far, in ms: 90 days. */
export const EXPIRY_MOST_MS = 7_776_000_000

const SECOND_MS = 1_000
const DAY_MS = 86_400_000

/**
 * S14: `EXPIRY_RANGE` outside of what may be chosen. `expiresAt` and `now`: ms since 1970 by the exchange's clock; undefined of an
 * order that is good till it is cancelled. Values: least in seconds, most in days.
 */
export const checkExpiry = (
  expiresAt: number | undefined,
  now: number,
): Problem<"EXPIRY_RANGE"> | undefined =>
  expiresAt === undefined ||
  (Number.isSafeInteger(expiresAt) && expiresAt >= now + EXPIRY_LEAST_MS && expiresAt <= now + EXPIRY_MOST_MS)
    ? undefined
    : {
        name: "EXPIRY_RANGE",
        values: { seconds: EXPIRY_LEAST_MS / SECOND_MS, days: EXPIRY_MOST_MS / DAY_MS },
      }

/** S14: only what may wait has an expiry, in the book or for its price. */
export const mayExpire = (type: OrderType, timeInForce: "gtc" | "ioc" | "fok" | undefined): boolean =>
  isStopType(type) || (type === "limit" && (timeInForce ?? "gtc") === "gtc")
