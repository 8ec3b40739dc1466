/** Reports of orders: every step of a batch, once and in order. */

import { expect, test } from "vitest"
import type { OrderStatus } from "#core/order/order-status.ts"
import { OrderReports } from "./order-reports.ts"

const order = (status: OrderStatus, sequence: number, more: object = {}) => ({
  ...{ id: 1, price: "10", stopPrice: "", distance: "", quantity: "5", executed: "0", executedQuote: "0" },
  ...{ status, reason: "", updated: 1, sequence, ...more },
})
const fill = (quantity: string, turnover: string, of = 1) => ({ order: of, quantity, turnover })

type Order = ReturnType<typeof order>
type Fill = ReturnType<typeof fill>

const told = (reports: ReturnType<OrderReports<Order, Fill>["take"]>) =>
  reports.map(({ execution, order: { status, executed, executedQuote }, fill: own }) =>
    [execution, status, executed, executedQuote, own?.quantity ?? ""].join(" "),
  )

test("an order that is placed, fills twice and is cancelled in one batch is told in four steps", () => {
  const reports = new OrderReports<Order, Fill>([])
  const ended = order("cancelled", 3, { executed: "3", executedQuote: "29" })
  expect(told(reports.take([ended], [fill("1", "9"), fill("2", "20"), fill("7", "70", 2)]))).toEqual([
    "NEW new 0 0 ",
    "TRADE partly-filled 1 9 1",
    "TRADE partly-filled 3 29 2",
    "CANCELED cancelled 3 29 ",
  ])
})

test("one by an amount of money is filled with its last fill, though its rest pays for no lot; without a fill it has expired", () => {
  const ended = (more: object) => order("expired", 2, { quantity: "", reason: "BUDGET", ...more })
  const some = ended({ executed: "3", executedQuote: "29" })
  const reports = new OrderReports<Order, Fill>([])
  expect(told(reports.take([some], [fill("1", "9"), fill("2", "20")]))).toEqual([
    "NEW new 0 0 ",
    "TRADE partly-filled 1 9 1",
    "TRADE filled 3 29 2",
  ])
  expect(told(new OrderReports<Order, Fill>([]).take([ended({})], []))).toEqual([
    "NEW new 0 0 ",
    "EXPIRED expired 0 0 ",
  ])
})

test("fills of later batches go on from what was filled before, and the last one ends it", () => {
  const reports = new OrderReports<Order, Fill>([
    order("partly-filled", 1, { executed: "1", executedQuote: "10" }),
  ])
  const filled = order("filled", 4, { executed: "5", executedQuote: "50" })
  expect(told(reports.take([filled], [fill("1.5", "15"), fill("2.5", "25")]))).toEqual([
    "TRADE partly-filled 2.5 25 1.5",
    "TRADE filled 5 50 2.5",
  ])
})

test("a stop is new when it is placed and again when it fires; what it follows meanwhile is no step", () => {
  const reports = new OrderReports<Order, Fill>([])
  expect(told(reports.take([order("waiting", 1)], []))).toEqual(["NEW waiting 0 0 "])
  expect(reports.take([order("waiting", 1)], [])).toEqual([])
  const fired = order("filled", 2, { executed: "5", executedQuote: "50" })
  expect(told(reports.take([fired], [fill("5", "50")]))).toEqual(["NEW new 0 0 ", "TRADE filled 5 50 5"])
})

test("a change of price is told as one, a stop that is cancelled never as fired", () => {
  const reports = new OrderReports<Order, Fill>([order("new", 1), { ...order("waiting", 1), id: 2 }])
  const news = [order("new", 2, { price: "11" }), { ...order("cancelled", 2), id: 2 }]
  expect(told(reports.take(news, []))).toEqual(["REPLACED new 0 0 ", "CANCELED cancelled 0 0 "])
})

test.each([
  ["rejected", "REJECTED"],
  ["expired", "EXPIRED"],
  ["expired-in-match", "TRADE_PREVENTION"],
] as const)("an order that ends %s is told as %s", (status, execution) => {
  const reports = new OrderReports<Order, Fill>([])
  expect(told(reports.take([order(status, 1)], [])).at(-1)).toBe(`${execution} ${status} 0 0 `)
})
