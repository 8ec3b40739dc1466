/** Limits of the WebSocket API: the weights and order counts are those of HTTP, and calls a second are as many. */

import type { LimitName } from "#core/wire/index.ts"
import type { CallCounts } from "../../calls/call-counts.ts"
import type { KeySession } from "../../calls/signed-request.ts"
import { type DoorCounts, limitOrders } from "../add-binance.ts"
import { DoorError, type Venue } from "../door-error.ts"
import type { DoorRoute } from "../door-route.ts"
import type { Parameters } from "../parameters.ts"
import { doorErrorOf } from "../refusals.ts"
import { WEIGHT_MAX } from "../weights.ts"

/** What has been counted with one request, as its answer tells it. */
export interface CountedLimits {
  addOrders(userId: number, by: number): Promise<void>
  rows(): object[]
}

interface ApiLimitParts {
  calls: CallCounts
  counts: DoorCounts
  /** Calls in a second. */
  limits: Readonly<Record<LimitName, number>>
  ordersPerSecond: number
  now(): number
}

export class ApiLimits {
  readonly #parts: ApiLimitParts

  constructor(parts: ApiLimitParts) {
    this.#parts = parts
  }

  /** @throws DoorError -1003 above what an address may weigh in a minute */
  async weigh(
    venue: Venue,
    address: string,
    { weight }: DoorRoute,
    parameters: Parameters,
  ): Promise<CountedLimits> {
    const by = typeof weight === "number" ? weight : weight(parameters)
    const { counts } = this.#parts
    const now = this.#parts.now()
    const { used, isOver, retrySeconds } = await counts.weights.weigh(venue, address, by)
    if (isOver)
      throw new DoorError(-1003, "Too much request weight used.", 429, {
        ...{ serverTime: now, retryAfter: now + retrySeconds * 1000 },
      })
    let orders: object[] = []
    const row = (rateLimitType: string, of: { interval: string; intervalNum: number; count: number }) => ({
      ...{ rateLimitType, ...of },
    })
    return {
      addOrders: async (userId, count) => {
        const told = await counts.orders.count(venue, userId, count)
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
  async count(
    { venue, route, parameters }: { venue: Venue; route: DoorRoute; parameters: Parameters },
    session: KeySession | null,
    address: string,
  ): Promise<void> {
    const { calls, counts, limits } = this.#parts
    const max = limits[route.limit]
    const { count } = await calls.add({
      key: `socket ${route.limit} ${session?.id ?? address}`,
      ...{ by: 1, windowMs: 1000, isAligned: true, max },
    })
    if (count > max) throw doorErrorOf({ name: "RATE_LIMIT" }, venue)
    if (session)
      await limitOrders({ route, parameters, venue, userId: session.userId }, this.#parts, counts.orders)
  }
}

const INTERVALS: Readonly<Record<string, string>> = { s: "SECOND", m: "MINUTE", d: "DAY" }

/** Of `x-mbx-order-count-10s`. */
function spanOf(header: string, count: number) {
  const [, length = "1", unit = "d"] = /(\d+)([smd])$/.exec(header) ?? []
  return { interval: INTERVALS[unit] ?? "DAY", intervalNum: Number(length), count }
}
