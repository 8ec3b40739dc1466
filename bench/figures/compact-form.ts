/**
 * Figure: messages a second that the worker reads and adds up in compact form (core/wire/compact-writer.ts), against the
 * same messages in JSON, coalesced, as fast as the socket takes them, nothing painted. Then the terminal itself once, in
 * compact form, so that all of it stands before the same oracle.
 */

import { runCell } from "../driver/cell.ts"
import type { Measure } from "../figure-result.ts"
import { variantNamed } from "../variants.ts"
import { type Arm, type ArmResult, armRatio, runArms } from "./rates.ts"

const AS_FAST_AS_IT_GOES = 0
const ARMS: readonly Arm[] = [
  { variant: "ceiling-compact", policy: "coalesced", rate: AS_FAST_AS_IT_GOES },
  { variant: "ceiling", policy: "coalesced", rate: AS_FAST_AS_IT_GOES },
]
const PAINTED_RATE = 384_000

export const measure: Measure = {
  name: "compact-form",
  async run(context) {
    // One window: the oracle reads every message again, and there are millions.
    const [compact, json] = (await runArms(context, ARMS, { windows: 1 })) as [ArmResult, ArmResult]
    const result = armRatio("compact-form", [compact, json], ({ received }) => received)
    const load = await context.openLoad({ policy: "coalesced", probes: "head" })
    try {
      const rate = context.isQuick ? PAINTED_RATE / 8 : PAINTED_RATE
      const painted = await runCell(context, load, {
        variant: variantNamed("ours-compact"),
        rate,
        windows: 1,
      })
      const isRight = result.isRight && painted.wrong.length === 0
      const [window] = painted.windows
      const note = `painted at ${rate} in compact form: ${Math.round(window?.received ?? 0)}/s, main thread ${window?.mainMs.toFixed(0)} ms/s, p95 ${window?.p95.toFixed(0)} ms`
      const notes = [note, ...painted.wrong.slice(0, 3), ...(result.note ? [result.note] : [])]
      return [{ ...result, isRight, note: notes.join("; "), details: { ...result.details, painted } }]
    } finally {
      await load.close()
    }
  },
}
