/** Examples of the market calls: one moment of a small market, the same in all of them. */

import type { CallExample } from "./endpoint.ts"

/** 25 July 2026, 17:20:00 UTC. */
const TIME = 1_785_000_000_000
const MINUTE = 60_000

export const feedExample = { kind: "simulated", source: "", practice: true, since: TIME - 90 * MINUTE }

/** Rows that the socket's examples show too. */
export const exampleRows = {
  ticker: [
    "BTC_USDT",
    "67284.10",
    "66010.00",
    "67990.50",
    "65820.25",
    "1250.31700",
    "83941201.55",
    "67284.00",
    "67284.10",
    TIME,
    88_412,
  ],
  perpetualTicker: ["BTC_USDT_PERP", "67290.0", "", "", "", "", "", "", "", TIME, 88_413],
  secondTicker: ["BTC_USDT_SEC", "67284.36", "", "", "", "", "", "", "", TIME, 88_414],
  closedCandle: [TIME - MINUTE, "67270.05", "67291.40", "67265.00", "67280.00", "3.20410", 901_230, 1, 0],
  liveCandle: [TIME, "67280.00", "67284.10", "67280.00", "67284.10", "0.51000", 901_232, 0, 0],
  trades: [
    [901_231, "67280.00", "0.50000", -1, TIME + 120],
    [901_232, "67284.10", "0.01000", 1, TIME + 340],
  ],
  /** Best first; the worked checksum of the documents is over exactly these. */
  bids: [
    ["67284.00", "0.50000"],
    ["67283.99", "1.20000"],
  ],
  asks: [
    ["67284.10", "0.01000"],
    ["67284.50", "0.75000"],
    ["67285.00", "2.00000"],
  ],
  bookSeq: 5120,
  bookChecksum: 856_510_850,
  time: TIME,
} as const

const { ticker, perpetualTicker, secondTicker, closedCandle, liveCandle, trades } = exampleRows

const bitcoin = {
  base: "BTC",
  quote: "USDT",
  name: "Bitcoin",
  state: "open",
  listedAt: 1_690_848_000_000,
  openAt: 0,
  delistAt: 0,
}
const bookFields = {
  minQuantity: "0.00001",
  maxQuantity: "900.00000",
  maxMarketQuantity: "100.00000",
  minNotional: "5",
  priceRule: "strict",
  band: "0.05",
  marketProtection: "0.05",
}
const head = { time: TIME, feed: feedExample }

export const marketExamples = {
  spotMarkets: {
    request: {},
    response: {
      ...head,
      rows: [
        { kind: "spot", id: "BTC_USDT", ...bitcoin, tick: "0.01", lot: "0.00001", ticker, ...bookFields },
      ],
    },
  },
  contractMarkets: {
    request: {},
    response: {
      ...head,
      rows: [
        {
          kind: "perpetual",
          id: "BTC_USDT_PERP",
          ...bitcoin,
          tick: "0.1",
          lot: "0.001",
          ticker: perpetualTicker,
          ...bookFields,
          minQuantity: "0.001",
          maxQuantity: "900.000",
          index: "BTC_USDT",
          leverageMax: 125,
          fundingHours: 8,
          indexPrice: "67284.36",
          mark: "67288.91",
          fundingRate: "0.0001",
          nextFunding: 1_785_024_000_000,
        },
      ],
    },
  },
  secondMarkets: {
    request: {},
    response: {
      ...head,
      rows: [
        {
          kind: "second",
          id: "BTC_USDT_SEC",
          ...bitcoin,
          tick: "0.01",
          lot: "0.00001",
          ticker: secondTicker,
          index: "BTC_USDT",
          periods: [
            { seconds: 30, payoutRate: "0.8", minStake: "5", maxStake: "1000" },
            { seconds: 60, payoutRate: "0.85", minStake: "5", maxStake: "1000" },
          ],
        },
      ],
    },
  },
  sparklines: {
    request: { kind: "spot" },
    response: { time: TIME, rows: [["BTC_USDT", ["66010.00", "66420.80", "67105.15", "67284.10"]]] },
  },
  kline: {
    request: { symbol: "BTC_USDT", interval: "1m", limit: "2" },
    response: { symbol: "BTC_USDT", interval: "1m", rows: [closedCandle, liveCandle], more: true, holes: [] },
  },
  depth: {
    request: { symbol: "BTC_USDT", limit: "3" },
    response: {
      symbol: "BTC_USDT",
      seq: exampleRows.bookSeq,
      time: TIME,
      bids: exampleRows.bids,
      asks: exampleRows.asks,
      checksum: exampleRows.bookChecksum,
    },
  },
  trades: {
    request: { symbol: "BTC_USDT", before: "901233", limit: "2" },
    response: { symbol: "BTC_USDT", rows: [trades[1], trades[0]], next: 901_231 },
  },
} as const satisfies Record<string, CallExample>
