/** The interface that the chart figure expects of each chart. */

export interface DrawnChart {
  /** Bars that the library holds. */
  loaded: number
  /** Puts in the live bar as it is at this frame. */
  update(frame: number): void
  /** Close of the newest bar that the chart holds. */
  lastClose(): number
}
