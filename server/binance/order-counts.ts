/** Routes that tell how many orders a user has placed in each span, as the headers of orders do. */

import type { Venue } from "./door-error.ts"
import type { DoorGround, DoorRequest, DoorRoute } from "./door-route.ts"

const TEN_SECONDS = { interval: "SECOND", intervalNum: 10 } as const
const SPANS = {
  spot: [
    ["10S", TEN_SECONDS, 10],
    ["1D", { interval: "DAY", intervalNum: 1 }, 86_400],
  ],
  futures: [
    ["10S", TEN_SECONDS, 10],
    ["1M", { interval: "MINUTE", intervalNum: 1 }, 60],
  ],
} as const

export function orderCountRoutes(ground: DoorGround): DoorRoute[] {
  const own = { method: "GET", access: "signed", limit: "read" } as const
  return [
    {
      ...own,
      path: "/api/v3/rateLimit/order",
      weight: 40,
      handle: (asked) => counted(ground, "spot", asked),
    },
    {
      ...own,
      path: "/fapi/v1/rateLimit/order",
      weight: 1,
      handle: (asked) => counted(ground, "futures", asked),
    },
  ]
}

/** Futures tell the limits alone. */
function counted({ orders, ordersPerSecond }: DoorGround, venue: Venue, { userId }: DoorRequest) {
  const rows = SPANS[venue].map(async ([span, length, seconds]) => ({
    ...{ rateLimitType: "ORDERS", ...length, limit: ordersPerSecond * seconds },
    ...(venue === "spot" && { count: await orders.of(venue, userId, span) }),
  }))
  return Promise.all(rows)
}
