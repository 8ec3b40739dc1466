/** Schemas of AI products, their issues, and what a user holds of them: the same rows in answers and in private messages. */

import { z } from "zod/mini"
import { AI_ISSUE_STATES, AI_PRODUCT_STATES, AI_STATUSES } from "../ai/ai-product.ts"
import { described, named } from "./described.ts"
import { amountText, rateText, sequence, timeMs } from "./scalar.ts"

/** Lower-case letters, digits and hyphens. */
export const aiProductId = described(
  z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/)),
  "Of a product, as the operator named it: lower-case letters, digits, hyphens.",
)
const currency = described(z.string(), "In which it is bought and paid.")
const rate = described(rateText, "Reward of one day, as a share of the principal: simple, not compound.")
const earlyFee = described(rateText, "What an early end costs, as a share of the principal.")

/** A1: one row of the issuance record. */
export const aiIssue = named(
  "AiIssue",
  z.object({
    number: described(z.int(), "Rises by one over the issues of a product."),
    opened: timeMs,
    ended: described(timeMs, "0 while it is the product's present one."),
    size: described(amountText, "Of it may be sold."),
    sold: described(amountText, "Bought so far, by all users; an early end gives nothing back to it."),
    promised: described(
      amountText,
      "Rewards that were set aside when it was bought, whatever became of them.",
    ),
    paid: described(amountText, "Rewards paid so far, to holdings that have finished."),
    state: z.enum(AI_ISSUE_STATES),
  }),
  { description: "One issue of an AI product: recorded for good, ended and never edited." },
)
export type AiIssue = z.infer<typeof aiIssue>

/** A1, with what the asking user holds of it. */
export const aiProduct = named(
  "AiProduct",
  z.object({
    id: aiProductId,
    name: described(z.string(), "As the operator wrote it: plain text."),
    currency,
    days: described(z.int(), "Term, counted from the first 00:00 UTC after a purchase."),
    rate,
    minimum: described(amountText, "Of one purchase."),
    maximum: described(amountText, "Of a user, running holdings together."),
    earlyFee,
    state: described(z.enum(AI_PRODUCT_STATES), "Only `on-sale` can be bought."),
    issue: described(z.union([aiIssue, z.null()]), "The present issue; null: none has been opened."),
    own: described(amountText, "What the user holds of it: counts against `maximum`."),
  }),
  { description: "An AI product: savings with a fixed daily reward out of the operator's reserve." },
)
export type AiProduct = z.infer<typeof aiProduct>

/** A2–A5: a holding as it stands; its terms are those of its purchase. */
export const aiHolding = named(
  "AiHolding",
  z.object({
    id: described(z.int(), "Rises by one over all holdings of the exchange."),
    key: described(z.string(), "As it was given with the purchase."),
    product: aiProductId,
    name: described(z.string(), "Of the product, as it was at the purchase."),
    issue: described(z.int(), "Number of the issue that it was bought of."),
    currency,
    principal: amountText,
    rate,
    days: z.int(),
    earlyFee,
    bought: timeMs,
    starts: described(timeMs, "The first 00:00 UTC after the purchase: it earns from then on."),
    matures: described(
      timeMs,
      "`days` days after `starts`: principal and reward are paid to the funding account.",
    ),
    next: described(timeMs, "When the next day's reward accrues; 0: none any more."),
    accruedDays: described(z.int(), "Days that have been earned."),
    reward: described(amountText, "Earned so far: paid at the end of the term, lost by an early end."),
    rewardTotal: described(amountText, "Of the whole term: set aside in the reserve at the purchase."),
    status: z.enum(AI_STATUSES),
    ended: described(timeMs, "0 while it is in progress."),
    paid: described(z.union([amountText, z.literal("")]), "What came back; empty while it is in progress."),
    fee: described(z.union([amountText, z.literal("")]), "What an early end cost; empty where none did."),
    sequence: described(sequence, "Of the command that changed it last: the higher is the newer."),
  }),
  { description: "An own holding of an AI product as it stands." },
)
export type AiHolding = z.infer<typeof aiHolding>

export const aiIssueExample: AiIssue = {
  number: 2,
  opened: 1_784_937_600_000,
  ended: 0,
  size: "500000",
  sold: "182500",
  promised: "1095",
  paid: "0",
  state: "open",
}
export const aiProductExample: AiProduct = {
  id: "usdt-30",
  name: "USDT 30",
  currency: "USDT",
  days: 30,
  rate: "0.0002",
  minimum: "50",
  maximum: "20000",
  earlyFee: "0.005",
  state: "on-sale",
  issue: aiIssueExample,
  own: "1000",
}
export const aiHoldingExample: AiHolding = {
  id: 311,
  key: "ai-1",
  product: "usdt-30",
  name: "USDT 30",
  issue: 2,
  currency: "USDT",
  principal: "1000",
  rate: "0.0002",
  days: 30,
  earlyFee: "0.005",
  bought: 1_785_000_000_300,
  starts: 1_785_024_000_000,
  matures: 1_787_616_000_000,
  next: 1_785_196_800_000,
  accruedDays: 1,
  reward: "0.2",
  rewardTotal: "6",
  status: "in-progress",
  ended: 0,
  paid: "",
  fee: "",
  sequence: 990_812,
}
