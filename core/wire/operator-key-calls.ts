/** Operator calls about the operators' own keys. Loopback door only. */

import { z } from "zod/mini"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { timeMs } from "./scalar.ts"

const name = described(
  z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{1,39}$/)),
  "The operator: 2 to 40 of a–z, 0–9, dot, underscore and hyphen.",
)

export const operatorKeyAdd = endpoint({
  method: "POST",
  path: "/operator/keyAdd",
  summary: "Makes the key of an operator; the first one without a key",
  access: "operator",
  limit: "account",
  request: z.strictObject({ name }),
  response: z.object({ name, key: described(z.string(), "Shown this once: only its hash is kept.") }),
  problems: ["WRONG_STATE"],
  example: { request: { name: "ben" }, response: { name: "ben", key: "0wQ8…" } },
})

export const operatorKeyRevoke = endpoint({
  method: "POST",
  path: "/operator/keyRevoke",
  summary: "Ends the key of an operator",
  access: "operator",
  limit: "account",
  request: z.strictObject({ name }),
  response: z.object({ name }),
  problems: ["WRONG_STATE"],
  example: { request: { name: "ben" }, response: { name: "ben" } },
})

export const operatorKeys = endpoint({
  method: "GET",
  path: "/operator/keys",
  summary: "The operators and their keys, the newest first",
  access: "operator",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({
    rows: z.array(
      z.object({
        name: z.string(),
        made: timeMs,
        by: described(
          z.string(),
          "Who made it; empty: whoever held the door's secret when there was no key.",
        ),
        revoked: described(timeMs, "0: it still opens."),
      }),
    ),
  }),
  problems: [],
  example: {
    request: {},
    response: { rows: [{ name: "ben", made: 1_785_000_000_000, by: "ada", revoked: 0 }] },
  },
})
