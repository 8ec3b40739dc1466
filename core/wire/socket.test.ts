/** Every valid message of the socket passes, and invalid ones don't. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { z } from "zod/mini"
import * as wire from "./index.ts"

const accepts = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success

const ticker = [
  "BTC_USDT",
  "67284.10",
  "66000",
  "68000.5",
  "65000",
  "12.5",
  "841000.55",
  "67284.00",
  "",
  1,
  2,
]
const candle = [60_000, "1.0", "2.0", "0.5", "1.5", "10", 7, 1, 0]
const depth = { seq: 5, time: 1, bids: [["67284.10", "0.00100"]], asks: [], checksum: 0xffffffff }

/** One of each kind a server may send, and one that must not pass. */
const SERVER: Record<wire.ServerMessage["type"], { sent: unknown[]; notSent: unknown[] }> = {
  pong: {
    sent: [
      { time: 1, roundTrip: -1 },
      { time: 1, roundTrip: 2.5 },
    ],
    notSent: [{}, { time: "1", roundTrip: 1 }],
  },
  subscribed: { sent: [{ channel: "ticker", key: "*" }], notSent: [{ channel: "news", key: "*" }] },
  problem: {
    sent: [
      { code: 1002, name: "FORMAT" },
      { code: 1011, name: "UNKNOWN_CHANNEL", of: "subscribe", channel: "y", key: "x" },
    ],
    notSent: [{ code: "1002", name: "FORMAT" }],
  },
  account: {
    sent: [
      {
        n: 1,
        time: 1,
        orders: [wire.spotOrderExample],
        fills: [wire.spotFillExample],
        positions: [wire.positionExample],
        seconds: [wire.secondContractExample],
        deposits: [wire.depositExample],
        withdrawals: [wire.withdrawalExample],
        holdings: [wire.aiHoldingExample],
        balances: [wire.balanceExample],
        notices: [wire.noticeExample],
        alerts: [wire.alertExample],
        twaps: [wire.twapExample],
        paused: [wire.pausedExample],
      },
    ],
    notSent: [{ n: 1, time: 1, orders: [], fills: [], balances: [] }],
  },
  order: {
    sent: [{ prev: 1, n: 2, rows: [wire.spotOrderExample, wire.perpetualOrderExample] }],
    notSent: [{ n: 2, rows: [] }],
  },
  fill: {
    sent: [{ prev: 1, n: 2, rows: [wire.spotFillExample, wire.perpetualFillExample] }],
    notSent: [{ prev: 1, n: 2, rows: [{}] }],
  },
  position: {
    sent: [{ prev: 1, n: 2, rows: [wire.positionExample] }],
    notSent: [{ prev: 1, n: 2, rows: [{ ...wire.positionExample, side: "buy" }] }],
  },
  ai: {
    sent: [{ prev: 1, n: 2, rows: [wire.aiHoldingExample] }],
    notSent: [{ prev: 1, n: 2, rows: [{ ...wire.aiHoldingExample, status: "late" }] }],
  },
  second: {
    sent: [{ prev: 1, n: 2, rows: [wire.secondContractExample] }],
    notSent: [{ prev: 1, n: 2, rows: [{ ...wire.secondContractExample, status: "early" }] }],
  },
  deposit: {
    sent: [{ prev: 1, n: 2, rows: [wire.depositExample] }],
    notSent: [{ prev: 1, n: 2, rows: [{ ...wire.depositExample, chain: "dogecoin" }] }],
  },
  withdrawal: {
    sent: [{ prev: 1, n: 2, rows: [wire.withdrawalExample] }],
    notSent: [{ prev: 1, n: 2, rows: [{ ...wire.withdrawalExample, status: "gone" }] }],
  },
  notice: {
    sent: [{ prev: 1, n: 2, rows: [wire.noticeExample] }],
    notSent: [{ prev: 1, n: 2, rows: [{ ...wire.noticeExample, kind: "news" }] }],
  },
  alert: {
    sent: [{ prev: 1, n: 2, rows: [wire.alertExample] }],
    notSent: [{ prev: 1, n: 2, rows: [{ ...wire.alertExample, condition: { kind: "moon" } }] }],
  },
  twap: {
    sent: [{ prev: 1, n: 2, rows: [wire.twapExample] }],
    notSent: [{ prev: 1, n: 2, rows: [{ ...wire.twapExample, gone: "no" }] }],
  },
  paused: {
    sent: [{ prev: 1, n: 2, rows: [wire.pausedExample] }],
    notSent: [{ prev: 1, n: 2, rows: [{ ...wire.pausedExample, orders: [{ price: "1" }] }] }],
  },
  balance: {
    sent: [{ prev: 1, n: 2, rows: [wire.balanceExample] }],
    notSent: [{ prev: 1, n: 2, rows: [{ ...wire.balanceExample, wallet: "balance" }] }],
  },
  closing: { sent: [{ reason: "slow", after: 3000 }], notSent: [{ reason: "slow" }] },
  ticker: {
    sent: [{ rows: [ticker] }, { rows: [] }],
    notSent: [{ rows: [ticker.slice(1)] }, { rows: ticker }],
  },
  depth: {
    sent: [
      { snapshot: true, instrument: "BTC_USDT", ...depth },
      { instrument: "BTC_USDT", prev: 4, ...depth },
    ],
    notSent: [
      { instrument: "BTC_USDT", ...depth },
      { instrument: "BTC_USDT", prev: 4, ...depth, bids: [["1"]] },
    ],
  },
  trade: {
    sent: [{ instrument: "BTC_USDT", rows: [[1, "1", "2", 1, 3]] }],
    notSent: [{ instrument: "BTC_USDT", rows: [["1", "1", "2", 1, 3]] }],
  },
  candle: {
    sent: [{ instrument: "BTC_USDT", interval: "1m", rows: [candle] }],
    notSent: [{ instrument: "BTC_USDT", interval: "1x", rows: [] }],
  },
  mark: {
    sent: [{ rows: [["BTC_USDT_PERP", "1", "", "0.0001", 1, 2]] }],
    notSent: [{ rows: [["BTC_USDT_PERP", "1", "", "x", 1, 2]] }],
  },
  index: { sent: [{ index: "BTC_USDT", rows: [[1, 2, "3"]] }], notSent: [{ index: "BTC", rows: [] }] },
  openInterest: {
    sent: [{ rows: [["BTC_USDT_PERP", "1.5", 2]] }, { rows: [] }],
    notSent: [{ rows: [["BTC_USDT_PERP", "-1", 2]] }, { rows: [["BTC_USDT_PERP", "1"]] }],
  },
  authenticated: { sent: [{ n: 0 }], notSent: [7, {}] },
  sessionEnded: { sent: [{}], notSent: [7] },
  instrument: {
    sent: [{ instrument: "BTC_USDT", state: "halted", openAt: 0, delistAt: 5, version: 3 }],
    notSent: [{ instrument: "BTC_USDT", state: "shut", openAt: 0, delistAt: 0, version: 3 }],
  },
}

describe("every message", () => {
  for (const [type, { sent, notSent }] of Object.entries(SERVER))
    test(`of the server: ${type} takes its examples and refuses rubbish`, () => {
      expect(sent.filter((data) => !accepts(wire.serverMessage, { type, data }))).toEqual([])
      expect(
        [...notSent, null, [], "x"].filter((data) => accepts(wire.serverMessage, { type, data })),
      ).toEqual([])
    })

  test.each([
    { type: "ping" },
    { type: "ping", data: {} },
    { type: "ping", data: "" },
    { type: "auth", data: { token: "t" } },
    { type: "auth", data: { token: "t", since: 9 } },
    { type: "subscribe", data: { channel: "candle", key: "BTC_USDT:1m" } },
    { type: "unsubscribe", data: { channel: "depth", key: "BTC_USDT" } },
    { type: "resync", data: { channel: "depth", key: "BTC_USDT" } },
  ])("of a client passes: %j", (message) => {
    expect(accepts(wire.clientMessage, message)).toBe(true)
  })

  test.each([
    null,
    [],
    "ping",
    {},
    { type: "pong" },
    { type: "__proto__" },
    { type: ["ping"] },
    { type: "ping", data: { x: 1 } },
    { type: "auth", data: {} },
    { type: "auth", data: { token: "t".repeat(257) } },
    { type: "subscribe" },
    { type: "subscribe", data: { channel: "depth" } },
    { type: "subscribe", data: { channel: "depth", key: "B".repeat(49) } },
    { type: "subscribe", data: { channel: "everything", key: "*" } },
    { type: "subscribe", data: { channel: "depth", key: "BTC_USDT", more: 1 } },
    { type: "resync", data: { channel: "depth", key: 7 } },
  ])("of a client is refused: %j", (message) => {
    expect(accepts(wire.clientMessage, message)).toBe(false)
  })

  test("of anything at all never throws", () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        for (const schema of [wire.clientMessage, wire.serverMessage])
          expect(typeof accepts(schema, anything)).toBe("boolean")
      }),
    )
  })
})
