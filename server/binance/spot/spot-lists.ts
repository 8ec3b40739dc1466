/** Routes of spot's order lists: a limit order and a stop of which one cancels the other (OCO). */

import { isOpen } from "#core/order/order-status.ts"
import type { AskOf, placeOco, SpotOrder } from "#core/wire/index.ts"
import { badCombination, DoorError, missing } from "../door-error.ts"
import type { DoorGround, DoorRequest, DoorRoute } from "../door-route.ts"
import { PAGE_ROWS } from "../own-history.ts"
import type { Parameters } from "../parameters.ts"
import { doorErrorOf } from "../refusals.ts"
import { readSide } from "./read-spot-order.ts"
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
  ]
}

type Prices = Required<Pick<AskOf<typeof placeOco>, "price" | "stopPrice">> &
  Pick<AskOf<typeof placeOco>, "stopLimit">

/** The newer form: what lies above the market, and what below. A sell's limit order is above, a buy's below. */
function readSides(parameters: Parameters): Prices {
  const [limit, stop] = readSide(parameters) === "sell" ? ["above", "below"] : ["below", "above"]
  for (const side of [limit, stop]) parameters.required(`${side}Type`)
  const isPair =
    parameters.text(`${limit}Type`) === "LIMIT_MAKER" && parameters.text(`${stop}Type`) === "STOP_LOSS_LIMIT"
  if (!isPair) throw new DoorError(-1116, "Invalid orderType.")
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

async function placePair(ground: DoorGround, { calls, parameters }: DoorRequest, prices: Prices) {
  const { id: instrument } = ground.symbols.spot(parameters.required("symbol"))
  const key = parameters.clientId("listClientOrderId")
  const stp = parameters.oneOf("selfTradePreventionMode", STP_MODES)
  const { orders } = await calls.make("placeOco", {
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
  const { id: instrument } = ground.symbols.spot(parameters.required("symbol"))
  if (!parameters.has("orderListId") && parameters.has("listClientOrderId")) throw badCombination()
  const pair = await findList(asked)
  if (pair.some((order) => order.instrument !== instrument))
    throw new DoorError(-2011, "Unknown order list sent.")
  const ended = await calls.ask("cancelGroup", { group: pair[0]?.group ?? 0 })
  if (!ended.ok && ended.problem.name === "UNKNOWN_ORDER")
    throw new DoorError(-2011, "Unknown order list sent.")
  if (!ended.ok) throw doorErrorOf(ended.problem, "spot")
  const rows = await findList(asked)
  return { ...listRow(ground, rows), orderReports: rows.map((order) => cancelRow(ground, order, undefined)) }
}

async function openLists(ground: DoorGround, { calls }: DoorRequest) {
  const lists = new Map<number, SpotOrder[]>()
  for (let cursor: string | undefined; cursor !== ""; ) {
    const page = await calls.make("openSpotOrders", { limit: PAGE_ROWS, ...(cursor && { cursor }) })
    for (const order of page.rows)
      if (order.groupKind === "oco") lists.set(order.group, [order, ...(lists.get(order.group) ?? [])])
    cursor = page.next
  }
  return [...lists.values()].map((pair) => listRow(ground, pair)).reverse()
}
