/**
 * Figures: main-thread time against the naive page at a rate it still sustains, 8 k messages a second, and against
 * zustand at 1 k, where every page has time for all it wants; one message a frame.
 */

import type { Measure } from "../figure-result.ts"
import { type Arm, type ArmResult, armRatio, runArms } from "./rates.ts"

const ARMS: readonly Arm[] = [
  { variant: "ours", policy: "single", rate: 8000 },
  { variant: "naive", policy: "single", rate: 8000 },
  { variant: "ours", policy: "single", rate: 1000 },
  { variant: "zustand", policy: "single", rate: 1000 },
]

export const measure: Measure = {
  name: "main-thread-8k",
  async run(context) {
    const [ours8k, naive, ours1k, zustand] = (await runArms(context, ARMS, {
      repeats: Math.min(context.repeats, 2),
    })) as [ArmResult, ArmResult, ArmResult, ArmResult]
    return [
      armRatio("main-thread-8k-vs-naive", [ours8k, naive], ({ mainMs }) => mainMs),
      armRatio("main-thread-1k-vs-zustand", [ours1k, zustand], ({ mainMs }) => mainMs),
    ]
  },
}
