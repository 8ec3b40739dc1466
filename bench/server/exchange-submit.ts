/** Figure: rows a second that the exchange keeps for good, against a bare insert of the same rows in the same batches. */

import { type BenchContext, median } from "../context.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { type SubmitRepetition, submitOnce } from "./submit-once.ts"
import { provenFigure } from "./wrong-result.ts"

const SEED = 11
const STEPS = { quick: 8_000, full: 40_000 } as const
/** The first is warm-up for compiler and disk. */
const REPETITIONS = { quick: 3, full: 3 } as const
const AGAINST = "bare insert"

export const measure: Measure = {
  name: "exchange-submit",
  run: (context) => provenFigure("exchange-submit", AGAINST, () => run(context)),
}

async function run(context: BenchContext): Promise<FigureResult> {
  const steps = context.isQuick ? STEPS.quick : STEPS.full
  const count = context.isQuick ? REPETITIONS.quick : REPETITIONS.full
  const { value: repetitions, foreignPercent } = await context.withForeignLoad(async () => {
    const all: SubmitRepetition[] = []
    for (let turn = 0; turn <= count; turn += 1)
      all.push(await submitOnce({ seed: SEED, steps }, { turn, fault: context.fault }))
    return all.slice(1)
  })
  const of = (name: keyof SubmitRepetition) => repetitions.map((repetition) => Math.round(repetition[name]))
  const ratios = repetitions.map(({ exchange, bare }) => exchange / bare)
  context.say(
    `exchange-submit: ${of("exchange").join(" ")} against ${of("bare").join(" ")} rows/s; not forced ${of("unforced").join(" ")}`,
  )
  const perCommand = median(of("rows")) / steps
  return {
    name: "exchange-submit",
    value: median(of("exchange")),
    values: of("exchange"),
    against: AGAINST,
    againstValue: median(of("bare")),
    againstValues: of("bare"),
    ratio: median(ratios),
    isRight: true,
    note: `embedded database, writes forced onto the disk (${Math.round(median(of("unforced")))} rows/s without); ${Math.round(median(of("exchange")) / perCommand)} commands/s, each of ${perCommand.toFixed(1)} rows`,
    details: { ratios, steps, batches: of("batches"), unforced: of("unforced"), foreignPercent },
  }
}
