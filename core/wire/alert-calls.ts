/** Calls about alerts: what a user has armed, what has fired, and the devices that are told. */

import { z } from "zod/mini"
import { ALERT_NOTE_MAX, alertCondition, alertExample, alertRow } from "./alert.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { countWithin, cursor, limitWithin, next, timeMs } from "./scalar.ts"

/** Longest address of a push service, and longest key of a device. */
const PUSH_ADDRESS_MAX = 600
const PUSH_KEY = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,120}$/))

const id = countWithin(1, Number.MAX_SAFE_INTEGER, "Of the alert.")
const note = described(
  z.string().check(z.maxLength(ALERT_NOTE_MAX)),
  "Plain text for the own eyes; may be empty.",
)
const ways = {
  mail: described(
    z.boolean(),
    "Tell by mail as well, where the account has an address; never by text message.",
  ),
  push: described(z.boolean(), "Tell the devices that are subscribed."),
}
/** What stands against a condition. */
const CONDITION_PROBLEMS = [
  "UNKNOWN_INSTRUMENT",
  "PRECISION",
  "ALERT_TERMS",
  "ALERT_REACHED",
  "FEED_STALE",
  "ALERT_COUNT",
] as const

export const alerts = endpoint({
  method: "GET",
  path: "/alert/list",
  summary: "Own alerts that are armed or paused, and those whose firing hasn't been seen; rising by id",
  access: "user",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({
    rows: z.array(alertRow),
    most: described(z.int(), "So many may be armed or paused at a time."),
  }),
  problems: [],
  example: { request: {}, response: { rows: [alertExample], most: 200 } },
})

const firedExample = {
  ...alertExample,
  ...{ state: "fired", fired: 1_785_000_360_000, value: "65000.1", seen: true, version: 3 },
} as const

export const firedAlerts = endpoint({
  method: "GET",
  path: "/alert/history",
  summary: "Own alerts that have fired, the newest first",
  access: "user",
  limit: "history",
  request: z.strictObject({
    cursor,
    limit: limitWithin(100, 20),
  }),
  response: z.object({
    rows: z.array(alertRow),
    next,
  }),
  problems: [],
  example: { request: {}, response: { rows: [firedExample], next: "" } },
})

export const addAlert = endpoint({
  method: "POST",
  path: "/alert/add",
  summary: "Arms an alert; it fires once, whether or not a page is open",
  notes: "ALERT_REACHED when the condition holds already: it would fire at once.",
  access: "user",
  limit: "account",
  request: z.strictObject({ condition: alertCondition, note, ...ways }),
  response: alertRow,
  problems: CONDITION_PROBLEMS,
  example: {
    request: { condition: alertExample.condition, note: "", mail: true, push: false },
    response: alertExample,
  },
})

export const changeAlert = endpoint({
  method: "POST",
  path: "/alert/change",
  summary: "Changes, pauses or arms an alert again",
  notes:
    "What is left out stays. With a condition, or with `state` as `armed` where it is paused or has fired, it is armed anew: what happened until then doesn't fire it.",
  access: "user",
  limit: "account",
  request: z.strictObject({
    id,
    condition: z.optional(alertCondition),
    state: z.optional(z.enum(["armed", "paused"])),
    note: z.optional(note),
    mail: z.optional(ways.mail),
    push: z.optional(ways.push),
  }),
  response: alertRow,
  problems: ["UNKNOWN_ALERT", ...CONDITION_PROBLEMS],
  example: {
    request: { id: 88, state: "paused" },
    response: { ...alertExample, state: "paused", version: 2 },
  },
})

export const removeAlert = endpoint({
  method: "POST",
  path: "/alert/remove",
  summary: "Removes an alert, or an entry of the history",
  access: "user",
  limit: "account",
  request: z.strictObject({ id }),
  response: z.object({}),
  problems: ["UNKNOWN_ALERT"],
  example: { request: { id: 88 }, response: {} },
})

export const seeAlerts = endpoint({
  method: "POST",
  path: "/alert/seen",
  summary: "Says that the user has seen these alerts fire; other devices hear of it",
  access: "user",
  limit: "account",
  request: z.strictObject({ ids: z.array(z.int().check(z.minimum(1))).check(z.maxLength(500)) }),
  response: z.object({}),
  problems: [],
  example: { request: { ids: [88] }, response: {} },
})

export const pushKey = endpoint({
  method: "GET",
  path: "/alert/pushKey",
  summary: "The public key that a browser subscribes to push messages with (VAPID)",
  access: "user",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({ key: described(z.string(), "65 bytes as base64url.") }),
  problems: [],
  example: { request: {}, response: { key: "BPJp0h7Jv8uWp7m8n6Vv9c2gFQ3mZ0y5tqH1cR4xkL2w" } },
})

export const pushDevices = endpoint({
  method: "GET",
  path: "/alert/pushDevices",
  summary: "Own devices that are subscribed to push messages, the newest first",
  access: "user",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({
    rows: z.array(
      z.object({
        endpoint: described(z.string(), "As it was subscribed; ends it with `/alert/pushUnsubscribe`."),
        agent: described(z.string(), "What its browser said it is; empty: not known."),
        added: described(timeMs, "When it was subscribed last."),
      }),
    ),
    most: described(z.int(), "So many may be subscribed at a time."),
  }),
  problems: [],
  example: {
    request: {},
    response: {
      rows: [
        {
          endpoint: "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABm",
          agent: "Firefox on Linux",
          added: 1_785_000_000_000,
        },
      ],
      most: 10,
    },
  },
})

export const subscribePush = endpoint({
  method: "POST",
  path: "/alert/pushSubscribe",
  summary: "Subscribes this device: alerts are pushed to it, also with no page open",
  notes:
    "What the browser's `PushSubscription` holds. PUSH_SERVICE when its host isn't a known push service.",
  access: "user",
  limit: "account",
  request: z.strictObject({
    endpoint: z.string().check(z.maxLength(PUSH_ADDRESS_MAX)),
    p256dh: PUSH_KEY,
    auth: PUSH_KEY,
  }),
  response: z.object({}),
  problems: ["PUSH_SERVICE", "PUSH_COUNT"],
  example: {
    request: {
      endpoint: "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABm",
      p256dh: "BPJp0h7Jv8uWp7m8n6Vv9c2gFQ3mZ0y5tqH1cR4xkL2wS8dUo3eYiK7jN5bTzX6vAq9rEfGhDlMpOuIyWsCnBV0",
      auth: "x7dM2q0vJt4cLr8eYp1oSg",
    },
    response: {},
  },
})

export const unsubscribePush = endpoint({
  method: "POST",
  path: "/alert/pushUnsubscribe",
  summary: "Ends the subscription of a device",
  access: "user",
  limit: "account",
  request: z.strictObject({ endpoint: z.string().check(z.maxLength(PUSH_ADDRESS_MAX)) }),
  response: z.object({}),
  problems: [],
  example: {
    request: { endpoint: "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABm" },
    response: {},
  },
})
