/** Figure: main-thread time at 384 k against 8 k messages a second, coalesced. */

import type { Measure } from "../figure-result.ts"
import { type ArmResult, armRatio, runArms } from "./rates.ts"

export const measure: Measure = {
  name: "main-thread-384k",
  async run(context) {
    const results = await runArms(
      context,
      [
        { variant: "ours", policy: "coalesced", rate: 384_000 },
        { variant: "ours", policy: "coalesced", rate: 8000 },
      ],
      { repeats: Math.min(context.repeats, 2) },
    )
    return [armRatio("main-thread-384k", results as [ArmResult, ArmResult], ({ mainMs }) => mainMs)]
  },
}
