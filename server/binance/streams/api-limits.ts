/** Limits of the WebSocket API: the weights and order counts are those of HTTP, and calls a second are as many. */

import type { LimitName } from "#core/wire/index.ts"
import type { DoorCounts } from "../add-binance.ts"
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

export class ApiLimits {
  readonly #counts: DoorCounts
  readonly #perSecond: Readonly<Record<LimitName, number>>
  readonly #now: () => number
  readonly #second = new SpanCounter(1000)

  constructor(parts: {
    counts: DoorCounts
    limits: Readonly<Record<LimitName, number>>
    now(): number
  }) {
    this.#counts = parts.counts
    this.#perSecond = parts.limits
    this.#now = parts.now
  }

  /** @throws DoorError -1003 above what an address may weigh in a minute */
  weigh(venue: Venue, address: string, { weight }: DoorRoute, parameters: Parameters): CountedLimits {
    const by = typeof weight === "number" ? weight : weight(parameters)
    const now = this.#now()
    const { used, isOver, retrySeconds } = this.#counts.weights.weigh(venue, address, by, now)
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
        const told = this.#counts.orders.count(venue, userId, count, now)
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

  /** @throws DoorError -1003 above our own limit of such calls a second, of a key or an address */
  count({ limit }: DoorRoute, who: string | number): void {
    const count = this.#second.add(`${limit} ${who}`, 1, this.#now())
    if (count > this.#perSecond[limit]) throw doorErrorOf({ name: "RATE_LIMIT" }, "spot")
  }
}

const INTERVALS: Readonly<Record<string, string>> = { s: "SECOND", m: "MINUTE", d: "DAY" }

/** Of `x-mbx-order-count-10s`. */
function spanOf(header: string, count: number) {
  const [, length = "1", unit = "d"] = /(\d+)([smd])$/.exec(header) ?? []
  return { interval: INTERVALS[unit] ?? "DAY", intervalNum: Number(length), count }
}
