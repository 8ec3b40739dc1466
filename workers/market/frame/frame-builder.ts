/**
 * Builds the page's next frame. The page's asking is the credit: one frame in flight, built shortly before a paint, only
 * when something visible changed.
 */

import type { Frame } from "../frame.ts"
import type { Surroundings } from "../surroundings.ts"
import { FLUSH_INTERVALS_MS, type FlushRate } from "./flush-rate.ts"
import type { FramePart } from "./frame-part.ts"
import { SLACK_MS } from "./rates.ts"

/** The page asks at a paint; so long after it, the next paint is near, and what came meanwhile goes along. */
const HOLD_MS = 13
/** Between two paints of a 60 Hz display; later answers keep the same distance to a paint. */
const PAINT_MS = FLUSH_INTERVALS_MS[0]

export class FrameBuilder {
  #surroundings: Surroundings
  #parts: readonly FramePart[]
  #rate: FlushRate
  #answer: ((frame: Frame) => void) | null = null
  #askedAt = 0
  #flushedAt = 0
  #timer: number | null = null
  #timerAt = 0
  #id = 0
  /** Parts that were put back, longest first. */
  #waiting: FramePart[] = []

  constructor(surroundings: Surroundings, parts: readonly FramePart[], rate: FlushRate) {
    this.#surroundings = surroundings
    this.#parts = parts
    this.#rate = rate
  }

  /** @throws Error when the last frame is still awaited: two credits would be a queue. */
  next(lastCommitMs: number, missedFrames: number): Promise<Frame> {
    if (this.#answer) return Promise.reject(new Error("a frame is asked for already"))
    this.#rate.measure(lastCommitMs, missedFrames)
    this.#askedAt = this.#surroundings.now()
    return new Promise((resolve) => {
      this.#answer = resolve
      this.noteChange()
    })
  }

  /** Something that may be visible changed: looks whether, and until when, to wait. */
  noteChange(): void {
    if (!this.#answer) return
    const now = this.#surroundings.now()
    const earliest = Math.max(this.#askedAt + HOLD_MS, this.#flushedAt + this.#rate.intervalMs - SLACK_MS)
    // The usual case under load: it is already arranged for the first moment possible.
    if (this.#timer !== null && this.#timerAt <= this.#slot(Math.max(earliest, now))) return
    const dueAt = this.#dueAt(now)
    if (dueAt === undefined) this.#cancel()
    else this.#arm(this.#slot(Math.max(earliest, dueAt, now)), now)
  }

  #dueAt(now: number): number | undefined {
    let first: number | undefined
    for (const part of this.#parts) {
      const at = part.dueAt(now)
      if (at !== undefined && (first === undefined || at < first)) first = at
    }
    return first
  }

  /** The first moment from `at` on that lies {@link HOLD_MS} after a paint, as the last asking showed them. */
  #slot(at: number): number {
    const first = this.#askedAt + HOLD_MS
    return first + Math.max(0, Math.ceil((at - first) / PAINT_MS - 0.01)) * PAINT_MS
  }

  #arm(at: number, now: number): void {
    if (this.#timer !== null && Math.abs(this.#timerAt - at) < 1) return
    this.#cancel()
    this.#timerAt = at
    this.#timer = this.#surroundings.setTimer(() => this.#fire(), Math.max(0, at - now))
  }

  #cancel(): void {
    if (this.#timer !== null) this.#surroundings.clearTimer(this.#timer)
    this.#timer = null
  }

  #fire(): void {
    this.#timer = null
    const answer = this.#answer
    if (!answer) return
    const now = this.#surroundings.now()
    const frame: Frame = { id: this.#id + 1, builtAt: now }
    const later = this.#partsForLater(now)
    let isEmpty = true
    for (const part of this.#parts) {
      // Asked only now: what one part puts may make another due.
      if (!isDue(part, now) || later.includes(part)) continue
      part.put(frame, now)
      isEmpty = false
    }
    if (isEmpty) {
      this.noteChange()
      return
    }
    this.#id = frame.id
    this.#flushedAt = now
    this.#answer = null
    answer(frame)
  }

  /**
   * Book, chart and tape in one frame take longer than a paint's time where the CPU draws, and a paint is missed: at full
   * rate they take turns. Another market's goes at once, and a slower rate carries all that is due.
   */
  #partsForLater(now: number): readonly FramePart[] {
    const dear = this.#parts.filter((part) => part.canWait && isDue(part, now))
    const inTurn = [...new Set([...this.#waiting.filter((part) => dear.includes(part)), ...dear])]
    this.#waiting = this.#rate.intervalMs > PAINT_MS ? [] : inTurn.slice(1)
    return this.#waiting
  }
}

/** What would be due before the next slot goes along now. */
const isDue = (part: FramePart, now: number): boolean =>
  (part.dueAt(now) ?? Number.POSITIVE_INFINITY) <= now + SLACK_MS
