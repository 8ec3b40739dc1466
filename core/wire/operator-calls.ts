/** All operator calls, and those about the exchange itself: verifying the command log, the self-audit, the audit table. */

import { z } from "zod/mini"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import {
  operatorAiIssue,
  operatorAiProduct,
  operatorAiProducts,
  operatorAiReserve,
} from "./operator-ai-calls.ts"
import { operatorBackup } from "./operator-backup-calls.ts"
import {
  operatorChainClose,
  operatorChainOpen,
  operatorWithdrawApprove,
  operatorWithdrawal,
  operatorWithdrawals,
  operatorWithdrawalsFreeze,
  operatorWithdrawalsUnfreeze,
  operatorWithdrawReject,
} from "./operator-custody-calls.ts"
import { cursor, next, reason, user } from "./operator-fields.ts"
import { operatorHandOver } from "./operator-hand-over-calls.ts"
import {
  operatorApprove,
  operatorIdentities,
  operatorIdentity,
  operatorPictures,
  operatorRefuse,
} from "./operator-identity-calls.ts"
import { operatorKeyAdd, operatorKeyRevoke, operatorKeys } from "./operator-key-calls.ts"
import { operatorSchedule, operatorWalk } from "./operator-market-calls.ts"
import {
  operatorCredit,
  operatorEndSessions,
  operatorFreeze,
  operatorUnfreeze,
  operatorUser,
} from "./operator-user-calls.ts"
import { limitWithin, timeMs } from "./scalar.ts"

const operatorVerify = endpoint({
  method: "POST",
  path: "/operator/verify",
  summary:
    "Does the journal again from a snapshot, and compares hashes, balances and orders with what is stored",
  notes: "The market goes on meanwhile. A difference is told and nothing is changed.",
  access: "operator",
  limit: "account",
  request: z.strictObject({
    all: described(
      z.optional(z.boolean()),
      "Reads everything that is stored first: every page, the whole command log, every sum.",
    ),
  }),
  response: z.object({
    isRight: z.boolean(),
    fromSeq: described(z.int(), "Command of the snapshot that it began with; 0: none."),
    seq: described(z.int(), "Last command that was done again."),
    replayed: described(z.int(), "Commands that were done again."),
    compared: described(z.int(), "Stored hashes of the state that were compared."),
    differences: z.array(z.string()),
    readPercent: described(z.int(), "How much of all that is stored was read since the start."),
  }),
  problems: [],
  example: {
    request: {},
    response: {
      isRight: true,
      fromSeq: 740_112,
      seq: 801_377,
      replayed: 61_265,
      compared: 7,
      differences: [],
      readPercent: 100,
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
  request: z.strictObject({ reason }),
  response: z.object({
    isResumed: z.boolean(),
    asked: described(
      z.string(),
      "Who asked first; another operator must ask with their own key within an hour.",
    ),
  }),
  problems: ["WRONG_STATE"],
  example: {
    request: { reason: "The fee was posted by hand." },
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
  operatorBackup,
  operatorHandOver,
  operatorAuditResume,
  operatorSchedule,
  operatorWalk,
  operatorWithdrawals,
  operatorWithdrawal,
  operatorWithdrawApprove,
  operatorWithdrawReject,
  operatorChainClose,
  operatorChainOpen,
  operatorWithdrawalsFreeze,
  operatorWithdrawalsUnfreeze,
  operatorAiProducts,
  operatorAiProduct,
  operatorAiIssue,
  operatorAiReserve,
  operatorKeyAdd,
  operatorKeyRevoke,
  operatorKeys,
} as const
export type OperatorEndpointName = keyof typeof operatorEndpoints
