/** Do lists of own orders and fills show the right rows, exactly, and do rows keep their places? */

import { describe, expect, test } from "vitest"
import { type SpotFill, type SpotOrder, spotFillExample, spotOrderExample } from "#core/wire/trading.ts"
import { heldRows } from "../../lists/steady-rows.ts"
import { fillRows, historyRows, openRows } from "./order-list.model.ts"
import { averagePrice, currenciesOf, decimalsOf, filledPercent, orderTotal } from "./order-rows.model.ts"

const order = (fields: Partial<Record<keyof SpotOrder, unknown>>) =>
  ({ ...spotOrderExample, ...fields }) as SpotOrder
const fill = (fields: Partial<Record<keyof SpotFill, unknown>>) =>
  ({ ...spotFillExample, ...fields }) as SpotFill
const everything = { scope: "all", side: "all", status: "all" } as const
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

describe("an order's figures", () => {
  test("its total is price times quantity to the last digit, or its budget", () => {
    expect(orderTotal(order({ price: "67284.10", quantity: "0.00500" }))).toBe("336.4205")
    expect(orderTotal(order({ price: "0.00000871", quantity: "12345" }))).toBe("0.10752495")
    expect(orderTotal(order({ price: "", quantity: "", budget: "250" }))).toBe("250")
    expect(orderTotal(order({ price: "", quantity: "1" }))).toBeUndefined()
  })

  test("its mean price is rounded half up to the market's decimals, and unknown before the first fill", () => {
    expect(averagePrice(order({ executed: "3", executedQuote: "100" }), 2)).toBe("33.33")
    expect(averagePrice(order({ executed: "2", executedQuote: "33.33" }), 2)).toBe("16.67")
    expect(averagePrice(order({ executed: "0.00000" }), 2)).toBeUndefined()
  })

  test.each([
    [{ quantity: "3", executed: "1", status: "partly-filled" }, 33],
    [{ quantity: "1000", executed: "999", status: "partly-filled" }, 99],
    [{ quantity: "", budget: "100", executedQuote: "99.99", status: "filled" }, 100],
    [{ quantity: "", budget: "100", executedQuote: "40", status: "expired" }, 40],
    [{ quantity: "1", executed: "0", status: "new" }, 0],
  ])("of %j %i %% has filled", (fields, percent) => {
    expect(filledPercent(order(fields))).toBe(percent)
  })

  test("names and steps are read from the market", () => {
    expect(currenciesOf("BTC_USDT")).toEqual({ base: "BTC", quote: "USDT" })
    expect([decimalsOf("0.01"), decimalsOf("1"), decimalsOf(undefined)]).toEqual([2, 0, 2])
  })
})

describe("open orders", () => {
  const orders = [
    order({ id: 3, status: "waiting", side: "sell" }),
    order({ id: 2, status: "partly-filled", instrument: "ETH_USDT" }),
    order({ id: 1, status: "new" }),
  ]

  test("of all markets and both sides are the list as it is: nothing is copied for each change", () => {
    expect(openRows(orders, everything, "BTC_USDT")).toBe(orders)
  })

  test("of this market, and of one side", () => {
    expect(ids(openRows(orders, { ...everything, scope: "market" }, "BTC_USDT"))).toEqual([3, 1])
    expect(ids(openRows(orders, { ...everything, side: "sell" }, "BTC_USDT"))).toEqual([3])
  })
})

describe("the history", () => {
  const ended = (id: number, updated: number, fields: object = {}) =>
    order({ id, updated, sequence: updated, status: "cancelled", ...fields })
  const here = { instrument: "BTC_USDT", within: {}, hasMore: false }

  test("puts what has just ended before what was read, and each order once", () => {
    const rows = historyRows([ended(5, 50), ended(9, 40)], [ended(2, 60), ended(5, 50)], everything, here)
    expect(ids(rows)).toEqual([2, 5, 9])
  })

  test("takes the newer of two versions of one order", () => {
    const rows = historyRows([ended(5, 50)], [ended(5, 55, { executed: "0.00300" })], everything, here)
    expect(rows[0]?.executed).toBe("0.00300")
  })

  test("leaves an end that lies beyond the pages read so far to its page", () => {
    const read = [ended(5, 50), ended(4, 40)]
    const more = { ...here, hasMore: true }
    expect(ids(historyRows(read, [ended(1, 10), ended(8, 45)], everything, more))).toEqual([5, 8, 4])
    expect(ids(historyRows(read, [ended(1, 10)], everything, here))).toEqual([5, 4, 1])
  })

  test("shows only the status, side and market asked for, of what came by socket as well", () => {
    const rows = [ended(1, 1, { status: "filled" }), ended(2, 2, { side: "sell" }), ended(3, 3)]
    const asked = { ...everything, status: "cancelled", side: "buy" } as const
    expect(ids(historyRows([], rows, asked, here))).toEqual([3])
    expect(
      historyRows([], rows, { ...everything, scope: "market" }, { ...here, instrument: "ETH_USDT" }),
    ).toEqual([])
  })

  test("shows only what ended within the days asked for, of what came by socket as well", () => {
    const rows = [ended(1, 10), ended(2, 20), ended(3, 30)]
    const within = { from: 11, to: 20 }
    expect(ids(historyRows([], rows, everything, { ...here, within }))).toEqual([2])
    const fills = [10, 20, 30].map((time) => fill({ trade: time, time }))
    expect(fillRows([], fills, everything, { ...here, within }).map(({ time }) => time)).toEqual([20])
  })
})

describe("fills", () => {
  test("read and pushed stand once, the newest first", () => {
    const rows = fillRows(
      [fill({ trade: 2, time: 20 }), fill({ trade: 1, time: 10 })],
      [
        fill({ trade: 2, time: 20 }),
        fill({ trade: 3, time: 30 }),
        fill({ trade: 2, time: 25, instrument: "ETH_USDT" }),
      ],
      everything,
      { instrument: "BTC_USDT", within: {}, hasMore: false },
    )
    expect(rows.map(({ trade, instrument }) => `${trade} ${instrument}`)).toEqual([
      "3 BTC_USDT",
      "2 ETH_USDT",
      "2 BTC_USDT",
      "1 BTC_USDT",
    ])
  })

  test("both sides of a trade with oneself are two rows", () => {
    const both = [fill({ trade: 1, order: 7 }), fill({ trade: 1, order: 8, side: "sell" })]
    expect(
      fillRows([], both, everything, { instrument: "BTC_USDT", within: {}, hasMore: false }),
    ).toHaveLength(2)
  })
})

describe("rows under a finger", () => {
  const keyOf = ({ id }: { id: number }) => id
  const open = [order({ id: 3 }), order({ id: 2 }), order({ id: 1 })]

  test("stay in their places with the newest they have to say; new ones wait", () => {
    const filled = order({ id: 2, status: "filled" })
    const now = [order({ id: 4 }), order({ id: 3, executed: "0.00400" }), order({ id: 1 })]
    const shown = heldRows(open, now, keyOf, (row) => (row.id === 2 ? filled : row))
    expect(ids(shown.rows)).toEqual([3, 2, 1])
    expect(shown.rows[0]?.executed).toBe("0.00400")
    expect(shown.rows[1]?.status).toBe("filled")
    expect(shown.waiting).toBe(1)
  })

  test("older rows that were read meanwhile come behind them", () => {
    const now = [order({ id: 9 }), order({ id: 3 }), order({ id: 0 }), order({ id: -1 })]
    const shown = heldRows(open, now, keyOf, (row) => row)
    expect(ids(shown.rows)).toEqual([3, 2, 1, 0, -1])
    expect(shown.waiting).toBe(1)
  })

  test("unchanged rows are the same objects, so that none of them is drawn anew", () => {
    const shown = heldRows(open, [...open], keyOf, (row) => row)
    expect(shown.rows.every((row, at) => row === open[at])).toBe(true)
  })
})
