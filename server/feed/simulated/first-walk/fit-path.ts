/** Fits a path of parts to the high and low of the whole by scaling and bending it along its length. */

import type { Chance } from "../../../maker/chance.ts"
import { meetExtremes, type Stretch, wick } from "../stretch.ts"

/** A part of the path, with its share of the whole's variance; 0 sleeps. */
export interface Part extends Stretch {
  share: number
}

/** By how much a path may be widened or narrowed. What then still lacks is one part's wick. */
const WIDTH_LEAST = 0.35
const WIDTH_MOST = 2.4
/** How far it may be bent, in ranges of the whole. */
const BEND_MOST = 1.5
const WIDTH_ROUNDS = 4
const BEND_ROUNDS = 14
/** Two parts would run to and fro too often if all were left to their one point between: a wick takes the rest. */
const BEND_OF_TWO = 0.8

/** The path against the straight line from its open to its close. */
interface Outline {
  /** By boundary of the parts: the line, how far off it the path is, and how far a bend of 1 carries it. */
  line: number[]
  off: number[]
  bow: number[]
  /** By part: its variance, and the luck (exponential, mean 1) by which it reaches beyond its own ends. */
  variance: number[]
  up: number[]
  down: number[]
}

/**
 * Sees to it that no point lies beyond the whole's extremes and that the outermost parts reach them exactly. The path
 * keeps its ends; between them it is widened until its range is the whole's, and bent until its middle is. All of it
 * follows smoothly from the whole, so that two wholes that are nearly alike (a perpetual and its index) stay so.
 */
export function fitToExtremes(parts: Part[], whole: Stretch, chance: Chance): void {
  const outline = outlineOf(parts, whole, chance)
  let width = 1
  let bend = bendFor(outline, whole, width)
  for (let round = 0; round < WIDTH_ROUNDS; round += 1) {
    const { high, low } = reach(outline, width, bend)
    const wider = high > low ? (width * (whole.high - whole.low)) / (high - low) : width
    width = Math.min(WIDTH_MOST, Math.max(WIDTH_LEAST, wider))
    bend = bendFor(outline, whole, width)
  }
  lay(parts, outline, whole, width, bend)
  meetExtremes(parts, whole)
}

function outlineOf(parts: readonly Part[], whole: Stretch, chance: Chance): Outline {
  const outline: Outline = { line: [whole.open], off: [0], bow: [0], variance: [], up: [], down: [] }
  let passed = 0
  for (const part of parts) {
    passed = Math.min(1, passed + part.share)
    const line = whole.open + passed * (whole.close - whole.open)
    outline.line.push(line)
    outline.off.push(part.close - line)
    outline.bow.push(1 - Math.abs(1 - 2 * passed))
    outline.variance.push(part.variance)
    outline.up.push(chance.exponential())
    outline.down.push(chance.exponential())
  }
  return outline
}

const pointAt = ({ line, off, bow }: Outline, at: number, width: number, bend: number): number =>
  (line[at] ?? 0) + width * (off[at] ?? 0) + bend * (bow[at] ?? 0)

/** How far the path reaches when it is widened and bent so. */
function reach(outline: Outline, width: number, bend: number): { high: number; low: number } {
  let before = outline.line[0] ?? 0
  let high = before
  let low = before
  for (const [at, variance] of outline.variance.entries()) {
    const after = pointAt(outline, at + 1, width, bend)
    const body = Math.abs(after - before)
    const own = width * width * variance
    high = Math.max(high, Math.max(before, after) + wick(body, own, outline.up[at] ?? 0))
    low = Math.min(low, Math.min(before, after) - wick(body, own, outline.down[at] ?? 0))
    before = after
  }
  return { high, low }
}

/** The bend at which the middle of what the path reaches is the middle of the whole. */
function bendFor(outline: Outline, whole: Stretch, width: number): number {
  const wanted = whole.high + whole.low
  let most = BEND_MOST * (whole.high - whole.low)
  let least = -most
  for (let round = 0; round < BEND_ROUNDS; round += 1) {
    const bend = (least + most) / 2
    const { high, low } = reach(outline, width, bend)
    if (high + low < wanted) least = bend
    else most = bend
  }
  return ((least + most) / 2) * (outline.up.length === 2 ? BEND_OF_TWO : 1)
}

function lay(parts: Part[], outline: Outline, whole: Stretch, width: number, bend: number): void {
  let before = whole.open
  for (const [at, part] of parts.entries()) {
    const isLast = outline.bow[at + 1] === 0
    const after = isLast ? whole.close : thrownBack(pointAt(outline, at + 1, width, bend), whole)
    part.open = before
    part.close = part.share === 0 ? before : after
    before = part.close
    const top = Math.max(part.open, part.close)
    const bottom = Math.min(part.open, part.close)
    part.variance *= width * width
    part.high = top + within(wick(top - bottom, part.variance, outline.up[at] ?? 0), whole.high - top)
    part.low = bottom - within(wick(top - bottom, part.variance, outline.down[at] ?? 0), bottom - whole.low)
  }
}

/** A wick as long as there is room for; one that is too long ends somewhere short of the end, not all at one price. */
const within = (length: number, room: number) =>
  room <= 0 ? 0 : length <= room ? length : room * (0.6 + (0.4 * room) / length)

/** Folds a value into [low, high], as if both were mirrors. */
function thrownBack(value: number, { low, high }: Stretch): number {
  if (value <= high && value >= low) return value
  const range = high - low
  if (range <= 0) return low
  const turn = (value - low) / (2 * range)
  const share = 2 * (turn - Math.floor(turn))
  const folded = low + range * (share > 1 ? 2 - share : share)
  return Math.min(high, Math.max(low, folded))
}
