/** Figure: orders a second through the engine, against nodejs-order-book with the same orders in whole units. */

import { type BenchContext, median } from "../context.ts"
import type { FigureResult, Measure } from "../figures.ts"
import { type MatchingRepetition, matchOnce } from "./match-once.ts"
import { provenFigure } from "./wrong-result.ts"

const SEED = 7
/** Resting orders before the clock runs: a book of some depth. */
const STANDING = 10_000
const STEPS = { quick: 60_000, full: 200_000 } as const
/** Each repetition matches all of it three times, once a book. The first is warm-up for the compiler. */
const REPETITIONS = { quick: 3, full: 9 } as const

const AGAINST = "nodejs-order-book"

export const measure: Measure = {
  name: "matching",
  run: (context) => provenFigure("matching", AGAINST, () => run(context)),
}

async function run(context: BenchContext): Promise<FigureResult> {
  const steps = context.isQuick ? STEPS.quick : STEPS.full
  const count = context.isQuick ? REPETITIONS.quick : REPETITIONS.full
  const { value: repetitions, foreignPercent } = await context.withForeignLoad(async () =>
    Array.from({ length: count + 1 }, (_, turn) =>
      matchOnce({ seed: SEED, standing: STANDING, steps }, { turn, fault: context.fault }),
    ).slice(1),
  )
  const of = (name: keyof MatchingRepetition) => repetitions.map((repetition) => Math.round(repetition[name]))
  const ratiosOf = (name: keyof MatchingRepetition) =>
    repetitions.map((repetition) => repetition[name] / repetition["nodejs-order-book"])
  context.say(`matching: ${of("engine").join(" ")} against ${of("nodejs-order-book").join(" ")} orders/s`)
  return {
    name: "matching",
    value: median(of("engine")),
    values: of("engine"),
    against: AGAINST,
    againstValue: median(of("nodejs-order-book")),
    againstValues: of("nodejs-order-book"),
    ratio: median(ratiosOf("engine")),
    isRight: true,
    note: `the whole engine; its book alone, without checks, accounts and events: ${median(ratiosOf("fast book")).toFixed(1)}×`,
    details: {
      ratios: ratiosOf("engine"),
      bookAlone: of("fast book"),
      bookAloneRatios: ratiosOf("fast book"),
      foreignPercent,
      standing: STANDING,
      steps,
    },
  }
}
