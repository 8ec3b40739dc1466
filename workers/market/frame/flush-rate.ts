/** Adapts how often the page gets a frame, 60, 30, 20 or 15 Hz, to what the last frames cost it. */

/** ms between frames, quickest first. */
export const FLUSH_INTERVALS_MS = [1000 / 60, 1000 / 30, 1000 / 20, 1000 / 15] as const
/**
 * Frames may use this share of the main thread's time, on average: most carry a few figures, every third the book, every
 * sixth the chart, so a single one says little. At 60 Hz much of it is painting what changed anyway; below 30 Hz figures
 * begin to lag visibly: at both more is borne.
 */
const SHARES = [0.65, 0.5, 0.7, Number.POSITIVE_INFINITY] as const
/** What frames take on a device that can't keep up at any rate, by the last few: it needn't be asked for long. */
const TOO_MUCH_MS = 60
const RECENT_WEIGHT = 1 / 4
const RECENT_MOST_MS = 200
/** What one frame adds to the average. */
const WEIGHT = 1 / 16
/** A single hiccup counts as no more than so many intervals. */
const HICCUP_INTERVALS = 2
/** So many frames at a rate before it is judged: the average needs them to be its own. */
const JUDGED_AFTER = 24
/** So many frames that would have been cheap enough at the next quicker rate make it quicker: one to two seconds. */
const QUICKER_AFTER = 30
/** After a quicker rate that didn't hold, the next try waits twice as long, up to so many frames: or it would swing. */
const QUICKER_AFTER_MAX = 1920
/** A frame at a quicker rate carries fewer changes: at twice the rate some 0.6 of what it did (bench: latency-1k). */
const COST_WHEN_QUICKER = 0.6
/** A frame of this share of its interval, behind which a paint was missed, is taken for the cause. */
const DEAR_SHARE = 0.375

export class FlushRate {
  #level = 0
  #average = 0
  #recentMs = 0
  #measured = 0
  #cheap = 0
  #quickerAfter = QUICKER_AFTER
  /** The present rate is a quicker one that was tried, and has not held for long yet. */
  #isTried = false
  /** Frames that the page has asked for, and its own running total of missed paints. */
  asked = 0
  missedFrames = 0

  get intervalMs(): number {
    return FLUSH_INTERVALS_MS[this.#level] ?? FLUSH_INTERVALS_MS[0]
  }

  /** Frames take longer than the slowest rate gives them: only lighter ones would come sooner. */
  get isTooMuch(): boolean {
    return this.#recentMs > TOO_MUCH_MS
  }

  get hz(): number {
    return Math.round(1000 / this.intervalMs)
  }

  /**
   * What the page needed for the last frame, and its running total of missed paints. A dear frame with a missed paint
   * used its whole interval whatever it says it cost: somebody held the thread.
   */
  measure(commitMs: number, missedFrames: number): void {
    const missed = missedFrames - this.missedFrames
    this.missedFrames = missedFrames
    this.asked += 1
    const isHeld = missed > 0 && commitMs > this.intervalMs * DEAR_SHARE
    const cost = Math.min(isHeld ? this.intervalMs : commitMs, this.intervalMs * HICCUP_INTERVALS)
    this.#average += (cost - this.#average) * WEIGHT
    this.#recentMs += (Math.min(commitMs, RECENT_MOST_MS) - this.#recentMs) * RECENT_WEIGHT
    this.#measured += 1
    const isCheap = this.#level > 0 && this.#average * COST_WHEN_QUICKER < this.#bearableMs(this.#level - 1)
    this.#cheap = isCheap ? this.#cheap + 1 : 0
    if (this.#measured < JUDGED_AFTER) return
    if (this.#average > this.#bearableMs(this.#level)) this.#slower()
    else if (this.#cheap >= this.#quickerAfter) {
      this.#to(this.#level - 1)
      this.#isTried = true
    } else if (this.#measured > QUICKER_AFTER_MAX) this.#isTried = false
  }

  /** What a frame may cost at a rate, on average. */
  #bearableMs(level: number): number {
    return (FLUSH_INTERVALS_MS[level] ?? 0) * (SHARES[level] ?? 0)
  }

  #slower(): void {
    if (this.#level === FLUSH_INTERVALS_MS.length - 1) return
    this.#quickerAfter = this.#isTried ? Math.min(this.#quickerAfter * 2, QUICKER_AFTER_MAX) : QUICKER_AFTER
    this.#isTried = false
    this.#to(this.#level + 1)
  }

  #to(level: number): void {
    this.#level = level
    this.#measured = 0
    this.#cheap = 0
  }
}
