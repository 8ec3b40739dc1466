/** Routes that place, change and end orders of futures: plain and conditional ones, one by one or several at once. */

import { isStopType } from "#core/order/order-status.ts"
import type { PerpetualOrder } from "#core/wire/index.ts"
import { readBatch, readIdList } from "../batch.ts"
import { badCombination, bodyOf, DoorError, missing } from "../door-error.ts"
import type { DoorGround, DoorRequest, DoorRoute } from "../door-route.ts"
import type { Parameters } from "../parameters.ts"
import { doorErrorOf } from "../refusals.ts"
import { readName } from "../spot/spot-orders.ts"
import { algoRow, futuresOrderRow } from "./futures-rows.ts"
import { ALGO_NAMES, PLAIN_NAMES, readFuturesOrder } from "./read-futures-order.ts"

export const ALGO_IDS = { id: "algoId", clientId: "clientAlgoId" } as const
/** Open orders that are looked through for one that is named. */
const OPEN_MAX = 500
const BATCH_MAX = 5
const CANCEL_BATCH_MAX = 10
const ALL_CANCELLED = { code: 200, msg: "The operation of cancel all open order is done." }

export function futuresOrderRoutes(ground: DoorGround): DoorRoute[] {
  const path = "/fapi/v1/order"
  const placing = { access: "signed", limit: "order", weight: 1 } as const
  const cancelling = { access: "signed", limit: "cancel", weight: 1 } as const
  return [
    {
      ...placing,
      method: "POST",
      path,
      orders: 1,
      handle: (asked) => placeOrder(ground, asked, asked.parameters),
    },
    {
      ...placing,
      method: "PUT",
      path,
      orders: 1,
      handle: (asked) => amendOrder(ground, asked, asked.parameters),
    },
    {
      ...{ ...cancelling, method: "DELETE", path },
      handle: async (asked) => futuresOrderRow(ground, await cancelNamed(ground, asked, asked.parameters)),
    },
    {
      ...{ ...placing, method: "POST", path: "/fapi/v1/order/test" },
      handle: ({ parameters, calls }) => {
        calls.demand("placeContractOrder")
        readFuturesOrder(ground, parameters, PLAIN_NAMES)
        return {}
      },
    },
    {
      ...{ ...placing, method: "POST", path: "/fapi/v1/batchOrders", weight: 5, orders: batchCount },
      handle: (asked) =>
        eachOf(readBatch(asked.parameters, BATCH_MAX), (one) => placeOrder(ground, asked, one)),
    },
    {
      ...{ ...placing, method: "PUT", path: "/fapi/v1/batchOrders", weight: 5, orders: batchCount },
      handle: (asked) =>
        eachOf(readBatch(asked.parameters, BATCH_MAX), (one) => amendOrder(ground, asked, one)),
    },
    {
      ...{ ...cancelling, method: "DELETE", path: "/fapi/v1/batchOrders" },
      handle: (asked) =>
        eachOf(readIdList(asked.parameters, CANCEL_BATCH_MAX), async (one) =>
          futuresOrderRow(ground, await cancelNamed(ground, asked, one)),
        ),
    },
    {
      ...{ ...cancelling, method: "DELETE", path: "/fapi/v1/allOpenOrders" },
      handle: (asked) => cancelAll(ground, asked),
    },
    {
      ...{ ...cancelling, method: "POST", path: "/fapi/v1/countdownCancelAll", weight: 10 },
      handle: (asked) => countDown(ground, asked),
    },
    {
      ...{ ...placing, method: "POST", path: "/fapi/v1/algoOrder", orders: 1 },
      handle: (asked) => placeAlgo(ground, asked),
    },
    {
      ...{ ...cancelling, method: "DELETE", path: "/fapi/v1/algoOrder" },
      handle: (asked) => cancelAlgo(ground, asked),
    },
    {
      ...{ ...cancelling, method: "DELETE", path: "/fapi/v1/algoOpenOrders" },
      handle: (asked) => cancelAllAlgo(ground, asked),
    },
  ]
}

/** How many orders a batch names; of what is no batch all that one may have. */
function batchCount(parameters: Parameters): number {
  try {
    return readBatch(parameters, BATCH_MAX).length
  } catch {
    return BATCH_MAX
  }
}

/** Each by itself: what is refused stands in the answer in its place. */
async function eachOf(list: readonly Parameters[], run: (one: Parameters) => Promise<object>) {
  const answers: object[] = []
  for (const one of list) {
    try {
      answers.push(await run(one))
    } catch (error) {
      // What a key may not at all is no matter of one order of the batch.
      if (!(error instanceof DoorError) || error.status === 401) throw error
      answers.push(bodyOf(error))
    }
  }
  return answers
}

/** Both kinds of answer are the whole order: an acknowledgement too is told as it stands. */
async function placeOrder(ground: DoorGround, { calls }: DoorRequest, parameters: Parameters) {
  parameters.oneOf("newOrderRespType", ["ACK", "RESULT"])
  const { ask, kind } = readFuturesOrder(ground, parameters, PLAIN_NAMES)
  const order = await calls.make("placeContractOrder", ask)
  if (isStopType(ask.type)) ground.stops.placed(order.id, kind, true)
  return futuresOrderRow(ground, order)
}

async function placeAlgo(ground: DoorGround, { calls, parameters }: DoorRequest) {
  parameters.oneOf("algoType", ["CONDITIONAL"])
  const { ask, kind } = readFuturesOrder(ground, parameters, ALGO_NAMES)
  if (ask.type === "limit" || ask.type === "market") throw new DoorError(-1116, "Invalid orderType.")
  const order = await calls.make("placeContractOrder", ask)
  ground.stops.placed(order.id, kind)
  return algoRow(ground, order)
}

/** The open order of that name in that market. @throws DoorError `refusal` for one of another market */
async function openNamed(
  calls: DoorRequest["calls"],
  name: { id?: number; clientOrderId?: string },
  of: { instrument: string | undefined; refusal: DoorError },
): Promise<PerpetualOrder | undefined> {
  const open = await calls.askUnscoped("openContractOrders", { limit: OPEN_MAX })
  const found = open.ok
    ? open.value.rows.find(({ id, clientOrderId }) =>
        name.id === undefined ? clientOrderId === name.clientOrderId : id === name.id,
      )
    : undefined
  if (found && of.instrument !== undefined && found.instrument !== of.instrument) throw of.refusal
  return found
}

const unknownOrder = (): DoorError => new DoorError(-2011, "Unknown order sent.")

async function cancelNamed(
  ground: DoorGround,
  { calls }: DoorRequest,
  parameters: Parameters,
): Promise<PerpetualOrder> {
  const { id: instrument } = ground.symbols.future(parameters.required("symbol"))
  const name = readName(parameters)
  await openNamed(calls, name, { instrument, refusal: unknownOrder() })
  return await cancelBy(calls, name)
}

async function cancelBy(calls: DoorRequest["calls"], name: { id?: number; clientOrderId?: string }) {
  const ended = await calls.ask("cancelContractOrder", name)
  if (ended.ok) return ended.value
  throw ended.problem.name === "UNKNOWN_ORDER" ? unknownOrder() : doorErrorOf(ended.problem, "futures")
}

async function amendOrder(ground: DoorGround, { calls }: DoorRequest, parameters: Parameters) {
  const { id: instrument } = ground.symbols.future(parameters.required("symbol"))
  const name = readName(parameters)
  const refusal = new DoorError(-2013, "Order does not exist.")
  const before = await openNamed(calls, name, { instrument, refusal })
  if (before && parameters.text("side")?.toLowerCase() !== before.side) throw badCombination()
  const [quantity, price] = [parameters.requiredDecimal("quantity"), parameters.requiredDecimal("price")]
  return futuresOrderRow(ground, await calls.make("amendContractOrder", { ...name, quantity, price }))
}

async function cancelAll(ground: DoorGround, { calls, parameters }: DoorRequest) {
  const { id: instrument } = ground.symbols.future(parameters.required("symbol"))
  const conditional = await waitingOf(ground, calls, instrument)
  if (conditional.length === 0) await calls.make("cancelAllContractOrders", { instrument })
  else await cancelPlain(calls, instrument, new Set(conditional))
  return ALL_CANCELLED
}

/** Conditional orders that wait: they have a call of their own to cancel all of them. */
async function waitingOf({ stops }: DoorGround, calls: DoorRequest["calls"], instrument: string) {
  const open = await calls.askUnscoped("openContractOrders", { instrument, limit: OPEN_MAX })
  const rows = open.ok ? open.value.rows : []
  return rows.filter((order) => stops.isConditional(order)).map(({ id }) => id)
}

/** One by one, so that the others stay. What has ended meanwhile needs no cancel. */
async function cancelPlain(calls: DoorRequest["calls"], instrument: string, kept: ReadonlySet<number>) {
  calls.demand("cancelContractOrder")
  const open = await calls.askUnscoped("openContractOrders", { instrument, limit: OPEN_MAX })
  for (const { id } of open.ok ? open.value.rows : [])
    if (!kept.has(id)) await calls.ask("cancelContractOrder", { id })
}

async function countDown(ground: DoorGround, { calls, parameters }: DoorRequest) {
  const symbol = parameters.required("symbol")
  const { id: instrument } = ground.symbols.future(symbol)
  const milliseconds = parameters.whole("countdownTime")
  if (milliseconds === undefined) throw missing("countdownTime")
  await calls.makeBy("cancelContractOrder", "cancelAfter", {
    seconds: Math.ceil(milliseconds / 1000),
    instrument,
  })
  return { symbol, countdownTime: String(milliseconds) }
}

async function cancelAlgo(ground: DoorGround, { calls, parameters }: DoorRequest) {
  const order = await cancelBy(calls, readName(parameters, ALGO_IDS))
  const { algoId, clientAlgoId } = algoRow(ground, order)
  return { algoId, clientAlgoId, code: "200", msg: "success" }
}

/** Of a market those that still wait. */
async function cancelAllAlgo(ground: DoorGround, { calls, parameters }: DoorRequest) {
  const { id: instrument } = ground.symbols.future(parameters.required("symbol"))
  calls.demand("cancelContractOrder")
  const open = await calls.askUnscoped("openContractOrders", { instrument, limit: OPEN_MAX })
  for (const order of open.ok ? open.value.rows : [])
    if (ground.stops.isConditional(order)) await calls.ask("cancelContractOrder", { id: order.id })
  return ALL_CANCELLED
}
