/** What the own money was worth day by day, and what it has gained or lost since the last one, as the server keeps it. */

import type { ResponseOf } from "#core/wire/endpoint.ts"
import { type WorthDays, worth } from "#core/wire/worth-calls.ts"
import { type Asked, useAnswer } from "../../api/query.ts"

export type OwnWorth = ResponseOf<typeof worth>

/** Today's change moves with the prices; the server tells it whole, of one moment. */
const CHANGE_AGAIN_MS = 15_000
/** A closing worth comes once a day. */
const CLOSINGS_AGAIN_MS = 300_000

/** The worth now with what has changed today, asked with the fewest days. */
export const useOwnWorth = (): Asked<OwnWorth> => useAnswer(worth, { days: "7" }, true, CHANGE_AGAIN_MS, 0)

/** The closing worths of so many days. */
export const useClosings = (days: WorthDays): Asked<OwnWorth> =>
  useAnswer(worth, { days }, true, CLOSINGS_AGAIN_MS)
