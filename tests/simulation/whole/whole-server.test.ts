/** The whole server keeps its promises, whatever storage, lines, clocks and kills do. What is seen when it doesn't: planted-whole-faults.test.ts. */

import { expect, test } from "vitest"
import { runSeed, runSeeds } from "./run-seeds.ts"

/** A dozen in `npm test`, 1,000 in `npm run verify`, as many as wished in `npm run chaos -- --seeds N`. */
const SEEDS = Number(process.env.SAKER_WHOLE_SEEDS ?? 12)
const FIRST = 1
const SEED_MS = 30_000

/** Every trouble that there is must have come up, or the run proves nothing about it. */
const TROUBLES = [
  ...["lost", "answerLost", "late", "refused", "twice"],
  ...["dropped", "repeated", "swapped", "cut", "stalled"],
  ...["kills", "failed starts", "clocks set"],
  ...["second won", "second lost", "second tied", "second refunded by silence"],
  "starts with open contracts",
]

test(
  `${SEEDS} seeds: every reply as predicted, every order once, every book proven, every gap noticed`,
  async () => {
    const { failures, sums } = await runSeeds(FIRST, SEEDS)
    expect(failures).toEqual([])
    expect(TROUBLES.filter((trouble) => !sums[trouble])).toEqual([])
  },
  SEEDS * SEED_MS,
)

/** One of each kind of world. */
test.each([5, 6, 7])("seed %i says the same each time, turn by turn", async (seed) => {
  expect(await runSeed(seed)).toEqual(await runSeed(seed))
})
