/** The operator's call that lets the next server take over from this one. */

import { z } from "zod/mini"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"

export const operatorHandOver = endpoint({
  method: "POST",
  path: "/operator/hand-over",
  summary: "Ends this server cleanly for the one that stands by",
  notes:
    "What was asked is done and answered, the state is kept, and the database's lock is let go of; the one that stands by then opens at once, without the pause of a restart. Answered before that begins. Refused (WRONG_STATE) where no server stands by.",
  access: "operator",
  limit: "account",
  request: z.strictObject({}),
  response: z.object({
    standbys: described(
      z.array(z.string()),
      "Servers that stand by, the longest first: machine, port, and the versions that they read.",
    ),
  }),
  problems: ["WRONG_STATE"],
  example: { request: {}, response: { standbys: ["exchange-2:8080 format 9 rules 1"] } },
})
