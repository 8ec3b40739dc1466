/** Calls about positions: settings, margin, open and closed positions, and what the exchange did to them. */

import { z } from "zod/mini"
import {
  contractSetting,
  marginMode,
  notice,
  noticeExample,
  position,
  positionExample,
  positionMode,
  positionSide,
} from "./contract.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import {
  amountText,
  countWithin,
  cursor,
  instrumentId,
  limitWithin,
  next,
  timeMs,
  timeRange,
} from "./scalar.ts"
import { requestKey, sentAt } from "./trading.ts"

const settingExample = {
  ...{ instrument: "BTC_USDT_PERP", marginMode: "cross", leverage: 20 },
  ...{ level: 0, turnover: "0", maker: "0.0002", taker: "0.0005" },
}

export const contractSettings = endpoint({
  method: "GET",
  path: "/contract/settings",
  summary: "Own position mode, and margin mode, leverage and fee rates of contracts",
  access: "user",
  limit: "read",
  request: z.strictObject({
    instrument: z.optional(described(instrumentId, "Left out: of every contract.")),
  }),
  response: z.object({
    positionMode: described(
      positionMode,
      "`one-way`: one net position a contract; `hedge`: a long and a short one, and orders name theirs.",
    ),
    rows: z.array(contractSetting),
  }),
  problems: ["UNKNOWN_INSTRUMENT"],
  example: {
    request: { instrument: "BTC_USDT_PERP" },
    response: { positionMode: "one-way", rows: [settingExample] },
  },
})

export const setPositionMode = endpoint({
  method: "POST",
  path: "/contract/positionMode",
  summary: "Sets the position mode of all contracts; only without contract positions and orders",
  access: "user",
  limit: "account",
  request: z.strictObject({ mode: positionMode }),
  response: z.object({ positionMode }),
  problems: ["ENGINE_BUSY", "ACCOUNT_FROZEN", "MODE_LOCKED"],
  example: { request: { mode: "hedge" }, response: { positionMode: "hedge" } },
})

export const setMarginMode = endpoint({
  method: "POST",
  path: "/contract/marginMode",
  summary: "Sets the margin mode of a contract; only without a position and orders there",
  notes: "`cross`: all of the contract account stands behind the position; `isolated`: its own margin alone.",
  access: "user",
  limit: "account",
  request: z.strictObject({ instrument: instrumentId, mode: marginMode }),
  response: contractSetting,
  problems: ["ENGINE_BUSY", "ACCOUNT_FROZEN", "UNKNOWN_INSTRUMENT", "MODE_LOCKED"],
  example: {
    request: { instrument: "BTC_USDT_PERP", mode: "isolated" },
    response: { ...settingExample, marginMode: "isolated" },
  },
})

export const setLeverage = endpoint({
  method: "POST",
  path: "/contract/leverage",
  summary: "Sets the leverage of a contract, at any time where size and margin allow it",
  access: "user",
  limit: "account",
  request: z.strictObject({ instrument: instrumentId, leverage: countWithin(0, 1000, "Whole, from 1 on.") }),
  response: contractSetting,
  problems: [
    "ENGINE_BUSY",
    "ACCOUNT_FROZEN",
    "UNKNOWN_INSTRUMENT",
    "LEVERAGE_RANGE",
    "TIER_LIMIT",
    "ADD_MARGIN_FIRST",
    "INSUFFICIENT_MARGIN",
  ],
  example: {
    request: { instrument: "BTC_USDT_PERP", leverage: 10 },
    response: { ...settingExample, leverage: 10 },
  },
})

/** How a position stands at the mark, when it was asked. */
const standing = {
  mark: described(
    z.union([amountText, z.literal("")]),
    "Mark price that the following are counted at; empty: none yet.",
  ),
  unrealised: described(amountText, "Profit at the mark; below zero a loss."),
  roe: described(amountText, "Profit over the margin that it was opened with, at its leverage: 0.4 is 40 %."),
  maintenance: described(amountText, "Maintenance margin at the mark."),
  marginRatio: described(
    z.union([amountText, z.literal("")]),
    "Maintenance margin over margin and profit, of the position where it is isolated, else of the account; rounded down. Liquidated from 1 on; empty: nothing is left.",
  ),
  liquidationPrice: described(
    z.union([amountText, z.literal("")]),
    "Estimate of the mark at which it would be liquidated, all other marks standing still; empty: none.",
  ),
  deleveragingLight: described(
    z.int().check(z.minimum(0), z.maximum(5)),
    "Fifth of its side's rank of deleveraging, from 1 to 5, where 5 goes first; ranked anew every few seconds. 0: not ranked yet.",
  ),
}

export const positions = endpoint({
  method: "GET",
  path: "/contract/positions",
  summary: "Open positions, with profit, margin ratio and liquidation price at the mark",
  access: "user",
  limit: "read",
  request: z.strictObject({ instrument: z.optional(instrumentId) }),
  response: z.object({ rows: z.array(z.object({ ...position.shape, ...standing })), time: timeMs }),
  problems: [],
  example: {
    request: {},
    response: {
      rows: [
        {
          ...positionExample,
          mark: "67300.5",
          unrealised: "0.328",
          roe: "0.00487485",
          maintenance: "5.38404",
          marginRatio: "0.02153616",
          liquidationPrice: "55021.4",
          deleveragingLight: 2,
        },
      ],
      time: 1_785_000_002_000,
    },
  },
})

export const closedPositions = endpoint({
  method: "GET",
  path: "/contract/closed",
  summary: "Closed positions with what each came to, the newest end first",
  access: "user",
  limit: "history",
  request: z.strictObject({
    id: z.optional(countWithin(1, Number.MAX_SAFE_INTEGER, "Of this position alone.")),
    instrument: z.optional(instrumentId),
    side: z.optional(positionSide),
    ...timeRange,
    cursor,
    limit: limitWithin(500, 50),
  }),
  response: z.object({
    rows: z.array(
      z.object({
        ...position.shape,
        net: described(amountText, "Realised profit less all fees, with funding received and paid."),
        netRatio: described(amountText, "Net × leverage over what it was opened for: 0.4 is 40 %."),
      }),
    ),
    next,
  }),
  problems: ["TIME_RANGE"],
  example: {
    request: { instrument: "BTC_USDT_PERP" },
    response: {
      rows: [
        {
          ...positionExample,
          ...{
            quantity: "0.000",
            cost: "0",
            entryPrice: "",
            targets: [],
            closedQuantity: "0.020",
            closePrice: "67500",
          },
          ...{
            realised: "4.318",
            closingFee: "0.675",
            closedBy: "order",
            net: "2.970159",
            netRatio: "0.0441213",
          },
        },
      ],
      next: "",
    },
  },
})

export const movePositionMargin = endpoint({
  method: "POST",
  path: "/contract/margin",
  summary: "Moves money of the contract account into an isolated position, or out of it",
  notes: "Money can be taken out as far as it is more than the position needs at its leverage.",
  access: "user",
  limit: "account",
  request: z.strictObject({
    instrument: instrumentId,
    positionSide: z.optional(described(positionSide, "In hedge mode, and there always.")),
    direction: z.enum(["add", "remove"]),
    amount: amountText,
    key: z.optional(requestKey),
    sentAt,
  }),
  response: z.object({
    rows: described(z.array(position), "The position as it stands after it."),
    time: timeMs,
  }),
  problems: [
    "PRECISION",
    "ENGINE_BUSY",
    "REQUEST_EXPIRED",
    "KEY_CONFLICT",
    "ACCOUNT_FROZEN",
    "UNKNOWN_INSTRUMENT",
    "UNKNOWN_POSITION",
    "TRADING_STATE",
    "INDEX_STALE",
    "WRONG_SIZE",
    "INSUFFICIENT_MARGIN",
    "AMOUNT_LIMIT",
  ],
  example: {
    request: { instrument: "BTC_USDT_PERP", direction: "add", amount: "25", key: "m-1" },
    response: {
      rows: [{ ...positionExample, marginMode: "isolated", margin: "92.2841" }],
      time: 1_785_000_002_000,
    },
  },
})

const noticeFilter = {
  instrument: z.optional(instrumentId),
  ...timeRange,
  cursor,
  limit: limitWithin(500, 50),
}

export const fundingPaid = endpoint({
  method: "GET",
  path: "/contract/fundingPaid",
  summary: "Funding that own positions received and paid, the newest first",
  access: "user",
  limit: "history",
  request: z.strictObject(noticeFilter),
  response: z.object({ rows: z.array(notice), next }),
  problems: ["TIME_RANGE"],
  example: { request: {}, response: { rows: [noticeExample], next: "" } },
})

export const liquidations = endpoint({
  method: "GET",
  path: "/contract/liquidations",
  summary: "Steps of own liquidations with the numbers that decided them, the newest first",
  access: "user",
  limit: "history",
  request: z.strictObject(noticeFilter),
  response: z.object({ rows: z.array(notice), next }),
  problems: ["TIME_RANGE"],
  example: {
    request: {},
    response: {
      rows: [
        {
          ...noticeExample,
          ...{ id: "991200-0", kind: "take-over", quantity: "0.02", price: "64100.2", mark: "64120.5" },
          ...{ rate: "", amount: "0", equity: "3.1", maintenance: "5.12964" },
        },
      ],
      next: "",
    },
  },
})

export const deleveragings = endpoint({
  method: "GET",
  path: "/contract/deleveragings",
  summary: "Own positions that were reduced to stand in for another's loss, the newest first",
  access: "user",
  limit: "history",
  request: z.strictObject(noticeFilter),
  response: z.object({ rows: z.array(notice), next }),
  problems: ["TIME_RANGE"],
  example: {
    request: {},
    response: {
      rows: [
        {
          ...noticeExample,
          ...{ id: "991200-1", kind: "deleveraging", quantity: "0.01", price: "64100.2", mark: "" },
          ...{ rate: "", amount: "0" },
        },
      ],
      next: "",
    },
  },
})
