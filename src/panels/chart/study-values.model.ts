/** An indicator's values at every loaded bar. The live bar replaces its last value; only a new past is read anew. */

import type { Bar } from "./bars.model.ts"
import type { StudyPoint, StudyStream } from "./study-point.ts"
import { type LineKind, studyStream } from "./study-stream.model.ts"
import type { StudyContext } from "./study-streams.ts"

export class StudyValues {
  readonly kind: LineKind
  readonly lengths: readonly number[]
  /** One point a bar. */
  points: StudyPoint[] = []
  readonly #context: StudyContext
  #stream: StudyStream
  #firstTime: number | undefined

  constructor(kind: LineKind, lengths: readonly number[], context: StudyContext) {
    this.kind = kind
    this.lengths = lengths
    this.#context = context
    this.#stream = studyStream(kind, lengths, context)
  }

  /**
   * Takes in bars that changed from index `from` on. Returns the index of the first point that is new: `from` while
   * only the end moved, 0 when everything had to be read anew.
   */
  apply(bars: readonly Bar[], from: number): number {
    const isTail =
      bars[0]?.time === this.#firstTime && this.points.length > 0 && from >= this.points.length - 1
    if (!isTail) {
      this.#stream = studyStream(this.kind, this.lengths, this.#context)
      this.points = []
      this.#firstTime = bars[0]?.time
    }
    for (let at = isTail ? from : 0; at < bars.length; at += 1) {
      const bar = bars[at]
      if (bar) this.points[at] = this.#stream.put(bar, at < this.points.length)
    }
    return isTail ? from : 0
  }
}
