/** Operator calls that review handed-in identities. Loopback door only. */

import { z } from "zod/mini"
import { IDENTITY_STATES } from "./account.ts"
import { endpoint } from "./endpoint.ts"
import { cursor, done, doneExample, given, next, reason, uid, user } from "./operator-fields.ts"
import { limitWithin, timeMs } from "./scalar.ts"

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

export const operatorIdentities = endpoint({
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

export const operatorIdentity = endpoint({
  method: "POST",
  path: "/operator/identity",
  summary: "One identity with name and number in full; that it was looked at is written down",
  access: "operator",
  limit: "account",
  request: z.strictObject({ user }),
  response: z.object({ ...identityRow, real_name: z.string(), id_number: z.string() }),
  problems: ["UNKNOWN_USER", "WRONG_STATE"],
  example: {
    request: given,
    response: { ...rowExample, real_name: "Ada Lovelace", id_number: "L01X00T471" },
  },
})

export const operatorPictures = endpoint({
  method: "POST",
  path: "/operator/identityPictures",
  summary: "Front and back of the document, as JPEG in base64; that they were looked at is written down",
  access: "operator",
  limit: "account",
  request: z.strictObject({ user }),
  response: z.object({ uid, front: z.string(), back: z.string() }),
  problems: ["UNKNOWN_USER", "WRONG_STATE", "UNKNOWN_PICTURE"],
  example: { request: given, response: { ...doneExample, front: "/9j/4AAQ", back: "/9j/4AAQ" } },
})

export const operatorApprove = endpoint({
  method: "POST",
  path: "/operator/identityApprove",
  summary: "Verifies an identity under review",
  access: "operator",
  limit: "account",
  request: z.strictObject({ user }),
  response: done,
  problems: ["UNKNOWN_USER", "WRONG_STATE"],
  example: { request: given, response: doneExample },
})

export const operatorRefuse = endpoint({
  method: "POST",
  path: "/operator/identityRefuse",
  summary: "Refuses an identity under review; the user reads the reason and may try again",
  access: "operator",
  limit: "account",
  request: z.strictObject({ user, reason }),
  response: done,
  problems: ["UNKNOWN_USER", "WRONG_STATE"],
  example: { request: { ...given, reason: "The back is blurred." }, response: doneExample },
})
