/** The compact form says exactly what JSON says, and a frame that lies is refused without harm (W9). */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compactMessages } from "#tests/support/compact-messages.ts"
import { CompactReader } from "./compact-reader.ts"
import { COMPACT_KIND, compactOf } from "./compact-writer.ts"
import { socketMessages } from "./index.ts"

const whole = fc.nat({ max: Number.MAX_SAFE_INTEGER })
const decimal = (places: number) =>
  fc.bigInt({ min: 0n, max: 10n ** 19n }).map((steps) => {
    const text = String(steps).padStart(places + 1, "0")
    return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
  })
const anyDecimal = fc.oneof(fc.constant(""), fc.constant("0"), fc.nat({ max: 16 }).chain(decimal))
const id = fc.stringMatching(/^[A-Z0-9]{1,10}_[A-Z0-9]{1,10}$/)
const side = (places: number) => fc.array(fc.tuple(decimal(2), fc.oneof(fc.constant("0"), decimal(places))))

const ticker = fc
  .array(fc.tuple(id, fc.array(anyDecimal, { minLength: 8, maxLength: 8 }), whole, whole), { maxLength: 5 })
  .map((rows) => ({
    type: "ticker",
    data: { rows: rows.map(([name, texts, time, seq]) => [name, ...texts, time, seq]) },
  }))
const depth = fc
  .record({
    instrument: id,
    prev: whole,
    seq: whole,
    time: whole,
    bids: side(5),
    asks: side(5),
    checksum: fc.nat({ max: 0xffffffff }),
  })
  .map((data) => ({ type: "depth", data }))
const snapshot = depth.map(({ data: { prev: _prev, ...data } }) => ({
  type: "depth",
  data: { snapshot: true, ...data },
}))
const trade = fc
  .record({
    instrument: id,
    rows: fc.array(fc.tuple(whole, decimal(2), decimal(4), fc.constantFrom(1, -1), whole)),
  })
  .map((data) => ({ type: "trade", data }))
const other = fc.record({
  type: fc.constantFrom("pong", "candle", "nobody knows it"),
  data: fc.record({ text: fc.string({ unit: "grapheme" }), rows: fc.array(fc.nat()) }),
})
const anyMessage = fc.oneof(ticker, depth, snapshot, trade, other)
const frameOf = (messages: readonly unknown[]) =>
  Buffer.concat(messages.map((message) => compactOf(JSON.stringify(message))))
const kindOf = (message: unknown) => compactOf(JSON.stringify(message))[0]

describe("a message in compact form", () => {
  test("comes back as it was, to the last digit, whatever stands beside it in the frame", () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 8 }), (messages) => {
        expect(compactMessages(frameOf(messages))).toEqual(messages)
      }),
      { numRuns: 300 },
    )
  })

  test("is the same for every example of the contract", () => {
    for (const [type, entry] of Object.entries(socketMessages))
      for (const { data } of entry.examples)
        expect(compactMessages(frameOf([{ type, data }]))).toEqual([{ type, data }])
  })

  test.each([
    ["more digits than a number keeps", "12345678901234567.8"],
    ["a needless zero", "007.00"],
    ["an exponent", "1e5"],
    ["a sign", "-1.50"],
    ["other decimals than its neighbour", "1.5"],
  ])("stays JSON where a price has %s", (_what, price) => {
    const rows = [
      [1, "1.00", "2.0000", 1, 5],
      [2, price, "2.0000", 1, 5],
    ]
    const message = { type: "trade", data: { instrument: "BTC_USDT", rows } }
    expect(kindOf(message)).toBe(COMPACT_KIND.json)
    expect(compactMessages(frameOf([message]))).toEqual([message])
  })

  test("takes a ticker row that is known in part", () => {
    const row = ["BTC_USDT", "9728.4", "", "", "", "0", "0.00", "", "", 0, 0]
    const message = { type: "ticker", data: { rows: [row] } }
    expect(kindOf(message)).toBe(COMPACT_KIND.ticker)
    expect(compactMessages(frameOf([message]))).toEqual([message])
  })
})

describe("a frame that isn't what it says", () => {
  const book = {
    type: "depth",
    data: {
      instrument: "BTC_USDT",
      prev: 7,
      seq: 8,
      time: 9,
      bids: [["9728.4", "1.50000"]],
      asks: [["9728.5", "0"]],
      checksum: 4_000_000_000,
    },
  }
  const whole = frameOf([book])

  test("is refused wherever it is cut off, and nothing of the cut message is handed on", () => {
    for (let length = 1; length < whole.length; length += 1)
      expect(() => compactMessages(whole.subarray(0, length))).toThrow(RangeError)
  })

  test("hands on what stood before the fault", () => {
    const seen: string[] = []
    const sink = {
      tickers: () => undefined,
      depth: ({ instrument }: { instrument: string }) => seen.push(instrument),
      trades: () => undefined,
      json: () => undefined,
    }
    const frame = new Uint8Array([...whole, 99]).buffer
    expect(() => new CompactReader().read(frame, sink)).toThrow(RangeError)
    expect(seen).toEqual(["BTC_USDT"])
  })

  test.each([
    ["an unknown kind", [5]],
    ["a name of no length", [COMPACT_KIND.ticker, 1, 0]],
    ["a name longer than any", [COMPACT_KIND.ticker, 1, 200, ...Array(200).fill(65)]],
    ["a time below zero", [COMPACT_KIND.ticker, 1, 1, 65, ...Array(7).fill(0), 0xc0, ...Array(60).fill(0)]],
    ["a million rows", [COMPACT_KIND.ticker, 0xc0, 0x84, 0x3d, ...Array(60).fill(0)]],
    ["more trades than bytes", [COMPACT_KIND.trade, 1, 65, 2, 2, 100, ...Array(60).fill(0)]],
    ["a number without end", [COMPACT_KIND.json, ...Array(60).fill(0xff)]],
    ["text longer than the frame", [COMPACT_KIND.json, 100, 65]],
    ["a scale of nothing", [COMPACT_KIND.trade, 1, 65, 15, 2, 0]],
  ])("is refused: %s", (_what, bytes) => {
    expect(() => compactMessages(Uint8Array.from(bytes))).toThrow(RangeError)
  })

  test("never does more than throw, whatever its bytes are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          compactMessages(bytes)
        } catch (reason) {
          expect(reason instanceof RangeError || reason instanceof SyntaxError).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})
