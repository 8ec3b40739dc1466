/** Figure: one mark for each of 50 contracts with 20,000 open positions, against one pass of the bare sums over typed arrays. */

import { type BenchContext, median } from "../context.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { type MarkSettings, marksOnce } from "./mark-once.ts"
import { provenFigure } from "./wrong-result.ts"

const CROWD = { seed: 5, contracts: 50, accounts: 10_000, each: 2 } as const
/** Seconds of marks in a repetition. */
const SECONDS = { quick: 60, full: 200 } as const
/** The first is warm-up for the compiler. */
const REPETITIONS = { quick: 3, full: 9 } as const
const AGAINST = "bare sums"
const MICROSECONDS = 1000

export const measure: Measure = {
  name: "mark-tick",
  run: (context) => provenFigure("mark-tick", AGAINST, () => run(context)),
}

async function run(context: BenchContext): Promise<FigureResult> {
  const form = context.isQuick ? "quick" : "full"
  const settings: MarkSettings = { ...CROWD, seconds: SECONDS[form] }
  const { value: repetitions, foreignPercent } = await context.withForeignLoad(async () =>
    Array.from({ length: REPETITIONS[form] + 1 }, () => marksOnce(settings)).slice(1),
  )
  const of = (name: "engine" | "bare") =>
    repetitions.map((repetition) => Math.round(repetition[name] * MICROSECONDS))
  const ratios = repetitions.map(({ engine, bare }) => engine / bare)
  const first = median(repetitions.map((repetition) => repetition.first))
  const counted = median(repetitions.map((repetition) => repetition.counted))
  context.say(`mark-tick: ${of("engine").join(" ")} against ${of("bare").join(" ")} µs`)
  return {
    name: "mark-tick",
    value: median(of("engine")),
    values: of("engine"),
    against: AGAINST,
    againstValue: median(of("bare")),
    againstValues: of("bare"),
    ratio: median(ratios),
    isRight: true,
    note: `nobody trades between the marks; ${counted.toFixed(1)} accounts a second came to the end of their safe marks and were counted anew; the very first marks, at which all 10,000 are, took ${first.toFixed(0)} ms`,
    details: { ratios, ...settings, first, counted, foreignPercent },
  }
}
