/** Routes that place, change and end spot orders. */

import type { ProblemName, SpotOrder } from "#core/wire/index.ts"
import { badCombination, bodyOf, DoorError } from "../door-error.ts"
import type { DoorGround, DoorRequest, DoorRoute } from "../door-route.ts"
import type { Parameters } from "../parameters.ts"
import { doorErrorOf } from "../refusals.ts"
import { type ReadOrder, readSpotOrder } from "./read-spot-order.ts"
import { acknowledged, cancelRow, fillOfOrder, orderRow, resultRow } from "./spot-rows.ts"
import { testSpotOrder } from "./test-spot-order.ts"

const RESPONSES = ["ACK", "RESULT", "FULL"] as const
/** Open orders that are looked through for one that is named. */
const OPEN_MAX = 500
/** What the exchange has no command for: orders that wait for another to be filled, and a choice among several books. */
const UNSUPPORTED = [
  "orderList/oto",
  "orderList/otoco",
  "orderList/opo",
  "orderList/opoco",
  "sor/order",
  "sor/order/test",
]

export function spotOrderRoutes(ground: DoorGround): DoorRoute[] {
  const path = "/api/v3/order"
  const placing = { access: "signed", limit: "order", weight: 1 } as const
  const cancelling = { access: "signed", limit: "cancel", weight: 1 } as const
  return [
    { ...placing, method: "POST", path, orders: 1, handle: (asked) => placeOrder(ground, asked) },
    {
      ...{ ...placing, method: "POST", path: `${path}/test` },
      handle: (asked) => testOrder(ground, asked),
    },
    {
      ...{ ...placing, method: "POST", path: `${path}/cancelReplace`, orders: 1 },
      handle: (asked) => replaceOrder(ground, asked),
    },
    {
      ...{ ...placing, method: "PUT", path: `${path}/amend/keepPriority`, weight: 4 },
      handle: (asked) => amendOrder(ground, asked),
    },
    { ...cancelling, method: "DELETE", path, handle: (asked) => cancelOrder(ground, asked) },
    {
      ...{ ...cancelling, method: "DELETE", path: "/api/v3/openOrders" },
      handle: (asked) => cancelAll(ground, asked),
    },
    ...UNSUPPORTED.map(
      (name): DoorRoute => ({
        ...{ method: "POST", path: `/api/v3/${name}`, access: "none", limit: "read", weight: 1 },
        handle() {
          throw new DoorError(-1020, "This operation is not supported.")
        },
      }),
    ),
  ]
}

/** Which of the own orders is meant. @throws DoorError -1102 */
export function readName(
  parameters: Parameters,
  ids: { id: string; clientId: string } = { id: "orderId", clientId: "origClientOrderId" },
): { id?: number; clientOrderId?: string } {
  const id = parameters.whole(ids.id, 1)
  if (id !== undefined) return { id }
  const clientOrderId = parameters.clientId(ids.clientId)
  if (clientOrderId !== undefined) return { clientOrderId }
  throw new DoorError(-1102, `Param '${ids.clientId}' or '${ids.id}' must be sent, but both were empty/null!`)
}

/** Without the order's money; with the fees that it would pay where they are asked for. */
async function testOrder(ground: DoorGround, { parameters, calls }: DoorRequest) {
  calls.demand("placeSpotOrder")
  const read = readSpotOrder(ground, parameters)
  testSpotOrder(ground, read)
  if (parameters.flag("computeCommissionRates") !== true) return {}
  const rates = await calls.askUnscoped("spotFees", { instrument: read.market.id })
  const none = { maker: "0", taker: "0" }
  return {
    standardCommissionForOrder: rates.ok ? { maker: rates.value.maker, taker: rates.value.taker } : none,
    ...{ specialCommissionForOrder: none, taxCommissionForOrder: none },
    discount: { enabledForAccount: false, enabledForSymbol: false, discountAsset: "", discount: "0" },
  }
}

async function placeOrder(ground: DoorGround, { calls, parameters }: DoorRequest) {
  const read = readSpotOrder(ground, parameters)
  const respType = readRespType(parameters, read)
  const order = await calls.make("placeSpotOrder", read.ask)
  return await answerTo(ground, { calls, order, read, respType })
}

const readRespType = (parameters: Parameters, { type }: ReadOrder): (typeof RESPONSES)[number] =>
  parameters.oneOf("newOrderRespType", RESPONSES) ?? (type === "MARKET" || type === "LIMIT" ? "FULL" : "ACK")

async function answerTo(
  ground: DoorGround,
  of: {
    calls: DoorRequest["calls"]
    order: SpotOrder
    read: ReadOrder
    respType: (typeof RESPONSES)[number]
  },
) {
  const { calls, order, read, respType } = of
  if (read.kind) ground.stops.placed(order.id, read.kind)
  if (respType === "ACK") return acknowledged(ground, order)
  const result = { ...resultRow(ground, order), ...pegOf(read, order) }
  if (respType === "RESULT") return result
  const isFilled = /[1-9]/.test(order.executed)
  const fills = isFilled
    ? await calls.askUnscoped("spotFills", { order: order.id, limit: OPEN_MAX })
    : undefined
  return { ...result, fills: fills?.ok ? fills.value.rows.map(fillOfOrder).reverse() : [] }
}

/** What it was pegged to is told with its placement; from then on it is a limit order like any other. */
const pegOf = ({ peg }: ReadOrder, { price }: SpotOrder): object =>
  peg === undefined ? {} : { pegPriceType: peg, peggedPrice: price }

/** A name of another market is none here: what is open elsewhere isn't touched. */
async function refuseElsewhere(
  { calls }: DoorRequest,
  name: { id?: number; clientOrderId?: string },
  { instrument, refusal }: { instrument: string; refusal: DoorError },
): Promise<void> {
  const open = await calls.askUnscoped("openSpotOrders", { limit: OPEN_MAX })
  const found = open.ok
    ? open.value.rows.find(({ id, clientOrderId }) =>
        name.id === undefined ? clientOrderId === name.clientOrderId : id === name.id,
      )
    : undefined
  if (found && found.instrument !== instrument) throw refusal
}

const unknownOrder = (): DoorError => new DoorError(-2011, "Unknown order sent.")

async function cancelNamed(
  ground: DoorGround,
  asked: DoorRequest,
  names?: { id: string; clientId: string },
): Promise<SpotOrder> {
  const { calls, parameters } = asked
  const market = ground.symbols.spot(parameters.required("symbol"))
  const name = readName(parameters, names)
  if (parameters.has("cancelRestrictions")) throw badCombination()
  await refuseElsewhere(asked, name, { instrument: market.id, refusal: unknownOrder() })
  const ended = await calls.ask("cancelSpotOrder", name)
  if (ended.ok) return ended.value
  throw isUnknown(ended) ? unknownOrder() : doorErrorOf(ended.problem, "spot")
}

const isUnknown = ({ problem }: { problem: { name: ProblemName } }) => problem.name === "UNKNOWN_ORDER"

async function cancelOrder(ground: DoorGround, asked: DoorRequest) {
  const order = await cancelNamed(ground, asked)
  return cancelRow(ground, order, asked.parameters.clientId("newClientOrderId"))
}

async function cancelAll(ground: DoorGround, { calls, parameters }: DoorRequest) {
  const { id: instrument } = ground.symbols.spot(parameters.required("symbol"))
  const { cancelled } = await calls.make("cancelAllSpotOrders", { instrument })
  if (cancelled.length === 0) throw unknownOrder()
  const ended = await calls.askUnscoped("spotOrderHistory", { instrument, limit: OPEN_MAX })
  const ids = new Set(cancelled)
  const rows = ended.ok ? ended.value.rows.filter(({ id }) => ids.has(id)) : []
  return rows.map((order) => cancelRow(ground, order, undefined))
}

/** One is cancelled, then another placed: two commands, as there. What failed is told with what didn't. */
async function replaceOrder(ground: DoorGround, asked: DoorRequest) {
  const { calls, parameters } = asked
  calls.demand("cancelSpotOrder")
  calls.demand("placeSpotOrder")
  parameters.required("cancelReplaceMode")
  const mode = parameters.oneOf("cancelReplaceMode", ["STOP_ON_FAILURE", "ALLOW_FAILURE"])
  const read = readSpotOrder(ground, parameters)
  const respType = readRespType(parameters, read)
  const cancelled = await attempt(async () => {
    const names = { id: "cancelOrderId", clientId: "cancelOrigClientOrderId" }
    const order = await cancelNamed(ground, asked, names)
    return cancelRow(ground, order, parameters.clientId("cancelNewClientOrderId"))
  })
  if (!cancelled.ok && mode === "STOP_ON_FAILURE")
    throw replaceError(-2022, "Order cancel-replace failed.", cancelled, undefined)
  const placed = await attempt(async () => {
    const order = await calls.make("placeSpotOrder", read.ask)
    return await answerTo(ground, { calls, order, read, respType })
  })
  if (!cancelled.ok || !placed.ok) {
    const isPartial = cancelled.ok || placed.ok
    throw isPartial
      ? replaceError(-2021, "Order cancel-replace partially failed.", cancelled, placed)
      : replaceError(-2022, "Order cancel-replace failed.", cancelled, placed)
  }
  return {
    ...{ cancelResult: "SUCCESS", newOrderResult: "SUCCESS" },
    ...{ cancelResponse: cancelled.said, newOrderResponse: placed.said },
  }
}

interface Attempt {
  ok: boolean
  said: object
}

async function attempt(run: () => Promise<object>): Promise<Attempt> {
  try {
    return { ok: true, said: await run() }
  } catch (error) {
    if (error instanceof DoorError) return { ok: false, said: bodyOf(error) }
    throw error
  }
}

function replaceError(code: number, msg: string, cancelled: Attempt, placed: Attempt | undefined): DoorError {
  const resultOf = (of: Attempt | undefined) => (!of ? "NOT_ATTEMPTED" : of.ok ? "SUCCESS" : "FAILURE")
  return new DoorError(code, msg, code === -2021 ? 409 : 400, {
    ...{ cancelResult: resultOf(cancelled), newOrderResult: resultOf(placed) },
    ...{ cancelResponse: cancelled.said, newOrderResponse: placed?.said ?? null },
  })
}

/** Less of an order, which keeps its place. */
async function amendOrder(ground: DoorGround, asked: DoorRequest) {
  const { calls, parameters } = asked
  const market = ground.symbols.spot(parameters.required("symbol"))
  const name = readName(parameters)
  const quantity = parameters.requiredDecimal("newQty")
  await refuseElsewhere(asked, name, {
    ...{ instrument: market.id, refusal: new DoorError(-2013, "Order does not exist.") },
  })
  const order = await calls.make("amendSpotOrder", { ...name, quantity })
  return {
    ...{ transactTime: order.updated, executionId: order.sequence },
    amendedOrder: { ...orderRow(ground, order), qty: order.quantity, preventedQty: "0" },
  }
}
