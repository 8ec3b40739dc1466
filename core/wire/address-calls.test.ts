/** Calls about addresses accept valid requests and refuse what could be turned against their owner. */

import { describe, expect, test } from "vitest"
import { addressEndpoints, REMARK_LENGTH_MAX } from "./index.ts"

const asset = { currency: "USDT", chain: "tron" }
const address = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
const added = { ...asset, address, remark: "", code: "204881" }

const CALLS: Record<keyof typeof addressEndpoints, { asked: unknown[]; notAsked: unknown[] }> = {
  chains: { asked: [{}], notAsked: [{ user: 1 }] },
  depositAddress: {
    asked: [asset, { currency: "BTC", chain: "bitcoin" }],
    notAsked: [{}, { ...asset, chain: "TRON" }, { ...asset, currency: "usdt" }, { ...asset, user_id: 7 }],
  },
  addresses: { asked: [{}], notAsked: [{ user_id: 7 }] },
  addressCode: {
    asked: [{ ...asset, address }],
    notAsked: [{ ...asset, address: "" }, asset, { ...asset, address, user_id: 7 }],
  },
  addAddress: {
    asked: [added, { ...added, totp: "" }, { ...added, remark: "x".repeat(REMARK_LENGTH_MAX) }],
    notAsked: [
      { ...added, remark: "x".repeat(REMARK_LENGTH_MAX + 1) },
      { ...added, address: "" },
      { ...added, address: "x".repeat(121) },
      { ...added, code: "12345" },
      { ...added, readyAt: 0 },
      { ...added, remark: undefined },
    ],
  },
  removeAddress: { asked: [{ id: 1 }, { id: "1" }], notAsked: [{}, { id: 0 }, { id: -1 }, { id: 1.5 }] },
}

describe.each(Object.entries(CALLS))("%s", (name, { asked, notAsked }) => {
  const { request } = addressEndpoints[name as keyof typeof addressEndpoints]
  test.each(asked)("takes %j", (given) => expect(request.safeParse(given).success).toBe(true))
  test.each(notAsked)("refuses %j", (given) => expect(request.safeParse(given).success).toBe(false))
})
