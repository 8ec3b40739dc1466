/**
 * Builds the page's next frame. The page's asking is the credit: one frame in flight, built shortly before a paint, only
 * when something visible changed; at once when something urgent did.
 */

import type { Frame } from "../frame.ts"
import type { Surroundings } from "../surroundings.ts"
import { FLUSH_INTERVALS_MS, type FlushRate } from "./flush-rate.ts"
import type { FramePart } from "./frame-part.ts"
import { ALONG_MS, SLACK_MS } from "./rates.ts"

/**
 * So long after a paint the next one is near, and what came meanwhile goes along. How near it may be depends on what timer,
 * building and handing over take: a frame that comes a moment too late is a whole paint late, and the page's next asking
 * as well.
 */
const HOLD_MS = { most: 13, least: 8, later: 1 / 64 } as const
/** Clocks count whole ms, and a paint isn't shown to the ms. */
const CLOCK_MS = 2
/** At 60 and 30 Hz frames take half of the page's time at most. */
const ROOM_UP_TO_MS = FLUSH_INTERVALS_MS[1]
/** Between two paints of a 60 Hz display; later answers keep the same distance to a paint. */
const PAINT_MS = FLUSH_INTERVALS_MS[0]

export class FrameBuilder {
  #surroundings: Surroundings
  #parts: readonly FramePart[]
  #urgent: readonly FramePart[]
  #rate: FlushRate
  #answer: ((frame: Frame) => void) | null = null
  /** The page's second credit, for what is urgent. */
  #spare: ((frame: Frame) => void) | null = null
  /** When the display showed the paint at which the page asked. */
  #paintAt = 0
  #flushedAt = 0
  #holdMs: number = HOLD_MS.most
  #timer: number | null = null
  #timerAt = 0
  #urgentTimer: number | null = null
  #id = 0
  /** Parts that were put back, longest first. */
  #waiting: FramePart[] = []

  constructor(surroundings: Surroundings, parts: readonly FramePart[], rate: FlushRate) {
    this.#surroundings = surroundings
    this.#parts = parts
    this.#urgent = parts.filter((part) => part.isUrgent)
    this.#rate = rate
  }

  /**
   * `paintAt`: the animation frame's own time, local epoch ms. A busy page asks late, but its display keeps its time.
   * @throws Error when the last frame is still awaited: two credits would be a queue.
   */
  next(lastCommitMs: number, missedFrames: number, paintAt?: number): Promise<Frame> {
    if (this.#answer) return Promise.reject(new Error("a frame is asked for already"))
    this.#rate.measure(lastCommitMs, missedFrames)
    const now = this.#surroundings.now()
    this.#paintAt = Math.min(now, paintAt ?? now)
    if (paintAt !== undefined && this.#isFull) this.#adaptHold(paintAt)
    return new Promise((resolve) => {
      this.#answer = resolve
      this.noteChange()
    })
  }

  /**
   * A frame with nothing but what is urgent, whether or not the page has another one to paint: both are painted together,
   * and a price that moved waits neither for the paint after nor for what else would come with it. Not where frames take
   * more than half of the page's time.
   * @throws Error when the last one is still awaited.
   */
  nextUrgent(): Promise<Frame> {
    if (this.#spare) return Promise.reject(new Error("an urgent frame is asked for already"))
    return new Promise((resolve) => {
      this.#spare = resolve
    })
  }

  /** Something that may be visible changed: looks whether, and until when, to wait. */
  noteChange(): void {
    const now = this.#surroundings.now()
    const isUrgent = this.#isUrgent(now)
    const goesByItself = isUrgent && this.#spare !== null && this.#hasRoom
    // By a timer all the same: the text that is being read may bring more.
    if (goesByItself) this.#urgentTimer ??= this.#surroundings.setTimer(() => this.#fireUrgent(), 0)
    if (!this.#answer) return
    const turnAt = this.#flushedAt + this.#rate.intervalMs - SLACK_MS
    if (isUrgent && !goesByItself) {
      const at = this.#isFull ? now : Math.max(now, turnAt)
      if (this.#timer === null || this.#timerAt > at) this.#arm(at, now)
      return
    }
    const earliest = Math.max(this.#paintAt + this.#holdMs, turnAt)
    // The usual case under load: it is already arranged for the first moment possible.
    if (this.#timer !== null && this.#timerAt <= this.#slot(Math.max(earliest, now))) return
    const dueAt = this.#dueAt(now)
    if (dueAt === undefined) this.#cancel()
    else this.#arm(this.#slot(Math.max(earliest, dueAt, now)), now)
  }

  /**
   * The page asks at the paint that shows its frame: one beyond the next, and that frame came too late; still later, nobody
   * was looking.
   */
  #adaptHold(paintAt: number): void {
    const shownAfter = paintAt - this.#flushedAt
    const isLate = shownAfter > PAINT_MS + CLOCK_MS && shownAfter < 2 * PAINT_MS
    const next = isLate ? this.#holdMs - 1 : this.#holdMs + HOLD_MS.later
    this.#holdMs = Math.min(HOLD_MS.most, Math.max(HOLD_MS.least, next))
  }

  #isUrgent(now: number): boolean {
    return this.#urgent.some((part) => part.isUrgent?.(now))
  }

  /** The page takes a light frame between two others without falling behind. */
  get #hasRoom(): boolean {
    return this.#rate.intervalMs <= ROOM_UP_TO_MS
  }

  get #isFull(): boolean {
    return this.#rate.intervalMs <= PAINT_MS
  }

  #dueAt(now: number): number | undefined {
    let first: number | undefined
    for (const part of this.#parts) {
      const at = part.dueAt(now)
      if (at !== undefined && (first === undefined || at < first)) first = at
    }
    return first
  }

  /** The first moment from `at` on that lies {@link #holdMs} after a paint, as the last asking told. */
  #slot(at: number): number {
    const first = this.#paintAt + this.#holdMs
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

  #fireUrgent(): void {
    this.#urgentTimer = null
    const now = this.#surroundings.now()
    const answer = this.#spare
    const urgent = this.#urgent.filter((part) => part.isUrgent?.(now))
    // Meanwhile it went with a frame of all parts, or the page began to lag.
    if (!answer || urgent.length === 0) return
    this.#id += 1
    const frame: Frame = { id: this.#id, builtAt: now }
    for (const part of urgent) part.putUrgent?.(frame, now)
    this.#spare = null
    answer(frame)
  }

  /**
   * Book, chart and tape in one frame take longer than a paint's time where the CPU draws, and a paint is missed: at full
   * rate they take turns. Another market's goes at once, and a slower rate carries all that is due; but where even the
   * slowest is too much for the page they take turns again, best levels as well, and prices of heads go with each frame.
   */
  #partsForLater(now: number): readonly FramePart[] {
    const isTooMuch = this.#rate.isTooMuch
    const isDear = (part: FramePart) => part.canWait || (isTooMuch && part.canWaitLonger)
    const dear = this.#parts.filter((part) => isDear(part) && isDue(part, now))
    const inTurn = [...new Set([...this.#waiting.filter((part) => dear.includes(part)), ...dear])]
    this.#waiting = this.#isFull || isTooMuch ? inTurn.slice(1) : []
    return this.#waiting
  }
}

/** What would be due before the next slot goes along now. */
const isDue = (part: FramePart, now: number): boolean =>
  (part.dueAt(now) ?? Number.POSITIVE_INFINITY) <= now + ALONG_MS
