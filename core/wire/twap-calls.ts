/** Calls about TWAPs: totals that the exchange trades in slices over a time, on spot and on contracts (S20). */

import { z } from "zod/mini"
import {
  TWAP_DURATION_LEAST,
  TWAP_DURATION_MOST,
  TWAP_INTERVAL_LEAST,
  TWAP_INTERVAL_MOST,
  TWAP_STATUSES,
} from "../order/twap.ts"
import { positionSide } from "./contract.ts"
import { CONTRACT_ORDER_PROBLEMS } from "./contract-order-calls.ts"
import { described, named } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { amountText, countWithin, instrumentId, priceText, quantityText, sequence, timeMs } from "./scalar.ts"
import { orderSide, requestKey, sentAt } from "./trading.ts"

const twapId = countWithin(1, Number.MAX_SAFE_INTEGER, "Id of the TWAP.")
const seconds = (ms: number) => ms / 1000

/** A TWAP as it stands. */
export const twapRow = named(
  "Twap",
  z.object({
    id: described(z.int(), "Its slices have it as `group`, with `twap` as `groupKind`."),
    instrument: instrumentId,
    side: orderSide,
    quantity: described(quantityText, "Of all slices together."),
    executed: described(quantityText, "Of it filled."),
    executedQuote: described(amountText, "Turnover so far, in the quote currency."),
    price: described(z.union([priceText, z.literal("")]), "No slice trades beyond it; empty: by market."),
    reduceOnly: z.boolean(),
    positionSide: z.enum(["", "long", "short"]),
    duration: described(z.int(), "Seconds."),
    interval: described(z.int(), "Seconds between two slices."),
    randomise: z.boolean(),
    slices: described(z.int(), "How many there are in all."),
    slicesLeft: described(z.int(), "Still to come."),
    missed: described(z.int(), "Slices that came to nothing: while the exchange was down, or refused."),
    refusal: described(
      z.string(),
      "What the last slice was refused for, where the next is tried; else empty.",
    ),
    status: z.enum(TWAP_STATUSES),
    end: described(
      z.string(),
      "Why it has ended: `FILLED`, `TIME` (its time is over), `OWNER`, `COUNTDOWN`, or the name of the refusal that its slice met; else empty.",
    ),
    next: described(z.int(), "When the next slice is sent, in ms; 0: it isn't running."),
    created: timeMs,
    updated: timeMs,
    sequence: described(sequence, "Of the command that changed it last."),
    gone: described(z.boolean(), "It was put away, or ended a day ago: it isn't told any more."),
  }),
  { description: "A total that is traded in slices over a time." },
)
export type TwapRow = z.infer<typeof twapRow>

export const twapExample: TwapRow = {
  ...{ id: 184_300, instrument: "BTC_USDT", side: "buy", price: "", reduceOnly: false, positionSide: "" },
  quantity: "0.50000" as TwapRow["quantity"],
  executed: "0.01000" as TwapRow["executed"],
  executedQuote: "672.84",
  ...{ duration: 3600, interval: 72, randomise: false, slices: 50, slicesLeft: 49, missed: 0, refusal: "" },
  ...{ status: "running", end: "", next: 1_785_000_072_000, created: 1_785_000_000_000 },
  ...{ updated: 1_785_000_000_000, sequence: 990_310, gone: false },
}

export const placeTwap = endpoint({
  method: "POST",
  path: "/order/placeTwap",
  summary: "Trades a total in slices over a time",
  notes:
    "The exchange itself sends a slice at once and one at each interval, whether or not anybody is connected: a market order, or with `price` a limit order that is taken at once or not at all. Each is an order of its own with `groupKind` `twap`. A slice is what is left over the slices that are left; what isn't filled is caught up, at most three even slices at a time. The first slice is checked as an order is, and its refusal refuses the whole. Nothing is held between slices: it ends when a slice can't be paid. Slices that fall into a restart aren't sent, the rest is spread over those that are left.",
  access: "user",
  limit: "order",
  request: z.strictObject({
    instrument: described(instrumentId, "A spot market or a perpetual contract."),
    side: orderSide,
    quantity: described(quantityText, "Of all slices together."),
    duration: countWithin(seconds(TWAP_DURATION_LEAST), seconds(TWAP_DURATION_MOST), "Seconds."),
    interval: countWithin(
      seconds(TWAP_INTERVAL_LEAST),
      seconds(TWAP_INTERVAL_MOST),
      "Seconds between two slices; at most half of the duration.",
    ),
    randomise: z.optional(described(z.boolean(), "Slices of 80 to 120 % of their size, the sum the same.")),
    price: z.optional(described(priceText, "No slice trades beyond it; left out: by market.")),
    reduceOnly: z.optional(
      described(z.boolean(), "Contracts only: slices lessen the position and never open one."),
    ),
    positionSide: z.optional(described(positionSide, "Contracts in hedge mode, and there always.")),
    key: z.optional(requestKey),
    sentAt,
  }),
  response: twapRow,
  problems: [...CONTRACT_ORDER_PROBLEMS, "INSUFFICIENT_BALANCE", "TWAP_RANGE", "TWAP_COUNT"],
  example: {
    request: {
      ...{ instrument: "BTC_USDT", side: "buy", quantity: "0.5", duration: 3600, interval: 72 },
      key: "twap-1",
    },
    response: twapExample,
  },
})

export const changeTwap = endpoint({
  method: "POST",
  path: "/order/changeTwap",
  summary: "Pauses, resumes or ends a TWAP",
  notes:
    "While it is paused its time stands still. Ending passes in every trading state; ending one that has ended puts it away. Cancelling all orders, its group or a countdown that runs out ends it as well.",
  access: "user",
  limit: "cancel",
  request: z.strictObject({ id: twapId, act: z.enum(["pause", "resume", "end"]) }),
  response: twapRow,
  problems: ["ENGINE_BUSY", "ACCOUNT_FROZEN", "UNKNOWN_ORDER"],
  example: {
    request: { id: 184_300, act: "pause" },
    response: { ...twapExample, status: "paused", next: 0 },
  },
})

export const twaps = endpoint({
  method: "GET",
  path: "/order/twaps",
  summary: "Own TWAPs, the newest first",
  notes: "Those that run or are paused, and for a day those that have ended.",
  access: "user",
  limit: "read",
  request: z.strictObject({ instrument: z.optional(instrumentId) }),
  response: z.object({ rows: z.array(twapRow) }),
  problems: [],
  example: { request: {}, response: { rows: [twapExample] } },
})
