/** Figures: orders a second through the engine, without its ledger, with it, and as contracts, against nodejs-order-book. */

import { type BenchContext, median } from "../context.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { type MatchingRepetition, matchOnce } from "./match-once.ts"
import { provenFigures } from "./wrong-result.ts"

const SEED = 7
/** Resting orders before the clock runs: a book of some depth. */
const STANDING = 10_000
const STEPS = { quick: 60_000, full: 200_000 } as const
/** Each repetition matches all of it five times, once a book. The first is warm-up for the compiler. */
const REPETITIONS = { quick: 3, full: 9 } as const

const AGAINST = "nodejs-order-book" as const

export const measure: Measure = {
  name: "matching",
  run: (context) =>
    provenFigures(["matching", "matching-ledger", "matching-perpetual"], AGAINST, () => run(context)),
}

async function run(context: BenchContext): Promise<FigureResult[]> {
  const steps = context.isQuick ? STEPS.quick : STEPS.full
  const count = context.isQuick ? REPETITIONS.quick : REPETITIONS.full
  const { value: repetitions, foreignPercent } = await context.withForeignLoad(async () =>
    Array.from({ length: count + 1 }, (_, turn) =>
      matchOnce({ seed: SEED, standing: STANDING, steps }, { turn, fault: context.fault }),
    ).slice(1),
  )
  const of = (name: keyof MatchingRepetition) => repetitions.map((repetition) => Math.round(repetition[name]))
  const ratiosOf = (name: keyof MatchingRepetition) =>
    repetitions.map((repetition) => repetition[name] / repetition[AGAINST])
  const figure = (name: string, book: keyof MatchingRepetition, note: string): FigureResult => ({
    name,
    value: median(of(book)),
    values: of(book),
    against: AGAINST,
    againstValue: median(of(AGAINST)),
    againstValues: of(AGAINST),
    ratio: median(ratiosOf(book)),
    isRight: true,
    note,
    details: { ratios: ratiosOf(book), foreignPercent, standing: STANDING, steps },
  })
  for (const book of ["engine", "ledger", "perpetual", AGAINST] as const)
    context.say(`${book}: ${of(book).join(" ")} orders/s`)
  const bookAlone = median(ratiosOf("fast book")).toFixed(1)
  return [
    figure(
      "matching",
      "engine",
      `the whole engine but its ledger; its book alone, without checks, accounts and events: ${bookAlone}×`,
    ),
    figure(
      "matching-ledger",
      "ledger",
      "the whole engine: holds, postings, fees, fills, balances and journals of every order; the other keeps no money",
    ),
    figure(
      "matching-perpetual",
      "perpetual",
      "the whole engine, the market a contract: margin of the whole account before each order, of both sides before each fill, positions, fees and journals; the other keeps no money",
    ),
  ]
}
