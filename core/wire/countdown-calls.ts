/** The call that cancels open orders by itself unless it is made again in time (S15). */

import { z } from "zod/mini"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { countWithin, instrumentId, timeMs } from "./scalar.ts"

/** S15: how long a countdown may be, in seconds. */
export const COUNTDOWN_LEAST = 5
export const COUNTDOWN_MOST = 300

export const cancelAfter = endpoint({
  method: "POST",
  path: "/order/cancelAfter",
  summary: "Cancels all open orders, of spot and contracts, unless it is called again in time",
  notes:
    "Starts a countdown, or starts it anew. When it runs out the exchange cancels every open order of the account, waiting stops among them, with the reason `COUNTDOWN`; take-profit and stop-loss of positions stay, and no position is closed. TWAPs and paused orders (`/order/changeGroup`) end with them. Call it again well before: every third of the time, say. With `instrument` there is a countdown of its own for that market. After a restart of the exchange none runs out before trading opens again.",
  access: "user",
  limit: "cancel",
  request: z.strictObject({
    seconds: countWithin(0, COUNTDOWN_MOST, "From now, at least 5; 0 stops it."),
    instrument: z.optional(instrumentId),
  }),
  response: z.object({
    due: described(z.int(), "When it runs out, in ms; 0: it doesn't run."),
    time: timeMs,
  }),
  problems: ["ENGINE_BUSY", "UNKNOWN_INSTRUMENT"],
  example: {
    request: { seconds: 60 },
    response: { due: 1_785_000_060_000, time: 1_785_000_000_000 },
  },
})
