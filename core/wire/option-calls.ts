/** Calls about second contracts: what is offered, opening one, what runs and what has ended, and the daily loss limit. */

import { z } from "zod/mini"
import { SECOND_STATUSES } from "../second/second-contract.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { announcedHour, announcedHourExample } from "./index-hour-calls.ts"
import {
  amountText,
  countWithin,
  cursor,
  instrumentId,
  limitWithin,
  next,
  priceText,
  rateText,
  timeMs,
  timeRange,
} from "./scalar.ts"
import { direction, secondContract, secondContractExample } from "./second.ts"
import { requestKey, sentAt } from "./trading.ts"

export const optionProducts = endpoint({
  method: "GET",
  path: "/option/products",
  summary: "Second contracts that are offered: periods, payout rates, and the limits of a user",
  access: "visitor",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({
    rows: z.array(
      z.object({
        instrument: instrumentId,
        index: z.string(),
        currency: z.string(),
        periods: z.array(
          z.object({
            seconds: z.int(),
            payoutRate: described(rateText, "Profit on a right answer, as a share of the stake."),
            minStake: amountText,
            maxStake: amountText,
          }),
        ),
      }),
    ),
    limits: z.object({
      openContracts: described(z.int(), "Of a user, together."),
      openStakes: described(amountText, "Of a user, together."),
      exposure: described(amountText, "Open profits of one direction on one index, of all users."),
      openTickAgeMs: described(z.int(), "An older tick opens nothing: FEED_STALE."),
      silentLimitMs: described(z.int(), "A longer silence across the expiry refunds."),
    }),
  }),
  problems: [],
  example: {
    request: {},
    response: {
      rows: [
        {
          ...{ instrument: "BTC_USDT_SEC", index: "BTC_USDT", currency: "USDT" },
          periods: [{ seconds: 30, payoutRate: "0.8", minStake: "5", maxStake: "5000" }],
        },
      ],
      limits: {
        ...{ openContracts: 20, openStakes: "20000", exposure: "100000" },
        ...{ openTickAgeMs: 2000, silentLimitMs: 5000 },
      },
    },
  },
})

export const openOption = endpoint({
  method: "POST",
  path: "/option/open",
  summary: "Opens a second contract at the last tick of its index",
  notes:
    "Stake and profit are held on both sides; there is no early end. The open price is the last tick as the request is accepted: with `seenPrice` it is refused where the price has moved further than `maxMove` since.",
  access: "user",
  limit: "order",
  request: z.strictObject({
    instrument: instrumentId,
    direction,
    seconds: described(countWithin(1, 86_400), "One of the periods that are offered."),
    stake: amountText,
    key: requestKey,
    seenPrice: z.optional(described(priceText, "Index price that the caller saw; with `maxMove`.")),
    maxMove: z.optional(
      described(priceText, "How far the open price may lie from it; left out: not at all."),
    ),
    sentAt,
  }),
  response: secondContract,
  problems: [
    "PRECISION",
    "ENGINE_BUSY",
    "REQUEST_EXPIRED",
    "KEY_CONFLICT",
    "ACCOUNT_FROZEN",
    "UNKNOWN_INSTRUMENT",
    "UNKNOWN_PRODUCT",
    "DELISTED",
    "TRADING_STATE",
    "FEED_STALE",
    "TYPE_COMBINATION",
    "WRONG_SIZE",
    "PRICE_MOVED",
    "OPEN_CONTRACTS",
    "STAKE_RANGE",
    "OPEN_STAKES",
    "DAILY_LOSS",
    "INSUFFICIENT_BALANCE",
    "AMOUNT_LIMIT",
    "HOUSE_LIMIT",
  ],
  example: {
    request: {
      ...{ instrument: "BTC_USDT_SEC", direction: "bullish", seconds: 60, stake: "50", key: "s-1" },
      ...{ seenPrice: "67271.20", maxMove: "15" },
    },
    response: { ...secondContractExample, status: "open", before: null, settle: null, paid: "", settled: 0 },
  },
})

export const runningOptions = endpoint({
  method: "GET",
  path: "/option/running",
  summary: "Own second contracts that are open, by expiry",
  access: "user",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({ rows: z.array(secondContract) }),
  problems: [],
  example: {
    request: {},
    response: {
      rows: [{ ...secondContractExample, status: "open", before: null, settle: null, paid: "", settled: 0 }],
    },
  },
})

export const optionRecords = endpoint({
  method: "GET",
  path: "/option/records",
  summary: "Own second contracts that have ended, newest first",
  access: "user",
  limit: "read",
  request: z.strictObject({
    instrument: z.optional(instrumentId),
    direction: z.optional(direction),
    status: z.optional(z.enum(SECOND_STATUSES.filter((status) => status !== "open"))),
    ...timeRange,
    cursor,
    limit: limitWithin(500, 50),
  }),
  response: z.object({ rows: z.array(secondContract), next }),
  problems: ["TIME_RANGE"],
  example: { request: { limit: 1 }, response: { rows: [secondContractExample], next: "990777-4112" } },
})

export const optionRecord = endpoint({
  method: "GET",
  path: "/option/record",
  summary: "One own second contract, with the hour files that prove it",
  notes:
    "`hours` are the files that hold its ticks: of the open tick, of the last before the expiry, of the one that decided. Fetch them from `/market/index/file/{index}/{hour}`, and compute the chain anew.",
  access: "user",
  limit: "read",
  request: z.strictObject({ id: countWithin(1, Number.MAX_SAFE_INTEGER, "Of the contract.") }),
  response: z.object({
    contract: secondContract,
    hours: described(z.array(announcedHour), "Oldest first."),
  }),
  problems: ["UNKNOWN_CONTRACT"],
  example: {
    request: { id: "4112" },
    response: {
      contract: secondContractExample,
      hours: [announcedHourExample],
    },
  },
})

/** The loss limit and what counts towards it. */
const limitAnswer = z.object({
  limit: described(z.union([amountText, z.literal("")]), "In force; empty: none."),
  nextLimit: described(
    z.union([amountText, z.literal(""), z.literal("none")]),
    "A higher one that waits, `none` where the limit is to end; empty: nothing waits.",
  ),
  nextFrom: described(timeMs, "When it comes into force; 0: nothing waits."),
  currency: z.string(),
  openStakes: amountText,
  lost: described(amountText, "Stakes lost of the UTC day."),
  won: described(amountText, "Profits won of the UTC day."),
  contracts: described(z.int(), "Settled in the UTC day."),
  dayEnds: described(timeMs, "When the next day begins."),
})
const limitExample = {
  ...{ limit: "200", nextLimit: "500", nextFrom: 1_785_086_400_000, currency: "USDT", openStakes: "50" },
  ...{ lost: "90", won: "41", contracts: 4, dayEnds: 1_785_024_000_000 },
}

export const optionLimit = endpoint({
  method: "GET",
  path: "/option/limit",
  summary: "Own daily loss limit, and the day's sum",
  access: "user",
  limit: "read",
  request: z.strictObject({}),
  response: limitAnswer,
  problems: [],
  example: { request: {}, response: limitExample },
})

export const setOptionLimit = endpoint({
  method: "POST",
  path: "/option/setLimit",
  summary: "Sets the daily loss limit: a lower one at once, a higher one or none 24 hours later",
  access: "user",
  limit: "account",
  request: z.strictObject({
    limit: described(z.union([amountText, z.literal("none")]), "In USDT; `none` ends the limit."),
  }),
  response: limitAnswer,
  problems: ["PRECISION", "ENGINE_BUSY", "ACCOUNT_FROZEN", "WRONG_SIZE", "AMOUNT_LIMIT"],
  example: { request: { limit: "500" }, response: limitExample },
})
