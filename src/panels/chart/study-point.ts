/** The shape of an indicator's values, and of what makes them bar after bar. */

import type { Bar } from "./bars.model.ts"

/** One value a line; null while there are too few bars. */
export type StudyPoint = readonly (number | null)[]

export interface StudyStream {
  /** Takes the next bar, or the last one anew. */
  put(bar: Bar, isReplacing: boolean): StudyPoint
}
