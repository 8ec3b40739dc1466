/** The interface of the parts of a frame. The builder knows parts only by this. */

import type { Frame } from "../frame.ts"

export interface FramePart {
  /** Dear to draw, and what it has now is no worse for a paint's wait: the same market as before, only moved on. */
  readonly canWait?: boolean
  /** Likewise where the page can't keep up, though what moved matters most: the same market as before. */
  readonly canWaitLonger?: boolean
  /**
   * What moved came after a pause: it goes out as soon as the page has asked, without waiting for the moment before a
   * paint. Asked with each message, right after it.
   */
  isUrgent?(now: number): boolean
  /** Puts what is urgent and nothing else: a frame that must be in time for the next paint is a light one. */
  putUrgent?(frame: Frame, now: number): void
  /**
   * Local epoch ms from which the part has something new to show; undefined while it hasn't. Asked often (with each
   * message), so it must be cheap.
   */
  dueAt(now: number): number | undefined
  /** Puts what is new into the frame. Called only when due. */
  put(frame: Frame, now: number): void
}
