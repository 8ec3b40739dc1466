/** The rate is read off rightly from noisy cells: made-up pages whose edge is known, seeded. */

import { expect, test } from "vitest"
import { type Chance, seeded } from "../load/chance.ts"
import { edgeInterval, edgeOf, edgeRatioInterval, nearCount, nextRung, type Sighting } from "./edge.ts"

/** A page that is at its limit at `edge`; its strain grows with the power `steepness` of the rate. */
interface MadeUpPage {
  edge: number
  first: number
  steepness: number
}

const gauss = (chance: Chance) =>
  Math.sqrt(-2 * Math.log(chance() + 1e-12)) * Math.cos(2 * Math.PI * chance())

/** What a cell says: scattered like a count of missed frames, and by how slow the machine is in this round. */
function cellOf({ edge, steepness }: MadeUpPage, rate: number, { chance, slowness }: Round): number {
  const strain = ((rate * slowness) / edge) ** steepness
  return Math.min(2, Math.max(0, strain + 0.4 * gauss(chance) * Math.sqrt(Math.min(2, strain))))
}

interface Round {
  chance: Chance
  /** 1.1: everything takes a tenth longer. */
  slowness: number
}

const NEAR_CELLS = 10
const CELLS_MAX = 26

function climb(pages: readonly MadeUpPage[], seed: number): Sighting[][] {
  const chance = seeded(seed)
  const all: Sighting[][] = pages.map(() => [])
  for (let round = 0; all.some((seen) => nearCount(seen) < NEAR_CELLS || edgeOf(seen) === 0); round += 1) {
    if (round >= CELLS_MAX) throw new Error(`seed ${seed}: no end after ${CELLS_MAX} cells`)
    const slowness = Math.exp(0.05 * gauss(chance))
    for (const [at, page] of pages.entries()) {
      const rate = nextRung(all[at] ?? [], page.first) ?? 0
      all[at]?.push({ rate, round, strain: cellOf(page, rate, { chance, slowness }) })
    }
  }
  return all
}

const OURS: MadeUpPage = { edge: 470_000, first: 256_000, steepness: 5 }
const SEEDS = Array.from({ length: 100 }, (_, at) => at + 1)

test.each([
  ["well begun", { edge: 136_000, first: 100_000, steepness: 5 }],
  ["begun far below", { edge: 136_000, first: 12_000, steepness: 5 }],
  ["begun far above", { edge: 2000, first: 90_000, steepness: 8 }],
  ["one that gives in slowly", { edge: 32_000, first: 24_000, steepness: 3.5 }],
] as const)("the ratio of two pages is found within its interval: %s", (_name, other) => {
  const truth = OURS.edge / other.edge
  const runs = SEEDS.map((seed) => {
    const [ours = [], seen = []] = climb([OURS, other], seed)
    const interval = edgeRatioInterval(ours, seen) ?? [Number.NaN, Number.NaN]
    return { ratio: edgeOf(ours) / edgeOf(seen), interval }
  })
  const held = runs.filter(({ interval: [low, high] }) => low <= truth && truth <= high)
  expect(held.length).toBeGreaterThanOrEqual(82)
  for (const { ratio, interval } of runs) {
    expect(interval[0]).toBeLessThanOrEqual(ratio)
    expect(interval[1]).toBeGreaterThanOrEqual(ratio)
  }
  // Two runs, one after the other: nine of ten agree within a tenth, or nearly.
  const apart = runs.slice(1).map(({ ratio }, at) => Math.abs(Math.log(ratio / (runs[at]?.ratio ?? 1))))
  expect(apart.sort((one, two) => one - two)[Math.floor(apart.length * 0.8)]).toBeLessThan(Math.log(1.12))
})

test("without noise the edge is found within two hundredths, in a dozen cells", () => {
  const seen: Sighting[] = []
  for (let round = 0; round < 12; round += 1) {
    const rate = nextRung(seen, 24_000) ?? 0
    seen.push({ rate, round, strain: Math.min(2, (rate / 90_000) ** 6) })
  }
  expect(Math.abs(Math.log(edgeOf(seen) / 90_000))).toBeLessThan(0.02)
  const [low, high] = edgeInterval(seen) ?? [0, 0]
  expect(high / low).toBeLessThan(1.05)
})

test("a page that bears nothing ends, and sustains nothing", () => {
  const seen: Sighting[] = []
  for (let rate = nextRung(seen, 8000); rate !== undefined; rate = nextRung(seen, 8000)) {
    expect(seen.length).toBeLessThan(CELLS_MAX)
    seen.push({ rate, round: seen.length, strain: 2 })
  }
  expect(edgeOf(seen)).toBe(0)
  expect(edgeInterval(seen)).toBeUndefined()
})

test("one cell spoilt by others moves the edge by little", () => {
  const rates = [93_000, 107_000, 94_000, 106_000, 93_500, 106_500]
  const seen = rates.map((rate, round) => ({ rate, round, strain: (rate / 100_000) ** 6 }))
  const far = [
    { rate: 60_000, round: 9, strain: 0.1 },
    { rate: 170_000, round: 9, strain: 2 },
  ]
  const spoilt = [{ rate: 93_200, round: 8, strain: 2 }]
  expect(edgeOf([...far, ...seen, ...spoilt]) / edgeOf([...far, ...seen])).toBeGreaterThan(0.95)
})
