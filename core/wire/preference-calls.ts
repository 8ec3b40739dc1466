/** Calls that store a user's settings, so that they follow from device to device. */

import { z } from "zod/mini"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"

/** Most bytes of a user's settings, as JSON. */
export const PREFERENCES_LENGTH_MAX = 4000

export const preferences = endpoint({
  method: "GET",
  path: "/security/preferences",
  summary: "Settings that follow the user from device to device, as the page stored them",
  access: "user",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({ preferences: z.record(z.string(), z.union([z.string(), z.boolean(), z.int()])) }),
  problems: [],
  example: { request: {}, response: { preferences: { confirmOrders: true, palette: "standard" } } },
})

export const setPreferences = endpoint({
  method: "POST",
  path: "/security/preferencesSet",
  summary: "Stores them whole",
  notes:
    "The page's own settings, but for one: `orderValueMax`, decimal text in USDT, is a limit that the server holds each order of this user to (OWN_LIMIT); anything else there is no limit.",
  access: "user",
  limit: "account",
  request: z.strictObject({
    preferences: described(z.string().check(z.maxLength(PREFERENCES_LENGTH_MAX)), "A JSON object as text."),
  }),
  response: z.object({}),
  problems: ["FORMAT"],
  example: { request: { preferences: '{"confirmOrders":true}' }, response: {} },
})
