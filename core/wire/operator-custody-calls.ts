/** Operator calls about withdrawals: the queue, approving and rejecting (D3), freezing all of them. */

import { z } from "zod/mini"
import { WITHDRAWAL_STATUSES } from "../chain/custody-status.ts"
import { chainName } from "./custody.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { cursor, next, reason, reasonIfAny, uid } from "./operator-fields.ts"
import { amountText, countWithin, limitWithin, timeMs } from "./scalar.ts"

const id = countWithin(1, Number.MAX_SAFE_INTEGER, "Of the withdrawal.")

const row = z.object({
  id: z.int(),
  uid,
  account: described(z.string(), "E-mail address or phone number."),
  identity: described(z.string(), "As it was when it was asked for: none, review or verified."),
  currency: z.string(),
  chain: chainName,
  address: z.string(),
  remark: described(z.string(), "The user's own words on the address."),
  amount: amountText,
  fee: amountText,
  worth: described(z.union([amountText, z.literal("")]), "In USDT; empty: it can't be valued."),
  status: z.enum(WITHDRAWAL_STATUSES),
  reason: z.string(),
  tx: z.string(),
  requested: timeMs,
  waitsUntil: timeMs,
  updated: timeMs,
  approvedBy: described(z.array(z.string()), "Above 50,000 USDT it takes two."),
})

const rowExample = {
  ...{ id: 87, uid: "48201734", account: "ada@example.org", identity: "verified", currency: "USDT" },
  ...{ chain: "tron" as const, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", remark: "Cold wallet" },
  ...{ amount: "60000", fee: "1", worth: "60000", status: "review" as const, reason: "", tx: "" },
  ...{ requested: 1_785_000_000_300, waitsUntil: 1_785_000_060_300, updated: 1_785_000_060_300 },
  ...{ approvedBy: ["ada"] },
}

export const operatorWithdrawals = endpoint({
  method: "GET",
  path: "/operator/withdrawals",
  summary: "Withdrawals in a state, the longest waiting first; without one, those that are to be decided",
  access: "operator",
  limit: "read",
  request: z.strictObject({
    status: z.optional(z.enum(WITHDRAWAL_STATUSES)),
    cursor,
    limit: limitWithin(500, 50),
  }),
  response: z.object({
    isFrozen: z.boolean(),
    frozenReason: z.string(),
    troubles: described(z.array(z.string()), "What chains hold up at the moment."),
    rows: z.array(row),
    next,
  }),
  problems: [],
  example: {
    request: {},
    response: { isFrozen: false, frozenReason: "", troubles: [], rows: [rowExample], next: "" },
  },
})

export const operatorWithdrawal = endpoint({
  method: "GET",
  path: "/operator/withdrawal",
  summary: "One withdrawal in full",
  access: "operator",
  limit: "read",
  request: z.strictObject({ id }),
  response: row,
  problems: ["UNKNOWN_WITHDRAWAL"],
  example: { request: { id: 87 }, response: rowExample },
})

export const operatorWithdrawApprove = endpoint({
  method: "POST",
  path: "/operator/withdrawApprove",
  summary: "Approves a withdrawal in review; above 50,000 USDT it takes two operators",
  access: "operator",
  limit: "account",
  request: z.strictObject({ id, reason: reasonIfAny }),
  response: row,
  problems: ["UNKNOWN_WITHDRAWAL", "WRONG_STATE"],
  example: {
    request: { id: 87 },
    response: { ...rowExample, status: "approved", approvedBy: ["ada", "ben"] },
  },
})

export const operatorWithdrawReject = endpoint({
  method: "POST",
  path: "/operator/withdrawReject",
  summary: "Rejects a withdrawal in review; the user gets the money back and reads the reason",
  access: "operator",
  limit: "account",
  request: z.strictObject({ id, reason }),
  response: row,
  problems: ["UNKNOWN_WITHDRAWAL", "WRONG_STATE"],
  example: {
    request: { id: 87, reason: "The address belongs to a sanctioned wallet." },
    response: { ...rowExample, status: "rejected", reason: "The address belongs to a sanctioned wallet." },
  },
})

const frozen = z.object({ isFrozen: z.boolean(), reason: z.string() })

export const operatorWithdrawalsFreeze = endpoint({
  method: "POST",
  path: "/operator/withdrawalsFreeze",
  summary: "Sends nothing any more, whoever asks; users read the reason",
  access: "operator",
  limit: "account",
  request: z.strictObject({ reason }),
  response: frozen,
  problems: ["WRONG_STATE"],
  example: {
    request: { reason: "Maintenance of the wallets." },
    response: { isFrozen: true, reason: "Maintenance of the wallets." },
  },
})

export const operatorWithdrawalsUnfreeze = endpoint({
  method: "POST",
  path: "/operator/withdrawalsUnfreeze",
  summary: "Lets withdrawals go on",
  access: "operator",
  limit: "account",
  request: z.strictObject({ reason }),
  response: frozen,
  problems: ["WRONG_STATE"],
  example: {
    request: { reason: "The wallets are counted." },
    response: { isFrozen: false, reason: "The wallets are counted." },
  },
})

const chainAsset = { chain: chainName, currency: z.string() }
const chainState = z.object({ ...chainAsset, isOpen: z.boolean() })

export const operatorChainClose = endpoint({
  method: "POST",
  path: "/operator/chainClose",
  summary:
    "Shuts a currency on a chain: nothing is sent, and no deposit address is told; what comes in is credited",
  access: "operator",
  limit: "account",
  request: z.strictObject({ ...chainAsset, reason }),
  response: chainState,
  problems: ["UNKNOWN_CURRENCY", "WRONG_STATE"],
  example: {
    request: { chain: "tron", currency: "USDT", reason: "The node is being replaced." },
    response: { chain: "tron", currency: "USDT", isOpen: false },
  },
})

export const operatorChainOpen = endpoint({
  method: "POST",
  path: "/operator/chainOpen",
  summary: "Opens a currency on a chain again",
  access: "operator",
  limit: "account",
  request: z.strictObject({ ...chainAsset, reason }),
  response: chainState,
  problems: ["UNKNOWN_CURRENCY", "WRONG_STATE"],
  example: {
    request: { chain: "tron", currency: "USDT", reason: "The new node is in step." },
    response: { chain: "tron", currency: "USDT", isOpen: true },
  },
})
