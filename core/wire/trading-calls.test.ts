/** Does every call about orders and money take what it should, and refuse what could be turned against its owner? */

import { describe, expect, test } from "vitest"
import * as wire from "./index.ts"

const limit = { instrument: "BTC_USDT", side: "buy", type: "limit", price: "1.5", quantity: "2" }
/** Texts that are no plain amounts. */
const NO_NUMBERS = ["1e3", "1,000", "+1", ".5", "5.", "01", " 1", "", "NaN", "0x10", "１", 1, null]
const NO_KEYS = ["", "x".repeat(37), "a b", "ä", "a\n", "a;b", 7]
const NO_CURSORS = ["x".repeat(61), 7]
const move = { from: "funding", to: "contract", currency: "USDT", amount: "1", key: "k" }
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
      { ...limit, postOnly: true, stp: "EXPIRE_BOTH", reservePrice: "3", sentAt: 1 },
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
      ...each("type", ["trailing-stop", "MARKET"], limit),
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
      { id: "1", price: "1", key: "k" },
    ],
    notAsked: [
      ...each("id", [0, -1, 1.5, "x", 2 ** 53]),
      ...each("quantity", NO_NUMBERS, { id: 1 }),
      ...each("key", NO_KEYS, { id: 1 }),
      { id: 1, account: "u1" },
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
