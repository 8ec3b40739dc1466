/** Reads what names several orders in one parameter: orders as a JSON array, or lists of ids. */

import { DoorError, illegal } from "./door-error.ts"
import { Parameters } from "./parameters.ts"

/** Each order's own parameters. @throws DoorError -1100, -1102, -4082 for more than `most` */
export function readBatch(parameters: Parameters, most: number): Parameters[] {
  const list = readJson(parameters.required("batchOrders"))
  if (!Array.isArray(list)) throw illegal("batchOrders", "a JSON array of orders")
  if (list.length === 0 || list.length > most)
    throw new DoorError(-4082, `Invalid number of batch place orders: 1 to ${most}.`)
  return list.map((one) => {
    if (typeof one !== "object" || one === null) throw illegal("batchOrders", "a JSON array of orders")
    return new Parameters(new Map(Object.entries(one).map(([name, value]) => [name, textOf(value)])))
  })
}

/** Orders named by `orderIdList` or `origClientOrderIdList`, each as if it were named by itself. */
export function readIdList(parameters: Parameters, most: number): Parameters[] {
  const symbol = parameters.required("symbol")
  const named = (name: string, list: readonly string[]) =>
    list.map((value) => new Parameters(new Map(Object.entries({ symbol, [name]: value }))))
  const ids = parameters.list("orderIdList") ?? parameters.list("orderidlist")
  const clientIds = parameters.list("origClientOrderIdList") ?? parameters.list("origclientorderidlist")
  const all = [...named("orderId", ids ?? []), ...named("origClientOrderId", clientIds ?? [])]
  if (all.length === 0 || all.length > most)
    throw new DoorError(-4082, `Invalid number of batch cancel orders: 1 to ${most}.`)
  return all
}

/** A list or an object is no value of an order; making a text of it would run whatever it calls `toString`, or nest without end. */
function textOf(value: unknown): string {
  if (typeof value === "object" && value !== null) throw illegal("batchOrders", "a JSON array of orders")
  return String(value)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
