/** What a measure tells of a figure, and whether that meets gate and goal. */

import type { BenchContext } from "./context.ts"
import type { FigureSpec } from "./figures.ts"
import type { MeasureName } from "./measures.ts"

export interface FigureResult {
  name: string
  /** Median of ours, in the figure's unit; null when it could not be measured (then `note` says why). */
  value: number | null
  /** All repetitions of ours, in the order in which they were made. */
  values: readonly number[]
  /** Who or what it is compared with. */
  against: string
  /** Median and repetitions of the peer or floor; left out where the figure is judged by itself. */
  againstValue?: number
  againstValues?: readonly number[]
  /** ours / against. */
  ratio?: number
  /** Of the ratio: least and greatest of the rounds in which both took turns. */
  interval?: readonly [low: number, high: number]
  /** False: something was lost or shown wrongly. Such a run is no result, and the bench ends with 1. */
  isRight: boolean
  /** Others used the machine in all three tries of a cell that decides: told, but neither met nor missed. */
  isInconclusive?: boolean
  /** What was wrong, why it is inconclusive, or what else should be known. */
  note?: string
  /** Whatever else was seen: ladders, CPU by thread, foreign load. Printed with `--json`. */
  details?: Readonly<Record<string, unknown>>
}

/** One module measures one or several figures in one go. Exported as `measure`. */
export interface Measure {
  name: MeasureName
  run(context: BenchContext): Promise<FigureResult[]>
}

/** A figure as it is told: the spec beside what was measured, and whether the gate and the goal are reached. */
export interface JudgedFigure extends FigureResult {
  unit: string
  gate: number
  goal: number
  /** Decided by the gate; null when there is nothing to judge. */
  met: boolean | null
  reachesGoal: boolean | null
}

/** A wrong run meets nothing; a ratio with an interval meets what all of it does. */
export function judge(spec: FigureSpec, result: FigureResult): JudgedFigure {
  const worst = result.interval?.[spec.better === "up" ? 0 : 1]
  const judged = spec.judged === "ratio" ? (worst ?? result.ratio) : (result.value ?? undefined)
  const reaches = (limit: number): boolean | null => {
    if (!result.isRight) return false
    if (result.isInconclusive) return null
    if (judged === undefined || !Number.isFinite(judged)) return null
    return spec.better === "up" ? judged >= limit : judged <= limit
  }
  const { unit, gate, goal } = spec
  return { ...result, unit, gate, goal, met: reaches(gate), reachesGoal: reaches(goal) }
}
