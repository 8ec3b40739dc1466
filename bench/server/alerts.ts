/** Figure: engine and read model at 400 orders a second with 10,000 alerts armed, against the same without any. */

import { type BenchContext, median } from "../context.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { alertsOnce } from "./alerts-once.ts"
import { provenFigure } from "./wrong-result.ts"

const CROWD = { seed: 13, alerts: 10_000 } as const
const STEPS = { quick: 8_000, full: 24_000 } as const
/** The first is warm-up for the compiler. */
const REPETITIONS = { quick: 3, full: 9 } as const
const AGAINST = "no alerts"

export const measure: Measure = {
  name: "alerts-10k",
  run: (context) => provenFigure("alerts-10k", AGAINST, () => run(context)),
}

async function run(context: BenchContext): Promise<FigureResult> {
  const form = context.isQuick ? "quick" : "full"
  const steps = STEPS[form]
  const { value: repetitions, foreignPercent } = await context.withForeignLoad(async () =>
    Array.from({ length: REPETITIONS[form] + 1 }, (_, turn) => alertsOnce({ ...CROWD, steps }, turn)).slice(
      1,
    ),
  )
  const of = (name: "watched" | "bare") =>
    repetitions.map((repetition) => Math.round((repetition[name] / steps) * 1e6) / 1e3)
  const ratios = repetitions.map(({ watched, bare }) => watched / bare)
  context.say(`alerts-10k: ${of("watched").join(" ")} against ${of("bare").join(" ")} µs an order`)
  return {
    name: "alerts-10k",
    value: median(of("watched")),
    values: of("watched"),
    against: AGAINST,
    againstValue: median(of("bare")),
    againstValues: of("bare"),
    ratio: median(ratios),
    isRight: true,
    note: `${repetitions[0]?.fired ?? 0} of them fired, each once, and those that a plain look at every trade names`,
    details: { ratios, ...CROWD, steps, foreignPercent },
  }
}
