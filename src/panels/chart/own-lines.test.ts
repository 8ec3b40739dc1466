/** Own orders and fills on the chart: where each stands, to the tick. */

import { expect, test } from "vitest"
import {
  type PerpetualOrder,
  type Position,
  perpetualOrderExample,
  positionExample,
} from "#core/wire/contract.ts"
import { type SpotFill, type SpotOrder, spotFillExample, spotOrderExample } from "#core/wire/trading.ts"
import { openQuantity } from "../../order-news/open-quantity.ts"
import { readBars } from "./bars.model.ts"
import { fillMarks, marksAt, mergedFills } from "./own-fills.model.ts"
import {
  closingPart,
  distanceShare,
  isSamePrice,
  OWN_LINES_MAX,
  openValue,
  orderLines,
  positionLines,
  snappedPrice,
  steppedPrice,
} from "./own-lines.model.ts"

const order = (fields: Partial<Record<keyof SpotOrder, unknown>>) =>
  ({ ...spotOrderExample, ...fields }) as SpotOrder
const fill = (fields: Partial<Record<keyof SpotFill, unknown>>) =>
  ({ ...spotFillExample, ...fields }) as SpotFill

const CENT = 1_000_000n

test("each open limit order of the market has its line, the newest first; a trailing stop where it stands, behind them", () => {
  const lines = orderLines(
    [
      order({ id: 1 }),
      order({ id: 2, instrument: "ETH_USDT" }),
      order({ id: 3, price: "" }),
      order({ id: 5, price: "", type: "trailing-stop", status: "waiting", stopPrice: "67000.00" }),
      order({ id: 4, price: "67000.00" }),
      order({ id: 6, price: "", type: "trailing-stop", status: "waiting", trailingPrice: "66000.00" }),
    ],
    "BTC_USDT",
  )
  expect(lines.map(({ key, price }) => [key, price])).toEqual([
    ["4", "67000.00"],
    ["1", "67284.10"],
    ["6-trail", "66000.00"],
  ])
})

test("a waiting stop-limit has a second line where it wakes, a woken one hasn't", () => {
  const stop = { type: "stop-limit", stopPrice: "68000.00", price: "68010.00" }
  const kinds = (fields: object) =>
    orderLines([order({ ...stop, ...fields })], "BTC_USDT").map(({ kind, price }) => `${kind} ${price}`)
  expect(kinds({ status: "waiting" })).toEqual(["price 68010.00", "stop 68000.00"])
  expect(kinds({ status: "new" })).toEqual(["price 68010.00"])
})

test("a waiting stop by market has the line where it wakes", () => {
  const stop = order({ id: 9, type: "stop-market", stopPrice: "68000.00", price: "", status: "waiting" })
  expect(orderLines([stop], "BTC_USDT")).toEqual([
    { key: "9-stop", kind: "stop", price: "68000.00", order: stop },
  ])
})

const position = (fields: Partial<Record<keyof Position, unknown>>) =>
  ({ ...positionExample, ...fields }) as Position
const perpetual = (fields: Partial<Record<keyof PerpetualOrder, unknown>>) =>
  ({ ...perpetualOrderExample, ...fields }) as PerpetualOrder

test("a position has lines where it was entered, at each target, and where it would be liquidated", () => {
  const target = (price: string) => ({ price, source: "mark", limit: "" })
  const targets = [
    { id: 1, quantity: "", takeProfit: target("70000.0"), stopLoss: null },
    { id: 2, quantity: "0.01", takeProfit: null, stopLoss: target("66000.0") },
  ]
  const here = position({ id: 7, entryPrice: "67284.1", targets })
  const lines = positionLines(
    [here, position({ id: 8, instrument: "ETH_USDT_PERP" })],
    here.instrument,
    new Map([
      [7, "60000"],
      [8, "1"],
    ]),
  )
  expect(lines.map(({ key, kind, price }) => [key, kind, price])).toEqual([
    ["position-7", "entry", "67284.1"],
    ["position-7-1-takeProfit", "takeProfit", "70000.0"],
    ["position-7-2-stopLoss", "stopLoss", "66000.0"],
    ["position-7-liquidation", "liquidation", "60000"],
  ])
})

test("two positions that would be liquidated at one price have one line for it", () => {
  const both = [position({ id: 7, targets: [] }), position({ id: 8, side: "short", targets: [] })]
  const at = (price: string) =>
    new Map([
      [7, "60000"],
      [8, price],
    ])
  const kinds = (price: string) =>
    positionLines(both, both[0]?.instrument ?? "", at(price)).map(({ kind }) => kind)
  expect(kinds("60000")).toEqual(["entry", "liquidation", "entry"])
  expect(kinds("61000")).toEqual(["entry", "liquidation", "entry", "liquidation"])
})

test("an order closes what there is of the position on its other side, and nothing of any other", () => {
  const long = position({ side: "long", positionSide: "", quantity: "0.05" })
  const sell = { side: "sell", positionSide: "", quantity: "0.03", executed: "0.01" }
  expect(closingPart(perpetual(sell), long)).toBe(2_000_000n)
  expect(closingPart(perpetual({ ...sell, quantity: "9" }), long)).toBe(5_000_000n)
  expect(closingPart(perpetual({ ...sell, quantity: "0", executed: "0", closePosition: true }), long)).toBe(
    5_000_000n,
  )
  expect(closingPart(perpetual({ ...sell, side: "buy" }), long)).toBe(0n)
  expect(closingPart(perpetual({ ...sell, positionSide: "short" }), long)).toBe(0n)
  expect(closingPart(perpetual({ ...sell, instrument: "ETH_USDT_PERP" }), long)).toBe(0n)
})

test("a thousand orders draw no more lines than a chart can bear", () => {
  const many = Array.from({ length: 1000 }, (_, id) => order({ id: id + 1 }))
  expect(orderLines(many, "BTC_USDT")).toHaveLength(OWN_LINES_MAX)
})

test.each([
  [67_284.104_9, CENT, "67284.10"],
  [67_284.105_1, CENT, "67284.11"],
  [0.000_008_712_4, 1n, "0.00000871"],
  [-5, CENT, "0.01"],
  [0, CENT, "0.01"],
  [1234.4, 50_000_000n, "1234.5"],
])("%s becomes a price on the grid of %s: %s", (value, tick, text) => {
  expect(snappedPrice(value, tick)).toBe(text)
})

test("a key moves a price by whole ticks, and never below the first", () => {
  expect(steppedPrice("67284.10", -10, CENT)).toBe("67284.00")
  expect(steppedPrice("0.02", -10, CENT)).toBe("0.01")
  expect(steppedPrice("9.99", 1, CENT)).toBe("10.00")
})

test("the value of a moved order counts its open part, to the last digit", () => {
  expect(openValue(order({ quantity: "0.00500", executed: "0.00200" }), "67284.10")).toBe("201.8523")
  expect(openValue(order({ quantity: "" }), "67284.10")).toBeUndefined()
  expect(openQuantity(order({ quantity: "0.00500", executed: "0.00200" }))).toBe("0.00300")
})

test("prices are compared as numbers, not as texts", () => {
  expect(isSamePrice("67284.1", "67284.10")).toBe(true)
  expect(isSamePrice("67284.1", "67284.11")).toBe(false)
  expect(distanceShare("99", 100)).toBeCloseTo(-0.01)
})

const MINUTE = 60_000
const bars = readBars(
  Float64Array.from([0, MINUTE, 3 * MINUTE].flatMap((time) => [time, 10, 11, 9, 10, 5, 1])),
)

test("fills of one candle and side make one mark: their sum, and their mean price by quantity", () => {
  const marks = fillMarks(
    [
      fill({ trade: 1, time: 5, price: "10.00", quantity: "1" }),
      fill({ trade: 2, time: 59_999, price: "20.00", quantity: "3" }),
      fill({ trade: 3, time: 60_000, price: "20.00", quantity: "3", side: "sell" }),
    ],
    bars,
    "1m",
  )
  expect(marks).toEqual([
    { time: 0, side: "buy", count: 2, quantity: "4", price: "17.50" },
    { time: MINUTE, side: "sell", count: 1, quantity: "3", price: "20.00" },
  ])
  expect(marksAt(marks, MINUTE)).toEqual([marks[1]])
})

test("a fill on a bar that isn't loaded has no mark: the canvas would put it somewhere else", () => {
  expect(fillMarks([fill({ time: 2 * MINUTE }), fill({ time: -1 })], bars, "1m")).toEqual([])
})

test("a fill that was read and has come by socket as well counts once", () => {
  const own = fill({ trade: 7, time: 2 })
  const all = mergedFills([own, fill({ trade: 6, time: 1 })], [own, fill({ trade: 8, time: 3 })], "BTC_USDT")
  expect(all.map(({ trade }) => trade)).toEqual([6, 7, 8])
})
