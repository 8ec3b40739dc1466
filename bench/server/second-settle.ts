/** Figure: settling 5,000 second contracts that end at one tick, against as many plain balance movements of the same ledger. */

import { type BenchContext, median } from "../context.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { settleOnce } from "./settle-once.ts"
import { provenFigure } from "./wrong-result.ts"

const CROWD = { accounts: 5000 } as const
/** The first are warm-up for the compiler. */
const WARM = 4
const REPETITIONS = { quick: 7, full: 25 } as const
const AGAINST = "plain balance movements"

export const measure: Measure = {
  name: "second-settle",
  run: (context) => provenFigure("second-settle", AGAINST, () => run(context)),
}

async function run(context: BenchContext): Promise<FigureResult> {
  const count = WARM + (context.isQuick ? REPETITIONS.quick : REPETITIONS.full)
  const { value: repetitions, foreignPercent } = await context.withForeignLoad(async () =>
    Array.from({ length: count }, (_, turn) => settleOnce(CROWD, turn)).slice(WARM),
  )
  const of = (name: "settled" | "plain") =>
    repetitions.map((repetition) => Math.round(repetition[name] * 100) / 100)
  const ratios = repetitions.map(({ settled, plain }) => settled / plain)
  context.say(`second-settle: ${of("settled").join(" ")} against ${of("plain").join(" ")} ms`)
  return {
    name: "second-settle",
    value: median(of("settled")),
    values: of("settled"),
    against: AGAINST,
    againstValue: median(of("plain")),
    againstValues: of("plain"),
    ratio: median(ratios),
    isRight: true,
    note: "one contract an account; half of them won; the books balance",
    details: { ratios, ...CROWD, foreignPercent },
  }
}
