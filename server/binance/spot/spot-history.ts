/** Routes that read own spot orders and trades. */

import type { SpotOrder } from "#core/wire/index.ts"
import { DoorError } from "../door-error.ts"
import type { DoorGround, DoorRequest, DoorRoute } from "../door-route.ts"
import { fillsWithin, PAGE_ROWS, readSpan, rowsWithin } from "../own-history.ts"
import { doorErrorOf } from "../refusals.ts"
import { readName } from "./spot-orders.ts"
import { orderRow, tradeRow } from "./spot-rows.ts"

export function spotHistoryRoutes(ground: DoorGround): DoorRoute[] {
  const own = { method: "GET", access: "signed" } as const
  return [
    {
      ...{ ...own, path: "/api/v3/order", limit: "read", weight: 4 },
      handle: (asked) => findOrder(ground, asked),
    },
    {
      ...{ ...own, path: "/api/v3/openOrders", limit: "read" },
      weight: (parameters) => (parameters.has("symbol") ? 6 : 80),
      handle: (asked) => openOrders(ground, asked),
    },
    {
      ...{ ...own, path: "/api/v3/allOrders", limit: "history", weight: 20 },
      handle: (asked) => allOrders(ground, asked),
    },
    {
      ...{ ...own, path: "/api/v3/myTrades", limit: "history", weight: 20 },
      handle: (asked) => myTrades(ground, asked),
    },
  ]
}

async function findOrder(ground: DoorGround, { calls, parameters }: DoorRequest) {
  const market = ground.symbols.spot(parameters.required("symbol"))
  const found = await calls.ask("spotOrderState", readName(parameters))
  if (!found.ok) throw doorErrorOf(found.problem, "spot")
  if (found.value.instrument !== market.id) throw new DoorError(-2013, "Order does not exist.")
  return orderRow(ground, found.value)
}

/** Oldest first, as there. */
async function openOrders(ground: DoorGround, { calls, parameters }: DoorRequest) {
  const name = parameters.text("symbol")
  const of = name === undefined ? {} : { instrument: ground.symbols.spot(name).id }
  const rows = await allOpen(calls, of)
  return rows.map((order) => orderRow(ground, order))
}

async function allOpen(calls: DoorRequest["calls"], of: { instrument?: string }) {
  const rows = []
  for (let cursor: string | undefined; cursor !== ""; ) {
    const page = await calls.make("openSpotOrders", { ...of, limit: PAGE_ROWS, ...(cursor && { cursor }) })
    rows.push(...page.rows)
    cursor = page.next
  }
  return rows.reverse()
}

async function allOrders(ground: DoorGround, { calls, parameters }: DoorRequest) {
  const { id: instrument } = ground.symbols.spot(parameters.required("symbol"))
  const span = readSpan(parameters, "orderId")
  // What has a later id has ended later than the named one was made.
  const named = span.fromId === undefined ? undefined : await calls.ask("spotOrderState", { id: span.fromId })
  const from = span.start ?? (named?.ok ? named.value.created : undefined)
  const rows = await rowsWithin<SpotOrder>(span, {
    read: (cursor) =>
      calls.make("spotOrderHistory", {
        ...{ instrument, limit: PAGE_ROWS },
        ...(from !== undefined && { from }),
        ...(cursor && { cursor }),
      }),
    ...{ idOf: ({ id }) => id, timeOf: ({ created }) => created, isBefore: () => false },
    more: await allOpen(calls, { instrument }),
  })
  return rows.map((order) => orderRow(ground, order))
}

async function myTrades(ground: DoorGround, { calls, parameters }: DoorRequest) {
  const { id: instrument } = ground.symbols.spot(parameters.required("symbol"))
  const rows = await fillsWithin(parameters, (page) => calls.make("spotFills", { instrument, ...page }))
  return rows.map((fill) => tradeRow(ground, fill))
}
