/** Figure: main-thread time of a trader's desk with 50 drawings and 20 orders on the chart, against one order and a bare chart, at 8 k messages a second. */

import type { Measure } from "../figure-result.ts"
import { type Arm, type ArmResult, armRatio, runArms } from "./rates.ts"

const ARMS: readonly Arm[] = [
  { variant: "drawn-chart", policy: "single", rate: 8000 },
  { variant: "trader", policy: "single", rate: 8000 },
]

export const measure: Measure = {
  name: "chart-50-drawings",
  async run(context) {
    const [drawn, bare] = (await runArms(context, ARMS)) as [ArmResult, ArmResult]
    return [armRatio("chart-50-drawings", [drawn, bare], ({ mainMs }) => mainMs)]
  },
}
