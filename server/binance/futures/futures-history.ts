/** Routes that read own orders, trades and income of futures. */

import { isStopType } from "#core/order/order-status.ts"
import type { BillRow, PerpetualOrder } from "#core/wire/index.ts"
import { DoorError } from "../door-error.ts"
import type { DoorGround, DoorRequest, DoorRoute } from "../door-route.ts"
import { fillsWithin, PAGE_ROWS, readSpan, rowsWithin } from "../own-history.ts"
import { doorErrorOf } from "../refusals.ts"
import { readName } from "../spot/spot-orders.ts"
import { ALGO_IDS } from "./futures-orders.ts"
import { algoRow, futuresOrderRow, futuresTradeRow } from "./futures-rows.ts"

export function futuresHistoryRoutes(ground: DoorGround): DoorRoute[] {
  const own = { method: "GET", access: "signed", limit: "read" } as const
  const past = { ...own, limit: "history" } as const
  return [
    { ...own, path: "/fapi/v1/order", weight: 1, handle: (asked) => findOrder(ground, asked) },
    { ...own, path: "/fapi/v1/openOrder", weight: 1, handle: (asked) => findOpen(ground, asked) },
    {
      ...{ ...own, path: "/fapi/v1/openOrders" },
      weight: (parameters) => (parameters.has("symbol") ? 1 : 40),
      handle: async (asked) => {
        const rows = await openOf(ground, asked)
        const plain = rows.filter((order) => !ground.stops.isConditional(order))
        return plain.map((order) => futuresOrderRow(ground, order))
      },
    },
    { ...past, path: "/fapi/v1/allOrders", weight: 5, handle: (asked) => allOrders(ground, asked) },
    { ...past, path: "/fapi/v1/userTrades", weight: 5, handle: (asked) => userTrades(ground, asked) },
    { ...past, path: "/fapi/v1/income", weight: 30, handle: (asked) => incomeOf(ground, asked) },
    { ...own, path: "/fapi/v1/algoOrder", weight: 1, handle: (asked) => findAlgo(ground, asked) },
    {
      ...{ ...own, path: "/fapi/v1/openAlgoOrders" },
      weight: (parameters) => (parameters.has("symbol") ? 1 : 40),
      handle: async (asked) => {
        const rows = await openOf(ground, asked)
        return rows
          .filter((order) => ground.stops.isConditional(order))
          .map((order) => algoRow(ground, order))
      },
    },
    {
      ...{ ...past, path: "/fapi/v1/allAlgoOrders", weight: 5 },
      handle: async (asked) => {
        const rows = await ordersWithin(ground, asked, "algoId")
        return rows.filter(({ type }) => isStopType(type)).map((order) => algoRow(ground, order))
      },
    },
  ]
}

const noOrder = (): DoorError => new DoorError(-2013, "Order does not exist.")

async function stateOf({ calls }: DoorRequest, name: { id?: number; clientOrderId?: string }) {
  const found = await calls.ask("contractOrderState", name)
  if (!found.ok) throw doorErrorOf(found.problem, "futures")
  return found.value
}

async function findOrder(ground: DoorGround, asked: DoorRequest) {
  const market = ground.symbols.future(asked.parameters.required("symbol"))
  const order = await stateOf(asked, readName(asked.parameters))
  if (order.instrument !== market.id) throw noOrder()
  return futuresOrderRow(ground, order)
}

async function findOpen(ground: DoorGround, asked: DoorRequest) {
  const name = readName(asked.parameters)
  const rows = await openOf(ground, asked)
  const order = rows.find(({ id, clientOrderId }) =>
    name.id === undefined ? clientOrderId === name.clientOrderId : id === name.id,
  )
  if (!order) throw noOrder()
  return futuresOrderRow(ground, order)
}

async function findAlgo(ground: DoorGround, asked: DoorRequest) {
  const order = await stateOf(asked, readName(asked.parameters, ALGO_IDS))
  if (!isStopType(order.type)) throw noOrder()
  return algoRow(ground, order)
}

/** Oldest first. */
async function openOf(
  { symbols }: DoorGround,
  { calls, parameters }: DoorRequest,
): Promise<PerpetualOrder[]> {
  const name = parameters.text("symbol")
  const of = name === undefined ? {} : { instrument: symbols.future(name).id }
  const rows: PerpetualOrder[] = []
  for (let cursor: string | undefined; cursor !== ""; ) {
    const page = await calls.make("openContractOrders", {
      ...of,
      limit: PAGE_ROWS,
      ...(cursor && { cursor }),
    })
    rows.push(...page.rows)
    cursor = page.next
  }
  return rows.reverse()
}

async function allOrders(ground: DoorGround, asked: DoorRequest) {
  const rows = await ordersWithin(ground, asked, "orderId")
  return rows.map((order) => futuresOrderRow(ground, order))
}

async function ordersWithin(ground: DoorGround, asked: DoorRequest, idName: string) {
  const { calls, parameters } = asked
  const { id: instrument } = ground.symbols.future(parameters.required("symbol"))
  const span = readSpan(parameters, idName)
  // What has a later id has ended later than the named one was made.
  const named =
    span.fromId === undefined ? undefined : await calls.ask("contractOrderState", { id: span.fromId })
  const from = span.start ?? (named?.ok ? named.value.created : undefined)
  return await rowsWithin<PerpetualOrder>(span, {
    read: (cursor) =>
      calls.make("contractOrderHistory", {
        ...{ instrument, limit: PAGE_ROWS },
        ...(from !== undefined && { from }),
        ...(cursor && { cursor }),
      }),
    ...{ idOf: ({ id }) => id, timeOf: ({ created }) => created, isBefore: () => false },
    more: await openOf(ground, asked),
  })
}

async function userTrades(ground: DoorGround, { calls, parameters }: DoorRequest) {
  const { id: instrument } = ground.symbols.future(parameters.required("symbol"))
  const rows = await fillsWithin(parameters, (page) => calls.make("contractFills", { instrument, ...page }))
  return rows.map((fill) => futuresTradeRow(ground, fill))
}

/** Kinds of the bill that are income there. */
const INCOME: Readonly<Record<string, string>> = {
  trade: "REALIZED_PNL",
  fee: "COMMISSION",
  funding: "FUNDING_FEE",
  liquidation: "INSURANCE_CLEAR",
  transfer: "TRANSFER",
}

/** Rows of the contract account's bill, oldest first. */
async function incomeOf({ symbols }: DoorGround, { calls, parameters }: DoorRequest) {
  const name = parameters.text("symbol")
  const instrument = name === undefined ? undefined : symbols.future(name).id
  const kind = parameters.oneOf("incomeType", Object.values(INCOME))
  const span = { ...readSpan(parameters, "fromId"), fromId: undefined, limit: parameters.limit(100, 1000) }
  const numbers = new Map<string, number>()
  const rows = await rowsWithin<BillRow>(span, {
    async read(cursor) {
      const page = await calls.make("bill", {
        ...{ wallet: "contract", limit: PAGE_ROWS },
        ...(span.start !== undefined && { from: span.start }),
        ...(span.end !== undefined && { to: span.end }),
        ...(cursor && { cursor }),
      })
      const wanted = page.rows.filter(
        (row) =>
          INCOME[row.kind] !== undefined &&
          (kind === undefined || INCOME[row.kind] === kind) &&
          (instrument === undefined || row.instrument === instrument),
      )
      return { rows: wanted, next: page.next }
    },
    ...{ idOf: (row) => numberOf(row, numbers), timeOf: ({ time }) => time, isBefore: () => false },
  })
  return rows.map((row) => ({
    ...{ symbol: row.instrument === "" ? "" : symbols.nameOf(row.instrument) },
    ...{ incomeType: INCOME[row.kind], income: row.amount, asset: row.currency, info: row.reference },
    ...{ time: row.time, tranId: numberOf(row, numbers), tradeId: "" },
  }))
}

/** A number of its own that rises with the row's id, which is a sequence and a place in it: `990214-1`. */
function numberOf({ id }: BillRow, numbers: Map<string, number>): number {
  const known = numbers.get(id)
  if (known !== undefined) return known
  const [sequence = 0, place = 0] = id.split("-").map(Number)
  const number = sequence * PLACES + place
  numbers.set(id, number)
  return number
}

/** Lines that one command may have in a bill. */
const PLACES = 1000
