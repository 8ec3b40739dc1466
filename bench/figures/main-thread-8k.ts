/** Figure: main-thread time against the naive page at a rate it still sustains: 8 k messages a second, one a frame. */

import type { Measure } from "../figure-result.ts"
import { type ArmResult, armRatio, runArms } from "./rates.ts"

export const measure: Measure = {
  name: "main-thread-8k",
  async run(context) {
    const results = await runArms(
      context,
      [
        { variant: "ours", policy: "single", rate: 8000 },
        { variant: "naive", policy: "single", rate: 8000 },
      ],
      Math.min(context.repeats, 2),
    )
    return [armRatio("main-thread-8k-vs-naive", results as [ArmResult, ArmResult], ({ mainMs }) => mainMs)]
  },
}
