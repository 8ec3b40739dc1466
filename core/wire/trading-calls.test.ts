/** Calls about orders and money accept valid requests and refuse what could be turned against their owner. */

import { describe, expect, test } from "vitest"
import * as wire from "./index.ts"

const limit = { instrument: "BTC_USDT", side: "buy", type: "limit", price: "1.5", quantity: "2" }
/** Texts that are no plain amounts. */
const NO_NUMBERS = ["1e3", "1,000", "+1", ".5", "5.", "01", " 1", "", "NaN", "0x10", "１", 1, null]
const NO_KEYS = ["", "x".repeat(37), "a b", "ä", "a\n", "a;b", 7]
const NO_CURSORS = ["x".repeat(61), 7]
const move = { from: "funding", to: "contract", currency: "USDT", amount: "1", key: "k" }
const pair = { instrument: "BTC_USDT", side: "sell", quantity: "2" }
const oco = { ...pair, price: "1.5", stopPrice: "1.2", stopLimit: "1.1" }
const scaled = { ...pair, from: "1.5", to: "1.7", count: 5, distribution: "flat" }
const ofMarket = { asked: [{ instrument: "BTC_USDT" }], notAsked: [{ account: "u1" }] }
const twap = { ...pair, duration: 300, interval: 60 }
const contract = { ...limit, instrument: "BTC_USDT_PERP" }
const estimated = { instrument: "BTC_USDT_PERP", side: "buy", price: "1.5", quantity: "2" }
const target = { price: "1.5", source: "last", limit: "1.4" }
const closing = { instrument: "BTC_USDT_PERP" }
const option = { instrument: "BTC_USDT_SEC", direction: "bearish", seconds: 30, stake: "5", key: "k" }
const purchase = { product: "usdt-30", amount: "1000", key: "k" }
const noted = { position: 7, note: "Too early.", tags: ["breakout"] }
const margin = { instrument: "BTC_USDT_PERP", direction: "add", amount: "1" }
const each = (field: string, values: readonly unknown[], rest: object = {}) =>
  values.map((value) => ({ ...rest, [field]: value }))

const times = each("from", [-1, "-1", "now", 1.5, 8.7e15])
const pages = [...each("limit", [0, 501, "x", -1]), ...each("cursor", NO_CURSORS)]

/** For every call: requests that pass beside its example, and some that must not. */
const CALLS: Record<wire.TradingEndpointName, { asked: unknown[]; notAsked: unknown[] }> = {
  placeSpotOrder: {
    asked: [
      limit,
      { instrument: "BTC_USDT", side: "sell", type: "market", budget: "5" },
      { ...limit, type: "stop-limit", stopPrice: "2", timeInForce: "gtc" },
      { ...limit, postOnly: true, stp: "EXPIRE_BOTH", reservePrice: "3", sentAt: 1, expiresAt: 2 },
      { ...limit, type: "trailing-stop", price: undefined, distance: "0.05", stopPrice: "2" },
    ],
    notAsked: [
      {},
      ...["price", "quantity", "stopPrice", "reservePrice"].flatMap((field) =>
        each(field, NO_NUMBERS, limit),
      ),
      ...each("quantity", ["-1"], limit),
      ...each("clientOrderId", NO_KEYS, limit),
      ...each("stp", ["NONE", "none"], limit),
      ...each("side", ["BUY", "long"], limit),
      ...each("type", ["stop-market", "MARKET"], limit),
      ...each("distance", [...NO_NUMBERS, "-0.01"], limit),
      ...each("timeInForce", ["gtx"], limit),
      ...each("postOnly", ["true", 1], limit),
      ...each("sentAt", [-1, "1", 1.5], limit),
      { ...limit, account: "u1" },
      { ...limit, instrument: "btc_usdt" },
    ],
  },
  amendSpotOrder: {
    asked: [
      { id: 1, quantity: "1" },
      { clientOrderId: "a", price: "1" },
      { id: 1, stopPrice: "1" },
      { id: "1", price: "1", key: "k" },
    ],
    notAsked: [
      ...each("id", [0, -1, 1.5, "x", 2 ** 53]),
      ...each("quantity", NO_NUMBERS, { id: 1 }),
      ...each("key", NO_KEYS, { id: 1 }),
      { id: 1, account: "u1" },
    ],
  },
  reduceSpotOrder: {
    asked: [
      { id: 1, by: "1" },
      { clientOrderId: "a", by: "0.1", key: "k", sentAt: 1 },
    ],
    notAsked: [
      ...each("by", NO_NUMBERS, { id: 1 }),
      ...each("key", NO_KEYS, { id: 1, by: "1" }),
      { id: 1 },
      { id: 1, by: "1", account: "u1" },
    ],
  },
  cancelSpotOrder: {
    asked: [{ clientOrderId: "a" }],
    notAsked: [...each("id", [0, "x"]), ...each("clientOrderId", NO_KEYS), { id: 1, price: "1" }],
  },
  cancelAllSpotOrders: { asked: [{}], notAsked: [{ instrument: "x" }, { instrument: 7 }, { id: 1 }] },
  spotOrderState: { asked: [{ id: "1" }], notAsked: [...each("id", ["x", "-1"]), { account: "u1" }] },
  openSpotOrders: { asked: [{ instrument: "BTC_USDT", limit: "500", cursor: "1" }], notAsked: pages },
  spotOrderHistory: {
    asked: [{ status: "cancelled", side: "sell", from: "1", to: 2, cursor: "1-2" }],
    notAsked: [...pages, ...times, { status: "open" }, { user: 1 }],
  },
  spotFills: { asked: [{ order: "7" }], notAsked: [...pages, ...times, { order: "x" }] },
  spotFees: { asked: [], notAsked: [{}, { instrument: "x" }] },
  placeOco: {
    asked: [
      oco,
      { ...oco, instrument: "BTC_USDT_PERP", stopLimit: undefined, stopSource: "mark", reduceOnly: true },
      { ...oco, key: "k", sentAt: 1, expiresAt: 2, stp: "DECREMENT" },
    ],
    notAsked: [
      {},
      ...["price", "quantity", "stopPrice", "stopLimit"].flatMap((field) => each(field, NO_NUMBERS, oco)),
      ...each("quantity", ["-1"], oco),
      ...each("key", NO_KEYS, oco),
      ...each("side", ["BUY"], oco),
      ...[{ account: "u1" }, { group: 1 }].map((more) => ({ ...oco, ...more })),
    ],
  },
  placeTwap: {
    asked: [twap, { ...twap, duration: 86_400, interval: 3600, price: "1" }],
    notAsked: [...each("duration", [299, 86_401], twap), ...each("interval", [9, 60.5], twap)],
  },
  changeTwap: { asked: [{ id: 1, act: "end" }], notAsked: [{ id: 0, act: "end" }, { id: 1 }] },
  changeGroup: { asked: [{ group: 1, act: "resume" }], notAsked: [{ group: 0, act: "pause" }, { group: 1 }] },
  pausedGroups: ofMarket,
  twaps: ofMarket,
  placeScaled: {
    asked: [scaled, { ...scaled, count: "40", distribution: "geometric", key: "k" }],
    notAsked: [
      {},
      ...["from", "to", "quantity"].flatMap((field) => each(field, NO_NUMBERS, scaled)),
      ...each("count", [1, 41, 0, -2, 2.5, "x"], scaled),
      ...each("distribution", ["FLAT", "normal"], scaled),
      ...each("key", NO_KEYS, scaled),
      { ...scaled, account: "u1" },
    ],
  },
  cancelGroup: { asked: [{ group: "7" }], notAsked: [{}, { group: 0 }, { group: "x" }, { group: 7, id: 7 }] },
  cancelAfter: {
    asked: [{ seconds: 0 }, { seconds: "300", instrument: "BTC_USDT_PERP" }],
    notAsked: [
      {},
      ...each("seconds", [-1, 301, 5.5, "x"]),
      { seconds: 60, instrument: "x" },
      { seconds: 60, id: 1 },
    ],
  },
  placeContractOrder: {
    asked: [
      contract,
      { instrument: "BTC_USDT_PERP", side: "sell", type: "market", quantity: "5", reduceOnly: true },
      { ...contract, type: "stop-limit", stopPrice: "2", timeInForce: "gtc", positionSide: "short" },
      { ...contract, postOnly: true, stp: "EXPIRE_BOTH", sentAt: 1 },
      { ...contract, type: "stop-market", stopPrice: "2", stopSource: "mark", closePosition: true },
      { ...contract, type: "trailing-stop", distance: "0.01", stopPrice: "2" },
      { ...contract, takeProfit: target, stopLoss: { price: "1" }, targetsPart: true },
    ],
    notAsked: [
      {},
      ...each("type", ["MARKET", "take-profit", ""], contract),
      ...each("stopSource", ["index", "", null], contract),
      ...each("distance", [...NO_NUMBERS, "-0.01", "1%", "0.000000001"], contract),
      ...each("closePosition", ["true", 1], contract),
      ...["takeProfit", "stopLoss"].flatMap((field) =>
        each(
          field,
          [null, "1", {}, { price: 1 }, { ...target, source: "index" }, { ...target, x: 1 }],
          contract,
        ),
      ),
      ...["price", "quantity", "stopPrice"].flatMap((field) => each(field, NO_NUMBERS, contract)),
      ...each("clientOrderId", NO_KEYS, contract),
      ...each("positionSide", ["net", "", "LONG"], contract),
      ...each("reduceOnly", ["true", 1], contract),
      { ...contract, budget: "5" },
      { ...contract, reservePrice: "5" },
      { ...contract, account: "u1" },
    ],
  },
  estimateContractOrder: {
    asked: [
      { ...estimated, price: undefined },
      { ...estimated, reduceOnly: true, positionSide: "long" },
    ],
    notAsked: [
      ...["price", "quantity"].flatMap((field) => each(field, NO_NUMBERS, estimated)),
      { ...estimated, type: "limit" },
      { ...estimated, account: "u1" },
    ],
  },
  amendContractOrder: {
    asked: [
      { clientOrderId: "a", price: "1" },
      { id: 1, stopPrice: "1" },
    ],
    notAsked: [...each("id", [0, "x"]), ...each("quantity", NO_NUMBERS, { id: 1 }), { id: 1, account: "u1" }],
  },
  cancelContractOrder: {
    asked: [{ clientOrderId: "a" }],
    notAsked: [...each("id", [0, "x"]), ...each("clientOrderId", NO_KEYS), { id: 1, price: "1" }],
  },
  cancelAllContractOrders: { asked: [{}], notAsked: [{ instrument: "x" }, { id: 1 }] },
  contractOrderState: { asked: [{ id: "1" }], notAsked: [...each("id", ["x", "-1"]), { account: "u1" }] },
  openContractOrders: { asked: [{ instrument: "BTC_USDT_PERP", limit: "500" }], notAsked: pages },
  contractOrderHistory: {
    asked: [{ status: "expired", side: "sell", from: "1", to: 2, cursor: "1-2" }],
    notAsked: [...pages, ...times, { status: "open" }, { user: 1 }],
  },
  contractFills: { asked: [{ order: "7" }], notAsked: [...pages, ...times, { order: "x" }] },
  closePosition: {
    asked: [
      closing,
      { ...closing, positionSide: "short", quantity: "1", price: "2", postOnly: true, sentAt: 1 },
    ],
    notAsked: [
      {},
      ...["price", "quantity"].flatMap((field) => each(field, NO_NUMBERS, closing)),
      ...each("clientOrderId", NO_KEYS, closing),
      ...each("positionSide", ["net", ""], closing),
      { ...closing, side: "sell" },
      { ...closing, account: "u1" },
    ],
  },
  closeAllPositions: { asked: [{}, closing], notAsked: [{ instrument: "x" }, { id: 1 }] },
  reversePosition: {
    asked: [closing, { ...closing, positionSide: "long", clientOrderId: "a", sentAt: 1 }],
    notAsked: [{}, ...each("clientOrderId", NO_KEYS, closing), { ...closing, quantity: "1" }],
  },
  setPositionTargets: {
    asked: [
      closing,
      { ...closing, takeProfit: target, quantity: "1", positionSide: "long", key: "k", sentAt: 1 },
      { ...closing, stopLoss: { price: "1" }, pair: 7 },
    ],
    notAsked: [
      {},
      ...["takeProfit", "stopLoss"].flatMap((field) => each(field, [null, "1", {}, { price: 1 }], closing)),
      ...each("pair", [0, -1, 1.5, "x"], closing),
      ...each("quantity", NO_NUMBERS, closing),
      ...each("key", NO_KEYS, closing),
      ...each("positionSide", ["net", ""], closing),
      { ...closing, account: "u1" },
    ],
  },
  contractSettings: { asked: [{}], notAsked: [{ instrument: "x" }, { user: 1 }] },
  setPositionMode: {
    asked: [{ mode: "one-way" }],
    notAsked: [{}, { mode: "both" }, { mode: "hedge", account: "u1" }],
  },
  setMarginMode: {
    asked: [{ instrument: "BTC_USDT_PERP", mode: "cross" }],
    notAsked: [{ mode: "cross" }, { instrument: "BTC_USDT_PERP", mode: "none" }],
  },
  setLeverage: {
    asked: [{ instrument: "BTC_USDT_PERP", leverage: "5" }],
    notAsked: each("leverage", [-1, 1.5, "x", 1001, null], { instrument: "BTC_USDT_PERP" }),
  },
  positions: { asked: [{ instrument: "BTC_USDT_PERP" }], notAsked: [{ instrument: "x" }, { user: 1 }] },
  closedPositions: {
    asked: [{ side: "long", from: "1", to: 2, cursor: "1-2" }],
    notAsked: [...pages, ...times, { side: "buy" }],
  },
  positionNotes: { asked: [{}, { cursor: "7-0", limit: "500" }], notAsked: [{ limit: 501 }, { user: 1 }] },
  setPositionNote: {
    asked: [
      { position: 7, note: "", tags: [] },
      { position: "7", note: "first\nsecond", tags: ["a", "two words", "x".repeat(24)] },
    ],
    notAsked: [
      {},
      ...each("position", [0, -1, 1.5, "x", undefined], noted),
      ...each("note", ["x".repeat(501), "\0", 7, undefined], noted),
      ...each("tags", [[""], [" a"], ["a,b"], ["x".repeat(25)], Array(9).fill("a"), "a", undefined], noted),
    ],
  },
  contractResult: {
    asked: [{}, { instrument: "BTC_USDT_PERP", from: "1", to: 2 }],
    notAsked: [...times, { instrument: "x" }, { limit: 5 }],
  },
  movePositionMargin: {
    asked: [margin, { ...margin, direction: "remove", positionSide: "short", key: "k" }],
    notAsked: [
      ...each("amount", NO_NUMBERS, margin),
      ...each("direction", ["in", ""], margin),
      ...each("key", NO_KEYS, margin),
      ...each("positionSide", ["net", ""], margin),
    ],
  },
  openOption: {
    asked: [option, { ...option, seconds: "30", seenPrice: "1.5", maxMove: "0", sentAt: 1 }],
    notAsked: [
      {},
      ...["stake", "seenPrice", "maxMove"].flatMap((field) => each(field, NO_NUMBERS, option)),
      ...each("seconds", [0, -30, 30.5, "x", 86_401, null], option),
      ...each("direction", ["up", "BULLISH", ""], option),
      ...each("key", [...NO_KEYS, undefined], option),
      ...each("sentAt", [-1, "1", 1.5], option),
      { ...option, account: "u1" },
      { ...option, payoutRate: "9" },
    ],
  },
  runningOptions: { asked: [{}], notAsked: [{ user: 1 }] },
  optionRecords: {
    asked: [
      { instrument: "BTC_USDT_SEC", direction: "bullish", status: "won", from: "1", to: 2, cursor: "1-2" },
    ],
    notAsked: [...pages, ...times, { status: "open" }, { direction: "up" }, { user: 1 }],
  },
  optionRecord: {
    asked: [{ id: 1 }, { id: "4112" }],
    notAsked: [{}, ...each("id", [0, -1, 1.5, "x", null])],
  },
  optionLimit: { asked: [{}], notAsked: [{ user: 1 }] },
  setOptionLimit: {
    asked: [{ limit: "none" }],
    notAsked: [{}, ...each("limit", NO_NUMBERS), ...each("limit", ["no", "NONE"])],
  },
  aiProducts: { asked: [{}], notAsked: [{ user: 1 }] },
  aiProductDetail: {
    asked: [{ id: "usdt-30" }],
    notAsked: [{}, ...each("id", ["", "-a", "USDT", "a b", "<b>", "a".repeat(41), 1])],
  },
  buyAi: {
    asked: [purchase, { ...purchase, sentAt: 1 }],
    notAsked: [
      {},
      ...each("amount", NO_NUMBERS, purchase),
      ...each("key", [...NO_KEYS, undefined], purchase),
      ...each("product", ["", "USDT-30", "a/b"], purchase),
      { ...purchase, rate: "9" },
      { ...purchase, account: "u1" },
    ],
  },
  aiHoldings: {
    asked: [{}, { status: "running" }, { status: "ended", cursor: "1-2", limit: "5" }],
    notAsked: [...pages, { status: "finished" }, { user: 1 }],
  },
  aiHoldingDetail: { asked: [{ id: "311" }], notAsked: [{}, ...each("id", [0, -1, 1.5, "x", null])] },
  withdrawAi: {
    asked: [{ id: 311, key: "k", sentAt: 1 }],
    notAsked: [
      {},
      { id: 311 },
      ...each("id", [0, -1, 1.5, "x", null], { key: "k" }),
      { id: 311, key: "k", amount: "1" },
    ],
  },
  fundingPaid: { asked: [{ instrument: "BTC_USDT_PERP" }], notAsked: [...pages, ...times] },
  liquidations: { asked: [{ cursor: "1-2" }], notAsked: [...pages, ...times] },
  deleveragings: { asked: [{ limit: 1 }], notAsked: [...pages, ...times] },
  assets: { asked: [{}], notAsked: [{ user: 1 }] },
  transfer: {
    asked: [move, { ...move, sentAt: 1 }],
    notAsked: [
      ...each("amount", NO_NUMBERS, move),
      ...each("key", NO_KEYS, move),
      ...each("from", ["faucet", "u1.funding", ""], move),
      ...each("currency", ["usdt", "", "X".repeat(17)], move),
      { ...move, key: undefined },
    ],
  },
  bill: {
    asked: [{ wallet: "second", kind: "fee", currency: "BTC" }],
    notAsked: [...pages, ...times, { kind: "house-net" }, { wallet: "x" }],
  },
  worth: {
    asked: [{}, { days: "7" }, { days: "365" }],
    notAsked: [{ days: "8" }, { days: 7 }, { user: "1" }],
  },
  practiceFunds: { asked: [], notAsked: [{}, { key: "k", amount: "1" }, ...each("key", NO_KEYS)] },
}

describe.each(Object.entries(CALLS))("%s", (name, { asked, notAsked }) => {
  const { request, response, example, access } = wire.endpoints[name as wire.TradingEndpointName]

  test("takes what it should and refuses rubbish", () => {
    expect([example.request, ...asked].filter((value) => !request.safeParse(value).success)).toEqual([])
    expect(notAsked.filter((value) => request.safeParse(value).success)).toEqual([])
    for (const rubbish of [null, undefined, 7, "x", [], true]) {
      expect(request.safeParse(rubbish).success).toBe(false)
      expect(response.safeParse(rubbish).success).toBe(false)
    }
  })

  test("is for users alone, and answers nothing that its schema doesn't ask for", () => {
    expect(access).toBe("user")
    for (const field of Object.keys(example.response as object)) {
      const { [field]: _left, ...rest } = example.response as Record<string, unknown>
      expect(response.safeParse(rest).success, field).toBe(false)
    }
  })
})

test("rows of orders and fills say their kind, so that those of other instruments can be told apart", () => {
  for (const [schema, row] of [
    [wire.spotOrder, wire.spotOrderExample],
    [wire.spotFill, wire.spotFillExample],
    [wire.perpetualOrder, wire.perpetualOrderExample],
    [wire.perpetualFill, wire.perpetualFillExample],
  ] as const) {
    expect(schema.safeParse(row).success).toBe(true)
    expect(schema.safeParse({ ...row, kind: "second" }).success).toBe(false)
    expect(schema.safeParse({ ...row, kind: undefined }).success).toBe(false)
  }
})
