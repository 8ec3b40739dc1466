/** Undo and redo of drawings. Each step knows what stood before and after it, so it can be taken back wherever others drew meanwhile. */

import type { Drawing } from "#core/drawing/drawing.ts"
import { type DrawingChanges, mergeDrawings } from "#core/drawing/merge-drawings.ts"

/** One drawing in one step: without `before` it was drawn, without `after` deleted. */
interface DrawingChange {
  before?: Drawing | undefined
  after?: Drawing | undefined
}
export type DrawingStep = readonly DrawingChange[]

/** Steps that can be taken back. */
export const STEPS_MAX = 100

export interface DrawingHistory {
  readonly past: readonly DrawingStep[]
  readonly future: readonly DrawingStep[]
}

export const NO_HISTORY: DrawingHistory = { past: [], future: [] }

/** A step was made: what had been taken back before it can't be done again. */
export const noted = ({ past }: DrawingHistory, step: DrawingStep): DrawingHistory => ({
  past: [...past.slice(1 - STEPS_MAX), step],
  future: [],
})

/** Takes the newest step back; `step` is what undoes it. Undefined: there is none. */
export function undone({
  past,
  future,
}: DrawingHistory): { history: DrawingHistory; step: DrawingStep } | undefined {
  const last = past.at(-1)
  if (!last) return undefined
  return { history: { past: past.slice(0, -1), future: [...future, last] }, step: reversed(last) }
}

/** Does again what was taken back last. */
export function redone({
  past,
  future,
}: DrawingHistory): { history: DrawingHistory; step: DrawingStep } | undefined {
  const last = future.at(-1)
  if (!last) return undefined
  return { history: { past: [...past, last], future: future.slice(0, -1) }, step: last }
}

const reversed = (step: DrawingStep): DrawingStep =>
  step.map(({ before, after }) => ({ before: after, after: before }))

/** What a step writes and removes. */
export const changesOf = (step: DrawingStep): DrawingChanges => ({
  drawings: step.flatMap(({ after }) => after ?? []),
  removed: step.flatMap(({ before, after }) => (before && !after ? [before.id] : [])),
})

/** The list after a step. */
export const applied = (drawings: readonly Drawing[], step: DrawingStep): Drawing[] =>
  mergeDrawings(drawings, changesOf(step))
