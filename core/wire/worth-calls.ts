/** The call about what an account was worth day by day, and what has changed of it today. */

import { z } from "zod/mini"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { amountText, timeMs } from "./scalar.ts"

/** How far back closing worths can be asked for, in days. */
export const WORTH_DAYS = ["7", "30", "90", "365"] as const
export type WorthDays = (typeof WORTH_DAYS)[number]

const closeTime = described(timeMs, "When the day was over: 00:00 UTC.")
const closeWorth = described(amountText, "In USDT, by the last prices of then.")
const netIn = (when: string) =>
  described(
    z.nullable(amountText),
    `Deposits, practice money and corrections less withdrawals ${when}, each in USDT by the prices of its moment; null: a price wasn't known.`,
  )

export const worth = endpoint({
  method: "GET",
  path: "/assets/worth",
  summary:
    "What the own money was worth at the end of each day, and what it has gained or lost since the last one",
  notes:
    "All accounts and AI products together, in USDT; open profit of positions counts once it is realised. A day at whose end the worth couldn't be known is missing. Gain and loss leave out what was put in or taken out: `change` is `worth − close.worth − close.netIn`, `percent` its part of `close.worth` with what was put in on balance. Closing worths are kept for 400 days.",
  access: "user",
  limit: "history",
  request: z.strictObject({
    days: described(z._default(z.enum(WORTH_DAYS), "30"), "How many days back."),
  }),
  response: z.object({
    time: timeMs,
    worth: described(z.nullable(amountText), "Now, in USDT; null: a price isn't known."),
    next: described(timeMs, "When the running day is over, and its worth will be kept: 00:00 UTC."),
    close: described(
      z.nullable(
        z.object({
          time: closeTime,
          worth: closeWorth,
          netIn: netIn("since then"),
          change: described(z.nullable(amountText), "Gained or lost since then, signed; null: not known."),
          percent: described(
            z.nullable(amountText),
            "The same in per cent, signed; null: not known, or of nothing.",
          ),
        }),
      ),
      "The newest closing worth; null: there is none yet. Usually of the last midnight, else older.",
    ),
    rows: described(
      z.array(z.object({ time: closeTime, worth: closeWorth, netIn: netIn("in that day") })),
      "Oldest first.",
    ),
  }),
  problems: [],
  example: {
    request: { days: "7" },
    response: {
      ...{ time: 1_785_000_000_000, worth: "29672.89", next: 1_785_024_000_000 },
      close: {
        ...{ time: 1_784_937_600_000, worth: "29260.53", netIn: "0" },
        ...{ change: "412.36", percent: "1.41" },
      },
      rows: [
        { time: 1_784_851_200_000, worth: "19120.4", netIn: "0" },
        { time: 1_784_937_600_000, worth: "29260.53", netIn: "10000" },
      ],
    },
  },
})
