/** Operator calls about AI products: what there is, adding and changing one, opening an issue, and the reserve (A1). */

import { z } from "zod/mini"
import { AI_OFFERS } from "../ai/ai-product.ts"
import { aiIssue, aiIssueExample, aiProductId } from "./ai.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { reason } from "./operator-fields.ts"
import { amountText, countWithin, rateText } from "./scalar.ts"

const currency = z.string().check(z.regex(/^[A-Z0-9]{1,16}$/))
const terms = {
  name: described(z.string().check(z.minLength(1), z.maxLength(60)), "As users see it: plain text."),
  currency,
  days: countWithin(1, 3_650, "Term."),
  rate: described(rateText, "Reward of one day as a share of the principal, up to 0.1: `0.0002` is 0.02 %."),
  minimum: described(amountText, "Of one purchase."),
  maximum: described(amountText, "Of a user, running holdings together."),
  earlyFee: described(rateText, "Of the principal, 0 to 1."),
  offer: described(
    z.enum(AI_OFFERS),
    "`draft`: nobody sees it. `closed`: nothing is sold any more, and the present issue ends.",
  ),
}
const row = z.object({
  id: aiProductId,
  ...terms,
  days: z.int(),
  issue: described(z.union([aiIssue, z.null()]), "The last one; null: there was none."),
  held: described(amountText, "Principals of the holdings that run."),
})
const { days: _days, ...exampleTerms } = {
  ...{ name: "USDT 30", currency: "USDT", days: 30, rate: "0.0002", minimum: "50", maximum: "20000" },
  ...{ earlyFee: "0.005", offer: "on-sale" as const },
}
const rowExample = { id: "usdt-30", ...exampleTerms, days: 30, issue: aiIssueExample, held: "182500" }

const reserve = z.object({
  currency,
  available: described(amountText, "Free for rewards of further purchases."),
  held: described(amountText, "Promised, and not earned yet."),
})
const reserveExample = { currency: "USDT", available: "240000", held: "1095" }

export const operatorAiProducts = endpoint({
  method: "GET",
  path: "/operator/aiProducts",
  summary: "All AI products, drafts and closed ones too, and what the reserve has",
  access: "operator",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({ rows: z.array(row), reserve: z.array(reserve) }),
  problems: [],
  example: { request: {}, response: { rows: [rowExample], reserve: [reserveExample] } },
})

export const operatorAiProduct = endpoint({
  method: "POST",
  path: "/operator/aiProduct",
  summary: "Adds an AI product, or changes its terms for what is bought from then on",
  notes: "What was bought keeps the terms of its purchase. The currency stays once something was issued.",
  access: "operator",
  limit: "account",
  request: z.strictObject({ id: aiProductId, ...terms, reason }),
  response: row,
  problems: ["FORMAT", "PRECISION", "UNKNOWN_CURRENCY", "WRONG_STATE"],
  example: {
    request: { id: "usdt-30", ...exampleTerms, days: 30, reason: "Terms of December." },
    response: rowExample,
  },
})

export const operatorAiIssue = endpoint({
  method: "POST",
  path: "/operator/aiIssue",
  summary: "Opens the next issue of an AI product, and ends the one before",
  access: "operator",
  limit: "account",
  request: z.strictObject({ id: aiProductId, size: amountText, reason }),
  response: aiIssue,
  problems: ["FORMAT", "PRECISION", "UNKNOWN_PRODUCT", "WRONG_STATE", "WRONG_SIZE"],
  example: { request: { id: "usdt-30", size: "500000", reason: "December." }, response: aiIssueExample },
})

export const operatorAiReserve = endpoint({
  method: "POST",
  path: "/operator/aiReserve",
  summary: "Moves the operator's capital into the reserve that pays rewards, or what is free of it back",
  access: "operator",
  limit: "account",
  request: z.strictObject({
    currency,
    amount: amountText,
    direction: z.enum(["in", "out"]),
    reason,
  }),
  response: reserve,
  problems: ["FORMAT", "PRECISION", "WRONG_SIZE", "INSUFFICIENT_BALANCE", "AMOUNT_LIMIT"],
  example: {
    request: { currency: "USDT", amount: "50000", direction: "in", reason: "Rewards of December." },
    response: reserveExample,
  },
})
