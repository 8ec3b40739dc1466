/** Limits of the WebSocket API: the weights and order counts are those of HTTP, and calls a second are as many. */

import type { LimitName } from "#core/wire/index.ts"
import type { KeySession } from "../../calls/signed-request.ts"
import { type DoorCounts, limitOrders } from "../add-binance.ts"
import { DoorError, type Venue } from "../door-error.ts"
import type { DoorRoute } from "../door-route.ts"
import type { Parameters } from "../parameters.ts"
import { doorErrorOf } from "../refusals.ts"
import { SpanCounter, WEIGHT_MAX } from "../weights.ts"

/** What has been counted with one request, as its answer tells it. */
export interface CountedLimits {
  addOrders(userId: number, by: number): void
  rows(): object[]
}

interface ApiLimitParts {
  counts: DoorCounts
  /** Calls in a second. */
  limits: Readonly<Record<LimitName, number>>
  ordersPerSecond: number
  now(): number
}

export class ApiLimits {
  readonly #parts: ApiLimitParts
  readonly #second = new SpanCounter(1000)

  constructor(parts: ApiLimitParts) {
    this.#parts = parts
  }

  /** @throws DoorError -1003 above what an address may weigh in a minute */
  weigh(venue: Venue, address: string, { weight }: DoorRoute, parameters: Parameters): CountedLimits {
    const by = typeof weight === "number" ? weight : weight(parameters)
    const { counts } = this.#parts
    const now = this.#parts.now()
    const { used, isOver, retrySeconds } = counts.weights.weigh(venue, address, by, now)
    if (isOver)
      throw new DoorError(-1003, "Too much request weight used.", 429, {
        ...{ serverTime: now, retryAfter: now + retrySeconds * 1000 },
      })
    let orders: object[] = []
    const row = (rateLimitType: string, of: { interval: string; intervalNum: number; count: number }) => ({
      ...{ rateLimitType, ...of },
    })
    return {
      addOrders: (userId, count) => {
        const told = counts.orders.count(venue, userId, count, now)
        orders = Object.entries(told).map(([name, value]) => row("ORDERS", spanOf(name, Number(value))))
      },
      rows: () => [
        ...orders,
        {
          ...row("REQUEST_WEIGHT", { interval: "MINUTE", intervalNum: 1, count: used }),
          limit: WEIGHT_MAX[venue],
        },
      ],
    }
  }

  /**
   * Counts a call against our own limits.
   * @throws DoorError -1003 above so many a second of a key or an address, -1015 above a user's orders in ten seconds
   */
  count(venue: Venue, route: DoorRoute, session: KeySession | null, address: string): void {
    const { counts, limits, now } = this.#parts
    const count = this.#second.add(`${route.limit} ${session?.id ?? address}`, 1, now())
    if (count > limits[route.limit]) throw doorErrorOf({ name: "RATE_LIMIT" }, venue)
    if (session) limitOrders({ route, venue, userId: session.userId }, this.#parts, counts.orders)
  }
}

const INTERVALS: Readonly<Record<string, string>> = { s: "SECOND", m: "MINUTE", d: "DAY" }

/** Of `x-mbx-order-count-10s`. */
function spanOf(header: string, count: number) {
  const [, length = "1", unit = "d"] = /(\d+)([smd])$/.exec(header) ?? []
  return { interval: INTERVALS[unit] ?? "DAY", intervalNum: Number(length), count }
}
