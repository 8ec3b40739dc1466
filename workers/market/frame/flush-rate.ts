/** How often may the page be given a frame? 60, 30 or 15 Hz, by what the last ones cost it (performance.md section 9). */

/** ms between frames, quickest first. */
export const FLUSH_INTERVALS_MS = [1000 / 60, 1000 / 30, 1000 / 15] as const
/** A commit may use this share of the time between two frames. */
const SHARE = 1 / 3
/** So many dear frames in a row, or with missed paints, make it slower: one hiccup doesn't. */
const SLOWER_AFTER = 3
/** So many frames that would have been cheap enough at the next quicker rate make it quicker: about two seconds. */
const QUICKER_AFTER = 60
/** Room that a quicker rate must leave, or the rate would swing. */
const QUICKER_SHARE = SHARE * 0.75

export class FlushRate {
  #level = 0
  #dear = 0
  #cheap = 0
  #missedBefore = 0

  get intervalMs(): number {
    return FLUSH_INTERVALS_MS[this.#level] ?? FLUSH_INTERVALS_MS[0]
  }

  get hz(): number {
    return Math.round(1000 / this.intervalMs)
  }

  /**
   * What the page needed for the last frame, and its running total of missed paints. A frame with a missed paint is
   * dear whatever it says it cost: somebody held the thread.
   */
  measure(commitMs: number, missedFrames: number): void {
    const missed = missedFrames - this.#missedBefore
    this.#missedBefore = missedFrames
    const isDear =
      commitMs > this.intervalMs * SHARE || (missed > 0 && commitMs > this.intervalMs * QUICKER_SHARE)
    this.#dear = isDear ? this.#dear + 1 : 0
    const quicker = FLUSH_INTERVALS_MS[this.#level - 1]
    this.#cheap = quicker !== undefined && commitMs < quicker * QUICKER_SHARE ? this.#cheap + 1 : 0
    if (this.#dear >= SLOWER_AFTER) this.#to(Math.min(this.#level + 1, FLUSH_INTERVALS_MS.length - 1))
    else if (this.#cheap >= QUICKER_AFTER) this.#to(this.#level - 1)
  }

  #to(level: number): void {
    this.#level = level
    this.#dear = 0
    this.#cheap = 0
  }
}
