/**
 * Figure: latency from send to the price head's paint at 1 k messages a second, one a frame, against zustand per
 * message. The rows of lists are five times a second by choice (workers/market/frame/rates.ts).
 */

import type { Measure } from "../figure-result.ts"
import { type Arm, type ArmResult, armRatio, runArms } from "./rates.ts"

export const measure: Measure = {
  name: "latency-1k",
  async run(context) {
    const arms: Arm[] = [
      { variant: "ours", policy: "single", rate: 1000 },
      { variant: "zustand", policy: "single", rate: 1000 },
    ]
    const results = (await runArms(context, arms, { probes: "head" })) as [ArmResult, ArmResult]
    return [
      armRatio("latency-1k-p50", results, ({ p50 }) => p50),
      armRatio("latency-1k-p95", results, ({ p95 }) => p95),
    ]
  },
}
