/**
 * Figure: age of what a page receives when it can't keep up.
 * Main is held for 20 ms with every frame, a fifth more than there is
 * time for at 60 Hz; after three seconds the age of the frames that arrive is the queue that has grown.
 */

import { median } from "../context.ts"
import { checkAgainstOracle, openVariant, WARM_UP_MS } from "../driver/cell.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { variantNamed } from "../variants.ts"

const BUSY_MS = 20
const OVERLOAD_MS = 3000
/** The end of it: frames that came in the last half second, and at least so many. */
const END_MS = 500
const END_FRAMES = 3
const RATE = 8000
const FRAME_MS = 1000 / 60

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export const measure: Measure = {
  name: "overload",
  async run(context) {
    const values: number[] = []
    const worst: number[] = []
    const wrong: string[] = []
    const load = await context.openLoad({ policy: "coalesced" })
    try {
      for (const _turn of context.turns(context.repeats)) {
        const ours = variantNamed("ours")
        const page = await openVariant(context, load, ours)
        await load.start(RATE)
        await wait(WARM_UP_MS)
        await page.evaluate(`bench.frames.busyMs = ${BUSY_MS}`)
        await wait(OVERLOAD_MS)
        const ages = await page.evaluate<number[]>(
          `bench.frames.ages.filter(([at], place, all) => at > performance.now() - ${END_MS} || place >= all.length - ${END_FRAMES}).map(([, age]) => age)`,
        )
        await page.evaluate("bench.frames.busyMs = 0")
        values.push(median(ages) / FRAME_MS)
        worst.push(Math.max(...ages) / FRAME_MS)
        wrong.push(...(await checkAgainstOracle(context, page, load, ours)))
        await page.close()
        context.say(`overload: age ${median(ages)} ms, oldest ${Math.max(...ages)} ms, ${ages.length} frames`)
      }
    } finally {
      await load.close()
    }
    const result: FigureResult = {
      name: "overload-age",
      value: median(values),
      values,
      against: "itself",
      isRight: wrong.length === 0,
      details: { oldestFrames: worst, workload: load.workload, busyMs: BUSY_MS, rate: RATE },
      ...(wrong.length > 0 ? { note: wrong.slice(0, 5).join("; ") } : {}),
    }
    return [result]
  },
}
