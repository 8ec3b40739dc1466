/** Every call accepts valid requests and refuses invalid ones, at both doors. */

import { describe, expect, test } from "vitest"
import type { z } from "zod/mini"
import { fundingCases } from "#tests/support/funding-cases.ts"
import * as wire from "./index.ts"

const accepts = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success
const ticker = [
  ...["BTC_USDT", "67284.10", "66000", "68000.5", "65000", "12.5", "841000.55", "67284.00"],
  ...["", 1, 2],
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
  openAt: 0,
  delistAt: 0,
  ticker,
}
const bookFields = {
  minQuantity: "0.00001",
  maxQuantity: "900",
  maxMarketQuantity: "100",
  minNotional: "5",
  priceRule: "strict",
  band: "0.05",
  marketProtection: "0.05",
}
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
const figures = {
  time: 1,
  regions: ["DE"],
  ordersPerSecond: 12.5,
  orderSeconds: 60,
  markets: { spot: 1, perpetual: 0, second: 0 },
  turnover: [{ quote: "USDT", amount: "12.5" }],
}
const depth = { seq: 5, time: 1, bids: [level], asks: [], checksum: 0xffffffff }

const article = {
  id: "practice-money",
  category_id: 92,
  title: "Practice",
  summary: "",
  date: 1,
  pinned: true,
  language: "en",
}
const channel = {
  kind: "email",
  name: "E-mail",
  value: "a@b.example",
  address: "mailto:a@b.example",
  note: "",
}
const document = {
  title: "MSB",
  date: 1,
  html: "<p>1</p>",
  language: "de",
  files: [{ name: "msb.pdf", address: "/content/msb.pdf", bytes: 1 }],
}
const documentCall = {
  asked: [{}],
  notAsked: [{ id: "msb" }],
  answered: [{ document: null }, { document }],
  notAnswered: [{}, { document: { ...document, language: "xx" } }, { document: { ...document, files: [1] } }],
}

const perp = { instrument: "BTC_USDT_PERP" }
const page = { from: "1", to: 2, cursor: "1785024000000", limit: "500" }
const notPages = [
  { limit: 0 },
  { limit: "501" },
  { cursor: "x".repeat(61) },
  { from: -1 },
  { to: "now" },
  { from: 1.5 },
]
const funding = { ...perp, rate: "0.0001", nextFunding: 1, fundingHours: 8, next: "" }

type ElsewhereName = wire.AccountEndpointName | wire.CustodyEndpointName | wire.ReserveEndpointName
/** For every other call: requests and answers that pass, and some that must not. */
const CALLS: Record<
  Exclude<wire.EndpointName, ElsewhereName | wire.TradingEndpointName | wire.AlertEndpointName>,
  Record<"asked" | "notAsked" | "answered" | "notAnswered", unknown[]>
> = {
  logo: {
    asked: [{}],
    notAsked: [{ a: 1 }],
    answered: [{ head_logo: "", name: "Saker", time: 1, feed }],
    notAnswered: [{ head_logo: "", name: "Saker", time: 1, feed: { ...feed, kind: "guess" } }],
  },
  home: {
    asked: [{}, { invite: "ABC" }],
    notAsked: [null, [], "invite"],
    answered: [{ ...figures, marketing: [] }],
    notAnswered: [
      figures,
      { ...figures, marketing: [], regions: ["Germany"] },
      { ...figures, marketing: [], ordersPerSecond: -1 },
      { ...figures, marketing: [], turnover: [{ quote: "USDT", amount: 12.5 }] },
    ],
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
    answered: [{ symbol: "BTC_USDT", rows: [[1, "1.5", "2", -1, 3]], next: 0 }],
    notAnswered: [
      { symbol: "BTC_USDT", rows: [[1, "1.5", "2", 0, 3]], next: 0 },
      { symbol: "BTC_USDT", rows: [[1, "1.5", "2", 1]], next: 0 },
    ],
  },
  contractTiers: {
    asked: [{}, { instrument: "BTC_USDT_PERP" }],
    notAsked: [{ instrument: "x" }, { symbol: "BTC_USDT_PERP" }],
    answered: [
      { rows: [] },
      {
        rows: [
          { instrument: "A_B_PERP", tiers: [{ cap: "5", leverage: 2, rate: "0.25", amount: "0.000025" }] },
        ],
      },
    ],
    notAnswered: [
      { rows: [{ instrument: "A_B_PERP" }] },
      { rows: [{ instrument: "A_B_PERP", tiers: [{ cap: "5", leverage: 2.5, rate: "0.25", amount: "0" }] }] },
    ],
  },
  fundingRates: {
    asked: [perp, { ...perp, ...page }],
    notAsked: [{}, ...notPages.map((wrong) => ({ ...perp, ...wrong })), { ...perp, kind: "x" }],
    answered: [
      { ...funding, rows: [] },
      {
        ...funding,
        rows: [
          { time: 1, rate: "-0.0001", mark: "" },
          { time: 0, rate: "0", mark: "1.5" },
        ],
      },
    ],
    notAnswered: [
      { ...funding, rows: [{ time: 1, rate: "0.01 %", mark: "" }] },
      { ...funding, fundingHours: 0.5, rows: [] },
    ],
  },
  fundingOverview: fundingCases,
  openInterest: {
    asked: [perp, { ...perp, ...page }],
    notAsked: [{}, ...notPages.map((wrong) => ({ ...perp, ...wrong }))],
    answered: [{ ...perp, quantity: "1.5", rows: [{ time: 1, quantity: "0.000" }], next: "1" }],
    notAnswered: [
      { ...perp, quantity: "-1", rows: [], next: "" },
      { ...perp, quantity: "1", rows: [{ time: 1 }], next: "" },
    ],
  },
  insuranceFund: {
    asked: [{}, page],
    notAsked: [...notPages, perp],
    answered: [{ currency: "USDT", balance: "-1.5", rows: [{ time: 1, balance: "1" }], next: "" }],
    notAnswered: [{ currency: "USDT", balance: "1e3", rows: [], next: "" }],
  },
  priceCandles: {
    asked: [
      { ...perp, price: "mark", interval: "1m" },
      { ...perp, price: "index", interval: "1M", before: "1760000000000", limit: "1000" },
    ],
    notAsked: [
      { ...perp, interval: "1m" },
      { ...perp, price: "last", interval: "1m" },
      { ...perp, price: "mark", interval: "2m" },
      { ...perp, price: "mark", interval: "1m", before: 0 },
      { ...perp, price: "mark", interval: "1m", limit: 1001 },
      { price: "mark", interval: "1m" },
    ],
    answered: [{ ...perp, price: "mark", interval: "1m", rows: [candle], more: false }],
    notAnswered: [
      { ...perp, price: "mark", interval: "1m", rows: [candle.slice(1)], more: false },
      { ...perp, price: "mark", interval: "1m", rows: [] },
    ],
  },
  optionProducts: {
    asked: [{}],
    notAsked: [{ user: 1 }],
    answered: [wire.optionProducts.example.response],
    notAnswered: [{ rows: [], limits: {} }, { rows: [] }],
  },
  indexHours: {
    asked: [{ index: "BTC_USDT" }, { index: "BTC_USDT", from: "1", to: 2, limit: "500" }],
    notAsked: [{}, { index: "BTC_USDT_SEC" }, { index: "btc_usdt" }, { index: "BTC_USDT", limit: 501 }],
    answered: [{ rows: [] }, wire.indexHours.example.response],
    notAnswered: [{}, { rows: [{ ...wire.announcedHourExample, first: 1, last: 2 }] }],
  },
  announcements: {
    asked: [{}],
    notAsked: [{ category_id: 92 }],
    answered: [{ rows: [] }, { rows: [article] }],
    notAnswered: [{ rows: [{ ...article, id: "../x" }] }, { rows: [{ ...article, date: "2026-11-20" }] }],
  },
  articles: {
    asked: [
      {},
      { category_id: "92", limit: "5" },
      { kind: "help", query: "order book", cursor: "0.1785000000000.order-book" },
    ],
    notAsked: [
      { category_id: 0 },
      { category_id: "x" },
      { kind: "news" },
      { query: "x".repeat(81) },
      { cursor: "next" },
      { limit: 101 },
    ],
    answered: [
      { categories: [], rows: [], next: "" },
      { categories: [{ id: 92, kind: "notice", title: "Notices" }], rows: [article], next: "1.1.x" },
    ],
    notAnswered: [
      { rows: [], next: "" },
      { categories: [{ id: 92, kind: "news", title: "" }], rows: [], next: "" },
    ],
  },
  article: {
    asked: [{ id: "practice-money" }, { id: "No_Such" }],
    notAsked: [{}, { id: "" }, { id: "a b" }, { id: "x".repeat(65) }, { id: "../etc" }],
    answered: [{ ...article, html: "<p>1</p>" }],
    notAnswered: [article, { ...article, html: null }],
  },
  customerService: {
    asked: [{}],
    notAsked: [{ kind: "email" }],
    answered: [
      { text: "", channels: [] },
      { text: "Mondays", channels: [channel] },
    ],
    notAnswered: [{ text: "" }, { text: "", channels: [{ ...channel, kind: "pigeon" }] }],
  },
  aboutEntries: {
    asked: [{}],
    notAsked: [{ id: "x" }],
    answered: [{ rows: [article] }],
    notAnswered: [{}, { rows: [{}] }],
  },
  pdfDocument: documentCall,
  secDocument: documentCall,
}

describe("every call", () => {
  test("has a path of its own for its method", () => {
    const doors = Object.values(wire.endpoints).map(({ method, path }) => `${method} ${path}`)
    expect(new Set(doors).size).toBe(doors.length)
    for (const { path } of Object.values(wire.endpoints)) expect(path).toMatch(/^(?:\/[a-z][a-zA-Z]*)+$/)
  })

  for (const [name, call] of Object.entries(CALLS)) {
    const { request, response } = wire.endpoints[name as wire.EndpointName]
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

describe("the page's configuration", () => {
  const config = {
    api: "",
    socket: "",
    mobileSite: "",
    downloads: { ios: "", android: "" },
    defaultLanguage: "en",
    passkeys: "",
  }
  test("takes its example and refuses rubbish", () => {
    expect(accepts(wire.pageConfig, config)).toBe(true)
    for (const wrong of [null, {}, { ...config, api: 1 }, { ...config, downloads: {} }])
      expect(accepts(wire.pageConfig, wrong)).toBe(false)
  })
})
