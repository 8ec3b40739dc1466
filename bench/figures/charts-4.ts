/** Figure: main-thread time of the desk with four charts against the same desk with one, at 8 k messages a second. */

import type { Measure } from "../figure-result.ts"
import { type Arm, type ArmResult, armRatio, runArms } from "./rates.ts"

const ARMS: readonly Arm[] = [
  { variant: "ours-four", policy: "single", rate: 8000 },
  { variant: "ours", policy: "single", rate: 8000 },
]

export const measure: Measure = {
  name: "charts-4",
  async run(context) {
    const [four, one] = (await runArms(context, ARMS)) as [ArmResult, ArmResult]
    return [armRatio("charts-4", [four, one], ({ mainMs }) => mainMs)]
  },
}
