/** Figures of contracts that anyone may ask for: margin tiers, funding, open interest, the insurance fund, mark and index candles. */

import { z } from "zod/mini"
import { marginTier, maybeAmount } from "./contract.ts"
import { described, named } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { candleRow, interval } from "./market.ts"
import { exampleRows } from "./market-examples.ts"
import {
  amountText,
  countWithin,
  cursor,
  instrumentId,
  limitWithin,
  next,
  quantityText,
  rateText,
  timeMs,
  timeRange,
} from "./scalar.ts"

const page = { ...timeRange, cursor, limit: limitWithin(500, 100) }

export const contractTiers = endpoint({
  method: "GET",
  path: "/contract/tiers",
  summary: "Margin tiers of contracts: how large, at which leverage, with how much maintenance margin",
  notes:
    "The maintenance margin of a position is its notional at mark × `rate` − `amount` of the tier that holds it.",
  access: "visitor",
  limit: "read",
  request: z.strictObject({
    instrument: z.optional(described(instrumentId, "Left out: every contract.")),
  }),
  response: z.object({
    rows: z.array(
      z.object({
        instrument: instrumentId,
        tiers: described(z.array(marginTier), "The smallest first; above the last cap the last tier counts."),
      }),
    ),
  }),
  problems: ["UNKNOWN_INSTRUMENT"],
  example: {
    request: { instrument: "BTC_USDT_PERP" },
    response: {
      rows: [
        {
          instrument: "BTC_USDT_PERP",
          tiers: [
            { cap: "100000", leverage: 125, rate: "0.004", amount: "0" },
            { cap: "400000", leverage: 100, rate: "0.005", amount: "100" },
          ],
        },
      ],
    },
  },
})

const paidRate = named(
  "PaidRate",
  z.object({
    time: described(timeMs, "When it was paid."),
    rate: described(rateText, "Longs pay shorts above zero, shorts pay longs below."),
    mark: described(maybeAmount, "Mark price that positions were counted at; empty: there was none."),
  }),
  { description: "A funding rate as it was fixed and paid." },
)

export const fundingRates = endpoint({
  method: "GET",
  path: "/contract/funding",
  summary: "Funding rate of a contract as it stands, and those that were paid, the newest first",
  access: "visitor",
  limit: "history",
  request: z.strictObject({ instrument: instrumentId, ...page }),
  response: z.object({
    instrument: instrumentId,
    rate: described(rateText, "As it would be if it were paid now; 0 while nothing is known."),
    nextFunding: described(timeMs, "When it is paid next; 0 while unknown."),
    fundingHours: described(z.int(), "Hours from funding to funding."),
    rows: z.array(paidRate),
    next,
  }),
  problems: ["UNKNOWN_INSTRUMENT", "TIME_RANGE"],
  example: {
    request: { instrument: "BTC_USDT_PERP" },
    response: {
      instrument: "BTC_USDT_PERP",
      rate: "0.0001",
      nextFunding: 1_785_052_800_000,
      fundingHours: 8,
      rows: [{ time: 1_785_024_000_000, rate: "0.00008125", mark: "67300.5" }],
      next: "",
    },
  },
})

const averageRate = (time: string) =>
  described(
    z.union([rateText, z.literal("")]),
    `Mean of the rates paid in the last ${time}; empty: none was paid in that time.`,
  )

export const fundingOverview = endpoint({
  method: "GET",
  path: "/contract/fundingOverview",
  summary:
    "Funding of every contract side by side: the rate now, what it comes to in a year, averages, open interest",
  notes:
    "Averages are of the rates as they were paid, each for its own `fundingHours`; `yearly` makes contracts of different hours comparable.",
  access: "visitor",
  limit: "history",
  request: z.strictObject({}),
  response: z.object({
    time: timeMs,
    rows: z.array(
      z.object({
        instrument: instrumentId,
        rate: described(rateText, "As it would be if it were paid now; 0 while nothing is known."),
        nextFunding: described(timeMs, "When it is paid next; 0 while unknown."),
        fundingHours: described(z.int(), "Hours from funding to funding."),
        yearly: described(rateText, "`rate` × the fundings of 365 days, without compounding."),
        average8h: averageRate("8 hours"),
        average1d: averageRate("24 hours"),
        average7d: averageRate("7 days"),
        openInterest: described(quantityText, "In the base currency."),
        openValue: described(maybeAmount, "Open interest at the mark price, in the quote; empty: no mark."),
      }),
    ),
  }),
  problems: [],
  example: {
    request: {},
    response: {
      time: 1_785_000_000_000,
      rows: [
        {
          instrument: "BTC_USDT_PERP",
          rate: "0.0001",
          nextFunding: 1_785_052_800_000,
          fundingHours: 8,
          yearly: "0.1095",
          average8h: "0.00008125",
          average1d: "0.00009",
          average7d: "",
          openInterest: "1204.118",
          openValue: "81038162.1",
        },
      ],
    },
  },
})

export const openInterest = endpoint({
  method: "GET",
  path: "/contract/openInterest",
  summary: "Open interest of a contract as it stands, and at each full quarter of an hour, the newest first",
  notes:
    "What all long positions hold together, which is what all short ones do. The channel `openInterest` tells how it goes on.",
  access: "visitor",
  limit: "history",
  request: z.strictObject({ instrument: instrumentId, ...page }),
  response: z.object({
    instrument: instrumentId,
    quantity: described(quantityText, "In the base currency."),
    rows: z.array(z.object({ time: timeMs, quantity: quantityText })),
    next,
  }),
  problems: ["UNKNOWN_INSTRUMENT", "TIME_RANGE"],
  example: {
    request: { instrument: "BTC_USDT_PERP" },
    response: {
      instrument: "BTC_USDT_PERP",
      quantity: "1204.118",
      rows: [{ time: 1_785_024_000_000, quantity: "1199.502" }],
      next: "",
    },
  },
})

export const insuranceFund = endpoint({
  method: "GET",
  path: "/contract/insurance",
  summary:
    "Balance of the insurance fund as it stands, and of each hour in which it changed, the newest first",
  access: "visitor",
  limit: "history",
  request: z.strictObject(page),
  response: z.object({
    currency: described(z.string(), "Of all its amounts."),
    balance: described(amountText, "Money alone: what its open positions would bring isn't in it."),
    rows: z.array(
      z.object({
        time: described(timeMs, "When it changed last in that hour."),
        balance: described(amountText, "From then on, until the next row."),
      }),
    ),
    next,
  }),
  problems: ["TIME_RANGE"],
  example: {
    request: {},
    response: {
      currency: "USDT",
      balance: "1000412.77",
      rows: [{ time: 1_785_024_000_512, balance: "1000412.77" }],
      next: "",
    },
  },
})

/** Most candles in one answer. */
const PRICE_CANDLES_MAX = 1000

export const priceCandles = endpoint({
  method: "GET",
  path: "/contract/candles",
  summary:
    "Candles of a contract's mark or index price, oldest first, that open before `before` (default: now)",
  notes:
    "The rows of `/market/kline`, with the volume and the trade id always 0. They begin with the exchange's first run; a bucket in which there was no price is left out. Intervals below a minute are refused with FORMAT.",
  access: "visitor",
  limit: "history",
  request: z.strictObject({
    instrument: instrumentId,
    price: z.enum(["mark", "index"]),
    interval,
    before: z.optional(countWithin(1, 8_640_000_000_000_000, "Only candles that open before this time.")),
    limit: limitWithin(PRICE_CANDLES_MAX, 500),
  }),
  response: z.object({
    instrument: instrumentId,
    price: z.enum(["mark", "index"]),
    interval,
    rows: z.array(candleRow),
    more: described(z.boolean(), "Older candles exist: ask again with `before` = the first row's open time."),
  }),
  problems: ["UNKNOWN_INSTRUMENT"],
  example: {
    request: { instrument: "BTC_USDT_PERP", price: "mark", interval: "1m", limit: "1" },
    response: {
      instrument: "BTC_USDT_PERP",
      price: "mark",
      interval: "1m",
      rows: [
        [
          exampleRows.time - (exampleRows.time % 60_000),
          "67280.1",
          "67291.4",
          "67279.9",
          "67288.9",
          "0.000",
          0,
          0,
          0,
        ],
      ],
      more: true,
    },
  },
})
