/** What may an operator do to people? Calls of the loopback door alone: the public one doesn't know their paths. */

import { z } from "zod/mini"
import { accountText, IDENTITY_STATES } from "./account.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { limitWithin, timeMs } from "./scalar.ts"

/** Best of all scores, and what everyone begins with. */
export const CREDIT_SCORE_MAX = 100
const REASON_LENGTH_MAX = 200

const user = described(accountText, "UID, e-mail address or phone number.")
const by = described(
  z.string().check(z.maxLength(64), z.regex(/^\P{C}+$/u)),
  "Who acts: the name at the machine.",
)
const why = z.string().check(z.trim(), z.minLength(3), z.maxLength(REASON_LENGTH_MAX), z.regex(/^\P{C}*$/u))
const reason = described(why, "Stands in the audit table.")
const reasonIfAny = z.optional(z.union([why, z.literal("")]))
const cursor = z.optional(z.string().check(z.maxLength(40)))
const next = z.string()
const uid = z.string()
const done = z.object({ uid })
const doneExample = { uid: "48201734" }
const given = { by: "ada", user: "48201734" }

const identityRow = {
  uid,
  account: z.string(),
  status: z.enum(IDENTITY_STATES),
  residence: z.string(),
  submitted: timeMs,
  decided: timeMs,
  reason: z.string(),
}
const rowExample = {
  uid: "48201734",
  account: "ada@example.org",
  status: "review",
  residence: "GB",
  submitted: 1_785_000_000_000,
  decided: 0,
  reason: "",
}

const operatorIdentities = endpoint({
  method: "GET",
  path: "/operator/identities",
  summary: "Identities that were handed in, the longest waiting first",
  access: "operator",
  limit: "read",
  request: z.strictObject({
    status: z.optional(z.enum(["review", "verified", "refused"])),
    cursor,
    limit: limitWithin(500, 100),
  }),
  response: z.object({ rows: z.array(z.object(identityRow)), next }),
  problems: [],
  example: { request: { status: "review" }, response: { rows: [rowExample], next: "" } },
})

const operatorIdentity = endpoint({
  method: "POST",
  path: "/operator/identity",
  summary: "One identity with name and number in full; that it was looked at is written down",
  access: "operator",
  limit: "account",
  request: z.strictObject({ by, user }),
  response: z.object({ ...identityRow, real_name: z.string(), id_number: z.string() }),
  problems: ["UNKNOWN_USER", "WRONG_STATE"],
  example: {
    request: given,
    response: { ...rowExample, real_name: "Ada Lovelace", id_number: "L01X00T471" },
  },
})

const operatorPictures = endpoint({
  method: "POST",
  path: "/operator/identityPictures",
  summary: "Front and back of the document, as JPEG in base64; that they were looked at is written down",
  access: "operator",
  limit: "account",
  request: z.strictObject({ by, user }),
  response: z.object({ uid, front: z.string(), back: z.string() }),
  problems: ["UNKNOWN_USER", "WRONG_STATE", "UNKNOWN_PICTURE"],
  example: { request: given, response: { ...doneExample, front: "/9j/4AAQ", back: "/9j/4AAQ" } },
})

const operatorApprove = endpoint({
  method: "POST",
  path: "/operator/identityApprove",
  summary: "Verifies an identity under review",
  access: "operator",
  limit: "account",
  request: z.strictObject({ by, user }),
  response: done,
  problems: ["UNKNOWN_USER", "WRONG_STATE"],
  example: { request: given, response: doneExample },
})

const operatorRefuse = endpoint({
  method: "POST",
  path: "/operator/identityRefuse",
  summary: "Refuses an identity under review; the user reads the reason and may try again",
  access: "operator",
  limit: "account",
  request: z.strictObject({ by, user, reason }),
  response: done,
  problems: ["UNKNOWN_USER", "WRONG_STATE"],
  example: { request: { ...given, reason: "The back is blurred." }, response: doneExample },
})

const operatorUser = endpoint({
  method: "POST",
  path: "/operator/user",
  summary: "What is known of a user; that it was looked at is written down",
  access: "operator",
  limit: "account",
  request: z.strictObject({ by, user }),
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

const operatorFreeze = endpoint({
  method: "POST",
  path: "/operator/freeze",
  summary: "Freezes a user: every session ends at once, and none begins",
  access: "operator",
  limit: "account",
  request: z.strictObject({ by, user, reason }),
  response: z.object({ uid, ended: z.int() }),
  problems: ["UNKNOWN_USER", "WRONG_STATE"],
  example: {
    request: { ...given, reason: "Asked for by the owner." },
    response: { ...doneExample, ended: 2 },
  },
})

const operatorUnfreeze = endpoint({
  method: "POST",
  path: "/operator/unfreeze",
  summary: "Lets a frozen user in again",
  access: "operator",
  limit: "account",
  request: z.strictObject({ by, user, reason: reasonIfAny }),
  response: done,
  problems: ["UNKNOWN_USER", "WRONG_STATE"],
  example: { request: given, response: doneExample },
})

const operatorEndSessions = endpoint({
  method: "POST",
  path: "/operator/endSessions",
  summary: "Ends every session of a user",
  access: "operator",
  limit: "account",
  request: z.strictObject({ by, user, reason: reasonIfAny }),
  response: z.object({ uid, ended: z.int() }),
  problems: ["UNKNOWN_USER"],
  example: { request: given, response: { ...doneExample, ended: 2 } },
})

const operatorCredit = endpoint({
  method: "POST",
  path: "/operator/credit",
  summary: "Sets the credit score",
  access: "operator",
  limit: "account",
  request: z.strictObject({
    by,
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

const operatorVerify = endpoint({
  method: "POST",
  path: "/operator/verify",
  summary:
    "Does the journal again from a snapshot, and compares hashes, balances and orders with what is stored",
  notes: "The market goes on meanwhile. A difference is told and nothing is changed.",
  access: "operator",
  limit: "account",
  request: z.strictObject({ by }),
  response: z.object({
    isRight: z.boolean(),
    fromSeq: described(z.int(), "Command of the snapshot that it began with; 0: none."),
    seq: described(z.int(), "Last command that was done again."),
    replayed: described(z.int(), "Commands that were done again."),
    compared: described(z.int(), "Stored hashes of the state that were compared."),
    differences: z.array(z.string()),
  }),
  problems: [],
  example: {
    request: { by: "ada" },
    response: {
      isRight: true,
      fromSeq: 740_112,
      seq: 801_377,
      replayed: 61_265,
      compared: 7,
      differences: [],
    },
  },
})

const operatorAuditResume = endpoint({
  method: "POST",
  path: "/operator/auditResume",
  summary:
    "Lets trading go on after the self-audit has stopped it: two persons, and books that balance again",
  access: "operator",
  limit: "account",
  request: z.strictObject({ by, reason }),
  response: z.object({
    isResumed: z.boolean(),
    asked: described(z.string(), "Who asked first; another person must ask within an hour."),
  }),
  problems: ["WRONG_STATE"],
  example: {
    request: { by: "ada", reason: "The fee was posted by hand." },
    response: { isResumed: false, asked: "ada" },
  },
})

const operatorAudit = endpoint({
  method: "GET",
  path: "/operator/audit",
  summary: "What operators did, the newest first",
  access: "operator",
  limit: "read",
  request: z.strictObject({ user: z.optional(user), cursor, limit: limitWithin(500, 50) }),
  response: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        time: timeMs,
        by: z.string(),
        action: z.string(),
        uid: described(z.string(), "Empty: the act was upon nobody."),
        reason: z.string(),
        detail: described(z.string(), "What changed, where there was a value before."),
      }),
    ),
    next,
  }),
  problems: ["UNKNOWN_USER"],
  example: {
    request: {},
    response: {
      rows: [
        {
          id: "4",
          time: 1_785_000_000_000,
          by: "ada",
          action: "credit",
          uid: "48201734",
          reason: "",
          detail: "100 → 80",
        },
      ],
      next: "",
    },
  },
})

/** Served on the loopback door only (server/operator); neither the public door nor its documents know them. */
export const operatorEndpoints = {
  operatorIdentities,
  operatorIdentity,
  operatorPictures,
  operatorApprove,
  operatorRefuse,
  operatorUser,
  operatorFreeze,
  operatorUnfreeze,
  operatorEndSessions,
  operatorCredit,
  operatorAudit,
  operatorVerify,
  operatorAuditResume,
} as const
export type OperatorEndpointName = keyof typeof operatorEndpoints
