/** The interface of the parts of a frame. The builder knows parts only by this. */

import type { Frame } from "../frame.ts"

export interface FramePart {
  /** Dear to draw, and what it has now is no worse for a paint's wait: the same market as before, only moved on. */
  readonly canWait?: boolean
  /**
   * Local epoch ms from which the part has something new to show; undefined while it hasn't. Asked often (with each
   * message), so it must be cheap.
   */
  dueAt(now: number): number | undefined
  /** Puts what is new into the frame. Called only when due. */
  put(frame: Frame, now: number): void
}
