/** Figure: 2,000 accounts liquidated by one mark, against as many plain reduce-only orders. */

import { type BenchContext, median } from "../context.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { type CrashDepth, type CrashRepetition, type CrashSettings, crashOnce } from "./crash-once.ts"
import { provenFigure } from "./wrong-result.ts"

const CROWD = { seed: 3, accounts: 2000, others: 2500 } as const
const DEPTHS: readonly CrashDepth[] = ["fund", "deleveraging"]
/** The first two are warm-up for the compiler. */
const WARM = 2
const REPETITIONS = { quick: 3, full: 11 } as const
const AGAINST = "reduce-only orders"

export const measure: Measure = {
  name: "crash",
  run: (context) => provenFigure("crash", AGAINST, () => run(context)),
}

async function run(context: BenchContext): Promise<FigureResult> {
  const count = WARM + (context.isQuick ? REPETITIONS.quick : REPETITIONS.full)
  const { value: scenes, foreignPercent } = await context.withForeignLoad(async () => {
    const all = DEPTHS.map((depth) => ({ depth, repetitions: [] as CrashRepetition[] }))
    for (let turn = 0; turn < count; turn += 1)
      for (const { depth, repetitions } of all) {
        const settings: CrashSettings = { ...CROWD, depth }
        repetitions.push(crashOnce(settings, turn))
      }
    return all.map(({ depth, repetitions }) => sceneOf(depth, repetitions.slice(WARM)))
  })
  const worst = scenes.reduce((one, other) => (other.ratio > one.ratio ? other : one))
  const told = scenes.map(({ depth, ratio, steps }) => `${depth} ${ratio.toFixed(2)} (${steps})`).join("; ")
  context.say(`crash: ${told}`)
  return {
    name: "crash",
    value: median(worst.liquidated),
    values: worst.liquidated,
    against: AGAINST,
    againstValue: median(worst.plain),
    againstValues: worst.plain,
    ratio: worst.ratio,
    isRight: true,
    note: `the worse of two crashes: ${told}`,
    details: { scenes, ...CROWD, foreignPercent },
  }
}

function sceneOf(depth: CrashDepth, repetitions: readonly CrashRepetition[]) {
  const rounded = (values: number[]) => values.map((value) => Math.round(value * 10) / 10)
  const ratios = repetitions.map(({ liquidated, plain }) => liquidated / plain)
  const { reduce = 0, "take-over": takenOver = 0, deleveraged = 0 } = repetitions[0]?.steps ?? {}
  return {
    depth,
    liquidated: rounded(repetitions.map(({ liquidated }) => liquidated)),
    plain: rounded(repetitions.map(({ plain }) => plain)),
    ratios,
    ratio: median(ratios),
    steps: `${reduce} reduced, ${takenOver} taken over, ${deleveraged} deleveraged`,
  }
}
