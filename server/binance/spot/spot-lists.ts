/** Routes of spot's order lists: a limit order and a stop of which one cancels the other (OCO). */

import { isOpen } from "#core/order/order-status.ts"
import type { AskOf, placeOco, SpotOrder } from "#core/wire/index.ts"
import { badCombination, DoorError, missing } from "../door-error.ts"
import type { DoorGround, DoorRequest, DoorRoute } from "../door-route.ts"
import { PAGE_ROWS, readSpan, rowsWithin } from "../own-history.ts"
import type { Parameters } from "../parameters.ts"
import { doorErrorOf } from "../refusals.ts"
import { readSide, refuseSent } from "./read-spot-order.ts"
import { STP_MODES } from "./spot-info.ts"
import { cancelRow, resultRow } from "./spot-rows.ts"

export function spotListRoutes(ground: DoorGround): DoorRoute[] {
  const placing = { method: "POST", access: "signed", limit: "order", weight: 1, orders: 2 } as const
  const own = { method: "GET", access: "signed", limit: "read" } as const
  const path = "/api/v3/orderList"
  return [
    {
      ...{ ...placing, path: `${path}/oco` },
      handle: (asked) => placePair(ground, asked, readSides(asked.parameters)),
    },
    {
      ...{ ...placing, path: "/api/v3/order/oco" },
      handle: (asked) => placePair(ground, asked, readOlder(asked.parameters)),
    },
    {
      ...{ method: "DELETE", access: "signed", limit: "cancel", weight: 1, path },
      handle: (asked) => cancelList(ground, asked),
    },
    { ...own, path, weight: 4, handle: async (asked) => listRow(ground, await findList(asked)) },
    { ...own, path: "/api/v3/openOrderList", weight: 6, handle: (asked) => openLists(ground, asked) },
    {
      ...{ ...own, path: "/api/v3/allOrderList", limit: "history", weight: 20 },
      handle: (asked) => allLists(ground, asked),
    },
  ]
}

type Prices = Required<Pick<AskOf<typeof placeOco>, "price" | "stopPrice">> &
  Pick<AskOf<typeof placeOco>, "stopLimit">

/** What each of the two may be. */
const LIST_TYPES = ["LIMIT_MAKER", "STOP_LOSS_LIMIT"] as const

/** The newer form: what lies above the market, and what below. A sell's limit order is above, a buy's below. */
function readSides(parameters: Parameters): Prices {
  const isSale = readSide(parameters) === "sell"
  const [limit, stop] = isSale ? (["above", "below"] as const) : (["below", "above"] as const)
  const typeOf = (side: "above" | "below") => {
    parameters.required(`${side}Type`)
    return parameters.oneOf(`${side}Type`, LIST_TYPES, -1158, "Order type not supported in OCO.")
  }
  const [ofLimit, ofStop] = [typeOf(limit), typeOf(stop)]
  if (ofLimit === "LIMIT_MAKER" && ofStop === "LIMIT_MAKER")
    throw new DoorError(-1168, "At least one OCO order must be contingent.")
  if (ofStop === "LIMIT_MAKER")
    throw isSale
      ? new DoorError(-1166, "A limit order in a sell OCO must be above.")
      : new DoorError(-1165, "A limit order in a buy OCO must be below.")
  if (ofLimit === "STOP_LOSS_LIMIT")
    throw isSale
      ? new DoorError(-1197, "A stop loss order in a sell OCO must be below.")
      : new DoorError(-1196, "A stop loss order in a buy OCO must be above.")
  refuseOtherLife(parameters, `${stop}TimeInForce`)
  return {
    price: parameters.requiredDecimal(`${limit}Price`),
    stopPrice: parameters.requiredDecimal(`${stop}StopPrice`),
    stopLimit: parameters.requiredDecimal(`${stop}Price`),
  }
}

function readOlder(parameters: Parameters): Prices {
  refuseOtherLife(parameters, "stopLimitTimeInForce")
  return {
    price: parameters.requiredDecimal("price"),
    stopPrice: parameters.requiredDecimal("stopPrice"),
    stopLimit: parameters.requiredDecimal("stopLimitPrice"),
  }
}

/** The stop of a pair waits until it is cancelled. */
function refuseOtherLife(parameters: Parameters, name: string): void {
  const life = parameters.text(name)
  if (life !== undefined && life !== "GTC") throw new DoorError(-1115, "Invalid timeInForce.")
}

/** Of either of the two: neither shows a part of itself, trails, or takes the best price. */
const LIST_OPTIONS = ["limit", "stop", "above", "below"].flatMap((part) =>
  ["IcebergQty", "TrailingDelta", "PegPriceType"].map((name) => part + name),
)

async function placePair(ground: DoorGround, { calls, parameters }: DoorRequest, prices: Prices) {
  refuseSent(parameters, "trailingDelta", ...LIST_OPTIONS)
  const { id: instrument } = ground.symbols.spot(parameters.required("symbol"))
  const key = parameters.clientId("listClientOrderId")
  const stp = parameters.oneOf("selfTradePreventionMode", STP_MODES)
  const { orders } = await calls.makeBy("placeSpotOrder", "placeOco", {
    ...{ instrument, side: readSide(parameters), quantity: parameters.requiredDecimal("quantity") },
    ...prices,
    ...(key !== undefined && { key }),
    ...(stp !== undefined && { stp }),
  })
  const pair = orders.filter((order) => order.kind === "spot")
  for (const { id, type } of pair) if (type === "stop-limit") ground.stops.placed(id, "STOP")
  return {
    ...listRow(ground, pair),
    listClientOrderId: key ?? "",
    orderReports: pair.map((order) => resultRow(ground, order)),
  }
}

/** @throws DoorError -2013 where there is nothing to tell of */
export function listRow({ symbols }: Pick<DoorGround, "symbols">, pair: readonly SpotOrder[]) {
  const [first] = pair
  if (!first) throw noList()
  const isDone = !pair.some(isOpen)
  return {
    ...{ orderListId: first.group, contingencyType: "OCO" },
    ...{
      listStatusType: isDone ? "ALL_DONE" : "EXEC_STARTED",
      listOrderStatus: isDone ? "ALL_DONE" : "EXECUTING",
    },
    ...{ listClientOrderId: "", transactionTime: Math.max(...pair.map(({ updated }) => updated)) },
    symbol: symbols.nameOf(first.instrument),
    orders: pair.map(({ id, clientOrderId, instrument }) => ({
      ...{ symbol: symbols.nameOf(instrument), orderId: id, clientOrderId },
    })),
  }
}

const noList = (): DoorError => new DoorError(-2013, "Order list does not exist.")

/** Both orders of a list: it is numbered by the first of them, and the second follows it. */
async function findList({ calls, parameters }: DoorRequest): Promise<SpotOrder[]> {
  const group = parameters.whole("orderListId", 1)
  if (group === undefined) throw missing("orderListId")
  const pair: SpotOrder[] = []
  for (const id of [group, group + 1]) {
    const found = await calls.ask("spotOrderState", { id })
    if (!found.ok && found.problem.name !== "UNKNOWN_ORDER") throw doorErrorOf(found.problem, "spot")
    if (found.ok && found.value.group === group && found.value.groupKind === "oco") pair.push(found.value)
  }
  if (pair.length === 0) throw noList()
  return pair
}

async function cancelList(ground: DoorGround, asked: DoorRequest) {
  const { calls, parameters } = asked
  // Both orders are of spot: the scope of spot is enough.
  calls.demand("cancelSpotOrder")
  const { id: instrument } = ground.symbols.spot(parameters.required("symbol"))
  if (!parameters.has("orderListId") && parameters.has("listClientOrderId")) throw badCombination()
  const pair = await findList(asked)
  if (pair.some((order) => order.instrument !== instrument))
    throw new DoorError(-2011, "Unknown order list sent.")
  const ended = await calls.askUnscoped("cancelGroup", { group: pair[0]?.group ?? 0 })
  if (!ended.ok && ended.problem.name === "UNKNOWN_ORDER")
    throw new DoorError(-2011, "Unknown order list sent.")
  if (!ended.ok) throw doorErrorOf(ended.problem, "spot")
  const rows = await findList(asked)
  return { ...listRow(ground, rows), orderReports: rows.map((order) => cancelRow(ground, order, undefined)) }
}

/** Open ones and those that have ended, oldest first; a list whose orders are ended is read with both of them. */
async function allLists(ground: DoorGround, { calls, parameters }: DoorRequest) {
  const span = readSpan(parameters, "fromId")
  if (span.fromId !== undefined && (span.start !== undefined || span.end !== undefined))
    throw badCombination()
  const [open, ended] = [await openPairs(calls), new Map<number, SpotOrder[]>()]
  await rowsWithin<SpotOrder>(
    { ...span, limit: PAGE_ROWS },
    {
      async read(cursor) {
        const page = await calls.make("spotOrderHistory", {
          limit: PAGE_ROWS,
          ...(span.start !== undefined && { from: span.start }),
          ...(cursor && { cursor }),
        })
        const pairs = page.rows.filter(({ groupKind }) => groupKind === "oco")
        for (const order of pairs) ended.set(order.group, [order, ...(ended.get(order.group) ?? [])])
        return { rows: pairs, next: page.next }
      },
      ...{ idOf: ({ id }) => id, timeOf: ({ created }) => created },
      isBefore: ({ group }) => group < (span.fromId ?? 0),
    },
  )
  const lists = new Map([...ended, ...open])
  const wanted = [...lists].filter(
    ([group, [first]]) =>
      group >= (span.fromId ?? 0) &&
      (first?.created ?? 0) >= (span.start ?? 0) &&
      (first?.created ?? 0) <= (span.end ?? Number.MAX_SAFE_INTEGER),
  )
  const rows = wanted
    .sort(([one], [other]) => one - other)
    .map(([, pair]) => pair.sort((a, b) => a.id - b.id))
  const isForward = span.fromId !== undefined || span.start !== undefined
  const kept = isForward ? rows.slice(0, span.limit) : rows.slice(-span.limit)
  return kept.map((pair) => listRow(ground, pair))
}

async function openLists(ground: DoorGround, { calls }: DoorRequest) {
  const lists = await openPairs(calls)
  return [...lists.values()].map((pair) => listRow(ground, pair)).reverse()
}

/** Open pairs by the number of the list, the newest first. */
async function openPairs(calls: DoorRequest["calls"]): Promise<Map<number, SpotOrder[]>> {
  const lists = new Map<number, SpotOrder[]>()
  for (let cursor: string | undefined; cursor !== ""; ) {
    const page = await calls.make("openSpotOrders", { limit: PAGE_ROWS, ...(cursor && { cursor }) })
    for (const order of page.rows)
      if (order.groupKind === "oco") lists.set(order.group, [order, ...(lists.get(order.group) ?? [])])
    cursor = page.next
  }
  return lists
}
