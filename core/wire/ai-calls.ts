/** Calls about AI products: what is offered, buying, what runs and what has ended, and the early end. */

import { z } from "zod/mini"
import {
  aiHolding,
  aiHoldingExample,
  aiIssue,
  aiIssueExample,
  aiProduct,
  aiProductExample,
  aiProductId,
} from "./ai.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { amountText, countWithin, cursor, limitWithin, next } from "./scalar.ts"
import { requestKey, sentAt } from "./trading.ts"

const holdingId = countWithin(1, Number.MAX_SAFE_INTEGER, "Of the holding.")

export const aiProducts = endpoint({
  method: "GET",
  path: "/ai/products",
  summary: "AI products that are offered, each with its present issue",
  notes: "A product that isn't sold any more is told only to who holds some of it.",
  access: "user",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({ rows: z.array(aiProduct) }),
  problems: [],
  example: { request: {}, response: { rows: [aiProductExample] } },
})

export const aiProductDetail = endpoint({
  method: "GET",
  path: "/ai/product",
  summary: "One AI product, with its issuance record",
  access: "user",
  limit: "read",
  request: z.strictObject({ id: aiProductId }),
  response: z.object({
    product: aiProduct,
    issues: described(z.array(aiIssue), "Newest first."),
  }),
  problems: ["UNKNOWN_PRODUCT"],
  example: {
    request: { id: "usdt-30" },
    response: {
      product: aiProductExample,
      issues: [
        aiIssueExample,
        {
          ...{ number: 1, opened: 1_782_345_600_000, ended: 1_784_937_600_000, size: "250000" },
          ...{ sold: "250000", promised: "1500", paid: "1320.5", state: "ended" },
        },
      ],
    },
  },
})

export const buyAi = endpoint({
  method: "POST",
  path: "/ai/buy",
  summary: "Buys an AI product out of the funding account",
  notes:
    "The whole reward of the term is set aside in the operator's reserve at once: what the reserve can't promise is refused. Interest is counted from the next 00:00 UTC.",
  access: "user",
  limit: "account",
  request: z.strictObject({ product: aiProductId, amount: amountText, key: requestKey, sentAt }),
  response: aiHolding,
  problems: [
    "PRECISION",
    "ENGINE_BUSY",
    "REQUEST_EXPIRED",
    "KEY_CONFLICT",
    "ACCOUNT_FROZEN",
    "UNKNOWN_PRODUCT",
    "WRONG_STATE",
    "TRANSFERS_STOPPED",
    "WRONG_SIZE",
    "PURCHASE_LIMIT",
    "ISSUE_FULL",
    "INSUFFICIENT_BALANCE",
    "AMOUNT_LIMIT",
    "RESERVE_LIMIT",
  ],
  example: {
    request: { product: "usdt-30", amount: "1000", key: "ai-1" },
    response: { ...aiHoldingExample, next: 1_785_110_400_000, accruedDays: 0, reward: "0" },
  },
})

export const aiHoldings = endpoint({
  method: "GET",
  path: "/ai/holdings",
  summary: "Own holdings of AI products, newest first",
  notes: "Of the ended, the one that ended last comes first.",
  access: "user",
  limit: "history",
  request: z.strictObject({
    status: z.optional(z.enum(["running", "ended"])),
    cursor,
    limit: limitWithin(500, 50),
  }),
  response: z.object({ rows: z.array(aiHolding), next }),
  problems: [],
  example: { request: { status: "running" }, response: { rows: [aiHoldingExample], next: "" } },
})

export const aiHoldingDetail = endpoint({
  method: "GET",
  path: "/ai/holding",
  summary: "One own holding, and what an early end would cost now",
  access: "user",
  limit: "read",
  request: z.strictObject({ id: holdingId }),
  response: z.object({
    holding: aiHolding,
    early: described(
      z.union([
        z.object({
          principal: amountText,
          fee: described(amountText, "Kept by the operator."),
          forfeited: described(amountText, "Reward earned so far: it goes back to the reserve."),
          receive: described(amountText, "Paid to the funding account: the principal less the fee."),
        }),
        z.null(),
      ]),
      "null: it has ended.",
    ),
  }),
  problems: ["UNKNOWN_HOLDING"],
  example: {
    request: { id: "311" },
    response: {
      holding: aiHoldingExample,
      early: { principal: "1000", fee: "5", forfeited: "0.2", receive: "995" },
    },
  },
})

export const withdrawAi = endpoint({
  method: "POST",
  path: "/ai/withdraw",
  summary: "Ends an own holding early: the principal less the fee, at once, without its reward",
  access: "user",
  limit: "account",
  request: z.strictObject({ id: holdingId, key: requestKey, sentAt }),
  response: aiHolding,
  problems: [
    "ENGINE_BUSY",
    "REQUEST_EXPIRED",
    "KEY_CONFLICT",
    "ACCOUNT_FROZEN",
    "UNKNOWN_HOLDING",
    "WRONG_STATE",
    "TRANSFERS_STOPPED",
    "AMOUNT_LIMIT",
  ],
  example: {
    request: { id: 311, key: "ai-2" },
    response: {
      ...aiHoldingExample,
      ...{ next: 0, status: "withdrawn", ended: 1_785_150_000_000, paid: "995", fee: "5", sequence: 990_931 },
    },
  },
})
