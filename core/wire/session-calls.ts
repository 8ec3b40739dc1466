/** Calls about sessions and logins: what is open, ending it, and the login history. */

import { z } from "zod/mini"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { limitWithin, next, timeMs } from "./scalar.ts"

const nothing = z.strictObject({})
const done = z.object({})
const cursor = z.optional(z.string().check(z.maxLength(40)))

const sessionRow = z.object({
  id: z.string(),
  current: described(z.boolean(), "The one that asks."),
  began: timeMs,
  seen: described(timeMs, "Last used, to the minute."),
  address: described(z.string(), "Network address at login."),
  agent: described(z.string(), "What the browser said it is."),
})

export const sessions = endpoint({
  method: "GET",
  path: "/security/sessions",
  summary: "Sessions that are open, the newest first",
  access: "user",
  limit: "read",
  request: nothing,
  response: z.object({ rows: z.array(sessionRow) }),
  problems: [],
  example: {
    request: {},
    response: {
      rows: [
        {
          id: "7",
          current: true,
          began: 1_785_000_000_000,
          seen: 1_785_000_060_000,
          address: "203.0.113.7",
          agent: "Firefox on Linux",
        },
      ],
    },
  },
})

export const endSession = endpoint({
  method: "POST",
  path: "/security/sessionEnd",
  summary: "Ends one of the user's sessions",
  access: "user",
  limit: "account",
  request: z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  response: done,
  problems: ["UNKNOWN_SESSION"],
  example: { request: { id: "7" }, response: {} },
})

export const endOtherSessions = endpoint({
  method: "POST",
  path: "/security/sessionsEnd",
  summary: "Ends all of the user's sessions but the one that asks",
  access: "user",
  limit: "account",
  request: nothing,
  response: z.object({ ended: z.int() }),
  problems: [],
  example: { request: {}, response: { ended: 2 } },
})

export const LOGINS_LIMIT_MAX = 100

export const logins = endpoint({
  method: "GET",
  path: "/security/logins",
  summary: "Login history, the newest first, failed tries included",
  access: "user",
  limit: "read",
  request: z.strictObject({ cursor, limit: limitWithin(LOGINS_LIMIT_MAX, 30) }),
  response: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        time: timeMs,
        address: z.string(),
        agent: z.string(),
        result: described(z.enum(["ok", "password", "totp"]), "What the try ended with."),
      }),
    ),
    next,
  }),
  problems: [],
  example: {
    request: {},
    response: {
      rows: [
        {
          id: "31",
          time: 1_785_000_000_000,
          address: "203.0.113.7",
          agent: "Firefox on Linux",
          result: "ok",
        },
      ],
      next: "",
    },
  },
})
