/** Ends what an account has beside its open orders, with them: TWAPs (S20), and what is paused (S21). */

import { endPaused } from "../paused/end-paused.ts"
import type { EngineState } from "../state.ts"
import { endTwaps } from "../twap/run-twaps.ts"
import type { AskedParents } from "./asked-parents.ts"

/** Answers their ids. */
export const endParents = (state: EngineState, of: AskedParents, reason: "OWNER" | "COUNTDOWN"): number[] => [
  ...endTwaps(state, of, reason),
  ...endPaused(state, of, reason),
]
