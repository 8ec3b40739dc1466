/**
 * Finds the highest rate that is sustained by reading it off between rungs: how hard each cell was on the page, as one
 * number, is fitted by a curve that only rises with the rate, and where that crosses the limit is the rate. Pure, so that
 * its noise can be tried with made-up cells.
 */

import { type Chance, seeded } from "../load/chance.ts"

/** How hard a rate was on a page, seen in one cell. */
export interface Sighting {
  /** Messages a second. */
  rate: number
  /** 0: no trouble, 1: just at the limit, {@link STRAIN_MAX}: far beyond it. */
  strain: number
  /** Cells of one round were measured after each other, all variants once. */
  round: number
}

/** What lies further beyond is no worse: so a single bad cell pulls no more than a single good one. */
export const STRAIN_MAX = 2
/** A rung within this factor of the edge says something of where it lies; those further away only on which side. */
const NEAR = 1.2
/** Factor between rungs while one side of the edge is still unknown. */
const SEARCH_STEP = 1.7
/** While the rungs on both sides are further apart than this, the next one goes straight to where the edge seems to be. */
const WIDE = 1.25
/** Then rungs lie by turns so much below and above it, where the curve is steep. */
const ASIDE = 0.07
/** Below it nothing is sustained that is worth telling. */
const RATE_MIN = 100
/** Cells near the edge from which on a line is drawn through them. */
const LINE_CELLS_MIN = 3
/** Strain over the logarithm of the rate: what it rises by where nothing is known, what it does at least, and the weight of that. */
const SLOPE = 5
const SLOPE_MIN = 2.5
const SLOPE_WEIGHT = 0.004
const DRAWS = 300
/** Of the draws, on each side: so the interval holds 90 %. */
const TAIL = 0.05

/**
 * Rate at which the strain reaches 1. Isotonic regression over the logarithm of the rate finds the place; where some cells
 * stand close by, a straight line through them reads it off, since each of them knows it better than the two nearest
 * do. 0 when no rung was bearable; the highest rung when all were.
 */
export function edgeOf(sightings: readonly Sighting[]): number {
  const steps = risingSteps(sightings)
  const above = steps.findIndex(({ strain }) => strain > 1)
  if (above === 0 || steps.length === 0) return 0
  if (above < 0) return Math.max(...sightings.map(({ rate }) => rate))
  const [low, high] = [steps[above - 1], steps[above]] as [Step, Step]
  const share = (1 - low.strain) / (high.strain - low.strain)
  const place = low.place + share * (high.place - low.place)
  return Math.exp(lineThrough(sightings, place) ?? place)
}

/** Where the line through the cells near `place` crosses the limit; its slope leans on the usual one, which few cells can't tell. */
function lineThrough(sightings: readonly Sighting[], place: number): number | undefined {
  const near = sightings
    .map(({ rate, strain }) => ({ x: Math.log(rate) - place, strain }))
    .filter(({ x }) => Math.abs(x) < Math.log(NEAR))
  if (near.length < LINE_CELLS_MIN) return undefined
  const mean = (pick: (cell: { x: number; strain: number }) => number) =>
    near.reduce((sum, cell) => sum + pick(cell), 0) / near.length
  const [x, strain] = [mean((cell) => cell.x), mean((cell) => cell.strain)]
  const spread = mean((cell) => (cell.x - x) ** 2)
  const rise = mean((cell) => (cell.x - x) * (cell.strain - strain))
  const slope = Math.max(SLOPE_MIN, (rise + SLOPE_WEIGHT * SLOPE) / (spread + SLOPE_WEIGHT))
  const away = x + (1 - strain) / slope
  return place + Math.min(Math.log(NEAR), Math.max(-Math.log(NEAR), away))
}

interface Step {
  /** Mean logarithm of the rates. */
  place: number
  strain: number
  count: number
}

/** Neighbours that fall instead of rising become one (pool adjacent violators). */
function risingSteps(sightings: readonly Sighting[]): Step[] {
  const steps: Step[] = []
  for (const { rate, strain } of sightings.toSorted((one, other) => one.rate - other.rate)) {
    let step: Step = { place: Math.log(rate), strain, count: 1 }
    for (let last = steps.at(-1); last && last.strain > step.strain; last = steps.at(-1)) {
      steps.pop()
      const count = last.count + step.count
      step = {
        place: (last.place * last.count + step.place * step.count) / count,
        strain: (last.strain * last.count + step.strain * step.count) / count,
        count,
      }
    }
    steps.push(step)
  }
  return steps
}

const isNear = (rate: number, edge: number) => rate < edge * NEAR && rate > edge / NEAR

/** How many rungs stand where the rate is read off. */
export function nearCount(sightings: readonly Sighting[]): number {
  const edge = edgeOf(sightings)
  return sightings.filter(({ rate }) => isNear(rate, edge)).length
}

/** The rung to look at next; undefined: nothing is sustained. */
export function nextRung(sightings: readonly Sighting[], first: number): number | undefined {
  if (sightings.length === 0) return first
  const rates = (isBorne: boolean) =>
    sightings.filter(({ strain }) => strain <= 1 === isBorne).map(({ rate }) => rate)
  const [borne, beyond] = [rates(true), rates(false)]
  if (beyond.length === 0) return Math.round(Math.max(...borne) * SEARCH_STEP)
  if (borne.length === 0) {
    const lowest = Math.min(...beyond)
    return lowest < RATE_MIN ? undefined : Math.round(lowest / SEARCH_STEP)
  }
  const edge = edgeOf(sightings)
  // What was borne was luck, as the cells around it tell.
  if (edge === 0) return Math.round(Math.min(...borne, ...beyond) / WIDE)
  const below = Math.max(...sightings.map(({ rate }) => rate).filter((rate) => rate <= edge))
  const above = Math.min(...sightings.map(({ rate }) => rate).filter((rate) => rate >= edge))
  if (above / below > WIDE) return Math.round(edge)
  return Math.round(edge * (nearCount(sightings) % 2 === 0 ? 1 - ASIDE : 1 + ASIDE))
}

export type Interval = readonly [low: number, high: number]

/** 90 % interval of one edge; undefined of too few cells near it. */
export function edgeInterval(sightings: readonly Sighting[]): Interval | undefined {
  return drawn([sightings], ([edge = 0]) => edge)
}

/** 90 % interval of ours / other: rounds are drawn, so a slow minute of the machine is both sides'. */
export function edgeRatioInterval(
  ours: readonly Sighting[],
  other: readonly Sighting[],
): Interval | undefined {
  return drawn([ours, other], ([one = 0, two = 0]) => one / two)
}

/**
 * Bootstrap over rounds. What a handful of rounds doesn't show of its own scatter is added as Student's t has it.
 * Cells far from an edge stay in each draw: they only say on which side it lies.
 */
function drawn(
  sides: readonly (readonly Sighting[])[],
  figure: (edges: readonly number[]) => number,
): Interval | undefined {
  const edges = sides.map(edgeOf)
  const near = sides.map((side, at) => side.filter(({ rate }) => isNear(rate, edges[at] as number)))
  const fewest = Math.min(...near.map(({ length }) => length))
  if (fewest < 3) return undefined
  const rounds = [...new Set(near.flat().map(({ round }) => round))]
  const chance: Chance = seeded(rounds.length)
  const middle = Math.log(figure(edges))
  const away: number[] = []
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const taken = rounds.map(() => rounds[Math.floor(chance() * rounds.length)])
    const value = figure(sides.map((side, at) => edgeOf(redrawn(side, near[at] as Sighting[], taken))))
    if (value > 0 && Number.isFinite(value)) away.push(Math.log(value) - middle)
  }
  away.sort((one, other) => one - other)
  const at = (share: number) => away[Math.floor(share * (away.length - 1))] ?? 0
  const wider = (1 + 1.4 / (fewest - 1)) * Math.sqrt(fewest / (fewest - 1))
  return [
    Math.exp(middle + Math.min(0, at(TAIL)) * wider),
    Math.exp(middle + Math.max(0, at(1 - TAIL)) * wider),
  ]
}

function redrawn(side: readonly Sighting[], near: readonly Sighting[], rounds: readonly unknown[]) {
  const far = side.filter((one) => !near.includes(one))
  return [...far, ...rounds.flatMap((round) => near.filter((one) => one.round === round))]
}
