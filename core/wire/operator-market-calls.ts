/** Operator calls about markets: when one opens, when it ends, and where a simulated price walks. */

import { z } from "zod/mini"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { instrumentState } from "./market.ts"
import { reason } from "./operator-fields.ts"
import { instrumentId, timeMs } from "./scalar.ts"

export const operatorSchedule = endpoint({
  method: "POST",
  path: "/operator/schedule",
  summary: "Sets when a market opens and when it is delisted",
  notes:
    "A time that is left out stays as it is, 0 takes it away. A market that opens later is halted until then. At its end all its orders are cancelled, for good.",
  access: "operator",
  limit: "account",
  request: z.strictObject({
    instrument: instrumentId,
    openAt: z.optional(timeMs),
    delistAt: z.optional(timeMs),
    reason,
  }),
  response: z.object({
    instrument: instrumentId,
    state: instrumentState,
    openAt: described(timeMs, "0: it is open from its listing on."),
    delistAt: described(timeMs, "0: no end is planned."),
  }),
  problems: ["FORMAT", "UNKNOWN_INSTRUMENT", "DELISTED"],
  example: {
    request: { instrument: "BTC_USDT", delistAt: 1_790_000_000_000, reason: "Nobody trades it." },
    response: { instrument: "BTC_USDT", state: "open", openAt: 0, delistAt: 1_790_000_000_000 },
  },
})

export const operatorWalk = endpoint({
  method: "POST",
  path: "/operator/walk",
  summary: "Makes a coin's price walk away from its simulated path; for tests and demonstrations",
  notes:
    "Only where SAKER_PRICE_WALKS allows it, else WRONG_STATE. Spot against USDT, index, perpetual and second contract of the coin walk together, evenly, and then stay there until the next walk or a restart.",
  access: "operator",
  limit: "account",
  request: z.strictObject({
    instrument: instrumentId,
    percent: described(
      z.number().check(z.minimum(10), z.maximum(1000)),
      "Of the price on its own path: 80 walks it to a fifth below, 100 back to it.",
    ),
    seconds: described(z.int().check(z.minimum(1), z.maximum(3600)), "How long that takes."),
    reason,
  }),
  response: z.object({ instrument: instrumentId, until: described(timeMs, "It is there then.") }),
  problems: ["UNKNOWN_INSTRUMENT", "WRONG_STATE"],
  example: {
    request: { instrument: "BTC_USDT_PERP", percent: 80, seconds: 30, reason: "A demonstration." },
    response: { instrument: "BTC_USDT_PERP", until: 1_785_000_030_000 },
  },
})
