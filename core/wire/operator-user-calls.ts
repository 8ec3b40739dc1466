/** Operator calls that look at a user or act on one: freeze, end sessions, credit score. Loopback door only. */

import { z } from "zod/mini"
import { IDENTITY_STATES } from "./account.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { done, doneExample, given, reason, reasonIfAny, uid, user } from "./operator-fields.ts"
import { timeMs } from "./scalar.ts"

/** Best of all scores, and what everyone begins with. */
export const CREDIT_SCORE_MAX = 100

export const operatorUser = endpoint({
  method: "POST",
  path: "/operator/user",
  summary: "What is known of a user; that it was looked at is written down",
  access: "operator",
  limit: "account",
  request: z.strictObject({ user }),
  response: z.object({
    uid,
    email: z.string(),
    phone: z.string(),
    registered: timeMs,
    invitedBy: described(z.string(), "UID; empty: nobody."),
    frozen: z.boolean(),
    identity: z.enum(IDENTITY_STATES),
    credit_score: z.int(),
    totp: z.boolean(),
    tradePassword: z.boolean(),
    holdUntil: described(timeMs, "Withdrawals rest until then."),
    sessions: described(z.int(), "Open now."),
    lastLogin: described(timeMs, "0: never."),
  }),
  problems: ["UNKNOWN_USER"],
  example: {
    request: given,
    response: {
      uid: "48201734",
      email: "ada@example.org",
      phone: "",
      registered: 1_785_000_000_000,
      invitedBy: "",
      frozen: false,
      identity: "review",
      credit_score: 100,
      totp: false,
      tradePassword: true,
      holdUntil: 0,
      sessions: 1,
      lastLogin: 1_785_000_000_000,
    },
  },
})

export const operatorFreeze = endpoint({
  method: "POST",
  path: "/operator/freeze",
  summary: "Freezes a user: every session ends at once, and none begins",
  access: "operator",
  limit: "account",
  request: z.strictObject({ user, reason }),
  response: z.object({ uid, ended: z.int() }),
  problems: ["UNKNOWN_USER", "WRONG_STATE"],
  example: {
    request: { ...given, reason: "Asked for by the owner." },
    response: { ...doneExample, ended: 2 },
  },
})

export const operatorUnfreeze = endpoint({
  method: "POST",
  path: "/operator/unfreeze",
  summary: "Lets a frozen user in again",
  access: "operator",
  limit: "account",
  request: z.strictObject({ user, reason: reasonIfAny }),
  response: done,
  problems: ["UNKNOWN_USER", "WRONG_STATE"],
  example: { request: given, response: doneExample },
})

export const operatorEndSessions = endpoint({
  method: "POST",
  path: "/operator/endSessions",
  summary: "Ends every session of a user",
  access: "operator",
  limit: "account",
  request: z.strictObject({ user, reason: reasonIfAny }),
  response: z.object({ uid, ended: z.int() }),
  problems: ["UNKNOWN_USER"],
  example: { request: given, response: { ...doneExample, ended: 2 } },
})

export const operatorCredit = endpoint({
  method: "POST",
  path: "/operator/credit",
  summary: "Sets the credit score",
  access: "operator",
  limit: "account",
  request: z.strictObject({
    user,
    credit_score: z.int().check(z.minimum(0), z.maximum(CREDIT_SCORE_MAX)),
    reason: reasonIfAny,
  }),
  response: z.object({ uid, before: z.int(), credit_score: z.int() }),
  problems: ["UNKNOWN_USER"],
  example: {
    request: { ...given, credit_score: 80 },
    response: { ...doneExample, before: 100, credit_score: 80 },
  },
})
