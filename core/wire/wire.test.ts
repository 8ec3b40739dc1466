import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { z } from "zod/mini"
import * as wire from "./index.ts"
import { countWithin } from "./scalar.ts"

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
const feed = { kind: "simulated", source: "", practice: true, since: 0 }
const level = ["67284.10", "0.00100"]
const candle = [60_000, "1.0", "2.0", "0.5", "1.5", "10", 7, 1, 0]
const listed = {
  id: "BTC_USDT",
  base: "BTC",
  quote: "USDT",
  name: "Bitcoin",
  tick: "0.01",
  lot: "0.00001",
  state: "open",
  listedAt: 1,
  ticker,
}
const bookFields = { minQuantity: "0.00001", maxQuantity: "900", minNotional: "5", priceRule: "strict" }
const spot = { kind: "spot", ...listed, ...bookFields }
const perpetual = {
  kind: "perpetual",
  ...listed,
  ...bookFields,
  index: "BTC_USDT",
  leverageMax: 125,
  fundingHours: 8,
  indexPrice: "",
  mark: "67284.1",
  fundingRate: "-0.0001",
  nextFunding: 1,
}
const second = {
  kind: "second",
  ...listed,
  index: "BTC_USDT",
  periods: [{ seconds: 60, payoutRate: "0.8", minStake: "5", maxStake: "1000" }],
}
const depth = { seq: 5, time: 1, bids: [level], asks: [], checksum: 0xffffffff }

/** For every call: requests and answers that pass, and some that must not. */
const CALLS: Record<
  wire.EndpointName,
  Record<"asked" | "notAsked" | "answered" | "notAnswered", unknown[]>
> = {
  logo: {
    asked: [{}],
    notAsked: [{ a: 1 }],
    answered: [{ head_logo: "", name: "Saker", time: 1, feed }],
    notAnswered: [{ head_logo: "", name: "Saker", time: 1, feed: { ...feed, kind: "guess" } }],
  },
  spotMarkets: {
    asked: [{}],
    notAsked: [{ symbol: "BTC_USDT" }],
    answered: [
      { time: 1, feed, rows: [spot] },
      { time: 1, feed, rows: [] },
    ],
    notAnswered: [
      { time: 1, feed, rows: [perpetual] },
      { time: 1, rows: [] },
      { time: 1, feed, rows: [{ ...spot, tick: "1e-2" }] },
    ],
  },
  contractMarkets: {
    asked: [{}],
    notAsked: [null],
    answered: [{ time: 1, feed, rows: [perpetual] }],
    notAnswered: [
      { time: 1, feed, rows: [{ ...perpetual, fundingRate: "0.01 %" }] },
      { time: 1, feed, rows: [{ ...perpetual, leverageMax: 1.5 }] },
    ],
  },
  secondMarkets: {
    asked: [{}],
    notAsked: [[]],
    answered: [{ time: 1, feed, rows: [second] }],
    notAnswered: [{ time: 1, feed, rows: [{ ...second, periods: [{ seconds: 60 }] }] }],
  },
  sparklines: {
    asked: [{ kind: "spot" }, { kind: "perpetual" }, { kind: "second" }],
    notAsked: [{}, { kind: "option" }, { kind: "spot", x: 1 }],
    answered: [{ time: 1, rows: [["BTC_USDT", ["1", "2.5"]]] }],
    notAnswered: [{ time: 1, rows: [["BTC_USDT", [1, 2]]] }],
  },
  kline: {
    asked: [
      { symbol: "BTC_USDT", interval: "1m" },
      { symbol: "BTC_USDT_PERP", interval: "1M", before: "1760000000000", limit: "1000" },
      { symbol: "BTC_USDT", interval: "1s", before: 0, limit: 1 },
    ],
    notAsked: [
      { symbol: "BTC_USDT" },
      { symbol: "BTC_USDT", interval: "2m" },
      { symbol: "btc_usdt", interval: "1m" },
      { symbol: "BTC_USDT", interval: "1m", limit: "1001" },
      { symbol: "BTC_USDT", interval: "1m", limit: 0 },
      { symbol: "BTC_USDT", interval: "1m", before: "-1" },
      { symbol: "BTC_USDT", interval: "1m", before: "9999999999999999" },
      { symbol: "BTC_USDT", interval: "1m", from: 1 },
    ],
    answered: [{ symbol: "BTC_USDT", interval: "1m", rows: [candle], more: true, holes: [[1, 2]] }],
    notAnswered: [
      { symbol: "BTC_USDT", interval: "1m", rows: [candle.slice(0, 8)], more: true, holes: [] },
      { symbol: "BTC_USDT", interval: "1m", rows: [], more: true },
      { symbol: "BTC_USDT", interval: "1m", rows: [], more: true, holes: [[1]] },
    ],
  },
  depth: {
    asked: [{ symbol: "BTC_USDT" }, { symbol: "BTC_USDT", limit: "200" }],
    notAsked: [{}, { symbol: "BTC_USDT", limit: "201" }, { symbol: "BTC_USDT'--" }],
    answered: [{ symbol: "BTC_USDT", ...depth }],
    notAnswered: [
      { symbol: "BTC_USDT", ...depth, bids: [["-1", "1"]] },
      { symbol: "BTC_USDT", ...depth, checksum: 1.5 },
      { symbol: "BTC_USDT", ...depth, seq: -1 },
    ],
  },
  trades: {
    asked: [{ symbol: "BTC_USDT" }, { symbol: "BTC_USDT", before: "12", limit: 500 }],
    notAsked: [
      { symbol: "BTC_USDT", before: 0 },
      { symbol: "BTC_USDT", limit: 501 },
      { symbol: ["BTC_USDT"] },
    ],
    answered: [{ symbol: "BTC_USDT", rows: [[1, "1.5", "2", -1, 3]] }],
    notAnswered: [
      { symbol: "BTC_USDT", rows: [[1, "1.5", "2", 0, 3]] },
      { symbol: "BTC_USDT", rows: [[1, "1.5", "2", 1]] },
    ],
  },
}

describe("every call", () => {
  test("has a path of its own for its method", () => {
    const doors = Object.values(wire.endpoints).map(({ method, path }) => `${method} ${path}`)
    expect(new Set(doors).size).toBe(doors.length)
    for (const { path } of Object.values(wire.endpoints)) expect(path).toMatch(/^(?:\/[a-z]+)+$/)
  })

  for (const [name, { request, response }] of Object.entries(wire.endpoints)) {
    const call = CALLS[name as wire.EndpointName]
    test(`${name} takes its examples and refuses rubbish, asked and answered`, () => {
      expect(call.asked.filter((value) => !accepts(request, value))).toEqual([])
      expect(call.notAsked.filter((value) => accepts(request, value))).toEqual([])
      expect(call.answered.filter((value) => !accepts(response, value))).toEqual([])
      expect(call.notAnswered.filter((value) => accepts(response, value))).toEqual([])
      for (const rubbish of [null, undefined, 7, "x", [], true]) {
        expect(accepts(request, rubbish)).toBe(false)
        expect(accepts(response, rubbish)).toBe(false)
      }
    })
  }

  test("that pages has a default page and hands on numbers", () => {
    expect(wire.endpoints.kline.request.parse({ symbol: "BTC_USDT", interval: "1m", before: "12" })).toEqual({
      symbol: "BTC_USDT",
      interval: "1m",
      before: 12,
      limit: 500,
    })
    expect(wire.endpoints.depth.request.parse({ symbol: "BTC_USDT" }).limit).toBe(50)
  })
})

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
      { code: 1011, name: "UNKNOWN_CHANNEL", of: "subscribe", key: "x" },
    ],
    notSent: [{ code: "1002", name: "FORMAT" }],
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
  instrument: {
    sent: [{ instrument: "BTC_USDT", state: "halted", version: 3 }],
    notSent: [{ instrument: "BTC_USDT", state: "shut", version: 3 }],
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

describe("the page's configuration", () => {
  const config = {
    api: "",
    socket: "",
    mobileSite: "",
    downloads: { ios: "", android: "" },
    defaultLanguage: "en",
  }
  test("takes its example and refuses rubbish", () => {
    expect(accepts(wire.pageConfig, config)).toBe(true)
    for (const wrong of [null, {}, { ...config, api: 1 }, { ...config, downloads: {} }])
      expect(accepts(wire.pageConfig, wrong)).toBe(false)
  })
})

describe("scalars", () => {
  test.each([
    [1, 1],
    [10, 10],
    ["1", 1],
    ["010", 10],
    ["10", 10],
  ])("a count within 1 … 10 takes %j as %d", (value, count) => {
    expect(countWithin(1, 10).parse(value)).toBe(count)
  })

  test.each([
    0,
    11,
    1.5,
    -1,
    "0",
    "11",
    "-1",
    "1.5",
    "1e1",
    "0x5",
    "",
    " 5",
    "5 ",
    "٥",
    "9".repeat(16),
    null,
    true,
    [5],
    Number.NaN,
  ])("a count within 1 … 10 refuses %j", (value) => {
    expect(accepts(countWithin(1, 10), value)).toBe(false)
  })

  test.each(["BTC_USDT", "1000PEPE_USDT_PERP", "BTC_USDT_SEC"])("an instrument may be called %s", (id) => {
    expect(accepts(wire.endpoints.depth.request, { symbol: id })).toBe(true)
  })

  test.each([
    "BTC",
    "btc_usdt",
    "BTC_USDT_FUT",
    "BTC__USDT",
    "_USDT",
    "BTC_USDT\n",
    " BTC_USDT",
    `${"B".repeat(17)}_USDT`,
  ])("an instrument may not be called %j", (id) => {
    expect(accepts(wire.endpoints.depth.request, { symbol: id })).toBe(false)
  })
})

describe("refusals", () => {
  test("have a code each, that no other has and that is not success", () => {
    const codes = Object.values(wire.PROBLEMS)
    expect(new Set<number>(codes).size).toBe(codes.length)
    expect(codes).not.toContain(wire.SUCCESS_CODE)
  })

  test("stand in the catalogue in the order of their precedence", () => {
    const codes = Object.values(wire.PROBLEMS)
    expect(codes.toSorted((a, b) => a - b)).toEqual(codes)
  })

  test("keep the numbers of exchange.md section 9", () => {
    expect(wire.PROBLEMS).toMatchObject({
      SESSION: 999,
      RATE_LIMIT: 1001,
      FORMAT: 1002,
      PRECISION: 1003,
      ENGINE_BUSY: 1101,
      UNKNOWN_INSTRUMENT: 1301,
      TRADING_STATE: 1401,
      TYPE_COMBINATION: 2001,
      TICK: 2002,
      LEVEL_LIMIT: 2008,
      PRICE_RANGE: 2101,
      PRICE_BAND: 2103,
      OPEN_ORDERS: 2201,
      FOK_BUDGET: 6003,
    })
  })

  test("carry their values only where there are some", () => {
    expect(wire.refuse("TICK", { tick: "0.01" })).toEqual({
      ok: false,
      problem: { name: "TICK", values: { tick: "0.01" } },
    })
    expect(wire.refuse("TICK")).toEqual({ ok: false, problem: { name: "TICK" } })
  })
})

describe("a language code", () => {
  test.each([
    ["de", "de"],
    ["de-AT", "de"],
    ["DE_at", "de"],
    ["zh-Hans-CN", "zh"],
    [" en ", "en"],
    ["sp", "es"],
    ["bl", "pl"],
    ["SP-mx", "es"],
  ])("%j means %s", (code, language) => {
    expect(wire.languageOf(code)).toBe(language)
  })

  test.each([
    null,
    undefined,
    "",
    " ",
    "xx",
    "deutsch",
    "-de",
    "constructor",
    "toString",
    "__proto__",
    "../en",
  ])("%j means none", (code) => {
    expect(wire.languageOf(code)).toBeUndefined()
  })

  test("of every offered language means itself", () => {
    for (const language of wire.LANGUAGES) expect(wire.languageOf(language)).toBe(language)
  })
})
