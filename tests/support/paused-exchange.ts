/** Scaled orders and icebergs of a real engine, paused and resumed in few words. */

import { expect } from "vitest"
import type { Lots } from "#core/money/units.ts"
import type { PlaceOrder } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import type { OrderView } from "#server/engine/event.ts"
import { viewOrder } from "#server/engine/matching/order.ts"
import type { PlaceScaled } from "#server/engine/orders/group-command.ts"
import type { PausedView } from "#server/engine/paused/paused.ts"
import { orderOf, spotInstrument, TestExchange } from "#tests/support/test-exchange.ts"

export const START = 1_700_000_000_000
export const MINUTE = 60_000
/** An exchange with one spot market. */
export const spot = (more = {}) => new TestExchange(spotInstrument(more), {}, START)

type Fields<C> = { [Field in keyof C]?: C[Field] | undefined }
/** 2, 3 and 5 lots at 90, 85 and 80. */
export const scaled = (market: TestExchange, more: Fields<PlaceScaled> = {}) => {
  const { answer } = market.run({
    ...{ type: "order.scaled", account: "ann", instrument: market.instrument, side: "buy" },
    ...{ from: 90, to: 80, count: 3, quantity: 10, distribution: "increasing", ...more },
  } as PlaceScaled)
  if (!answer.ok || !("orders" in answer.value)) throw new Error(`refused: ${JSON.stringify(answer)}`)
  return answer.value.orders
}
/** 20 lots at 90, of which 4 are shown. */
export const iceberg = (market: TestExchange, more: Partial<PlaceOrder> = {}) =>
  orderOf(market.buy("ann", 90, 20, { shown: 4 as Lots, ...more }))
export const change = (
  market: TestExchange,
  group: number,
  act: "pause" | "resume" | "end",
  account = "ann",
): ReturnType<TestExchange["run"]> => market.run({ type: "group.change", account, group, act })
export const viewOf = ({ answer }: ReturnType<typeof change>): PausedView => {
  if (!answer.ok || !("paused" in answer.value)) throw new Error(`refused: ${JSON.stringify(answer)}`)
  return answer.value.paused
}
export const standing = (market: TestExchange, id: number) => market.engine.state.paused.get(id)?.view
export const openOf = (market: TestExchange, account = "ann"): OrderView[] =>
  market.engine.state.orders
    .values()
    .filter((order) => order.account === account)
    .map(viewOrder)
/** Orders of a command: id, status, reason. */
export const told = ({ events }: ReturnType<typeof change>) =>
  events.flatMap((event) =>
    event.type === "order" ? [[event.order.id, event.order.status, event.order.reason ?? ""]] : [],
  )
/** What was told of it last. */
export const endOf = (market: TestExchange, id: number) =>
  market.events.findLast((event) => event.type === "paused" && event.paused.id === id)

/** The same exchange over a snapshot. */
export function restored(market: TestExchange): TestExchange {
  const saved = structuredClone(market.engine.save())
  const engine = createEngine()
  engine.load(saved)
  expect(engine.save()).toEqual(saved)
  return Object.assign(market, { engine })
}
