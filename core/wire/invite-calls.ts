/** Calls about invitations: the own invite code, and who registered with it. */

import { z } from "zod/mini"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { limitWithin, next, timeMs } from "./scalar.ts"

const cursor = z.optional(z.string().check(z.maxLength(40)))

export const invite = endpoint({
  method: "GET",
  path: "/security/invite",
  summary: "The own invite code and how many came by it, on three levels",
  access: "user",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({
    code: z.string(),
    link: described(z.string(), "Fragment of the page's address: put it behind the site's own address."),
    counts: described(z.tuple([z.int(), z.int(), z.int()]), "Invited by you, by them, and by those."),
  }),
  problems: [],
  example: {
    request: {},
    response: { code: "K7M2QX", link: "#/register?invite=K7M2QX", counts: [2, 1, 0] },
  },
})

export const INVITATIONS_LIMIT_MAX = 100

export const invitations = endpoint({
  method: "GET",
  path: "/security/invitations",
  summary: "Who came by the own invite code, by level, the newest first",
  access: "user",
  limit: "read",
  request: z.strictObject({
    level: z.enum(["1", "2", "3"]),
    cursor,
    limit: limitWithin(INVITATIONS_LIMIT_MAX, 30),
  }),
  response: z.object({
    rows: z.array(
      z.object({ account: described(z.string(), "Masked: `a•••@e•••.org`."), registered: timeMs }),
    ),
    next,
  }),
  problems: [],
  example: {
    request: { level: "1" },
    response: { rows: [{ account: "a•••@e•••.org", registered: 1_785_000_000_000 }], next: "" },
  },
})
