/**
 * Asks for frames in `requestAnimationFrame`, one at a time. Asking is the credit: a slow or hidden page gets fewer and
 * fuller frames, and no queue can grow.
 */

import type { Frame, MarketApi } from "#workers/market/market.api.ts"
import { heldMs } from "../stores/frame-hold.ts"
import { afterTasks, behindPaint } from "./after-tasks.ts"
import { receiveFrame } from "./receive-frame.ts"

/** Of a 60 Hz display; on faster ones a missed frame is counted late, never falsely. */
const DISPLAY_FRAME_MS = 1000 / 60

/** A wait this long means that nobody was looking: browsers stop painting hidden pages. */
const HIDDEN_FROM_MS = 2000

type NextFrame = MarketApi["nextFrame"]
type NextUrgentFrame = MarketApi["nextUrgentFrame"]

/** What the page itself measured of its last frame; shown by `?hud`. */
export const pageTimes = { scriptMs: 0, paintMs: 0, missedFrames: 0, frames: 0 }

/** Asks for frames for as long as the page lives. A failure is a bug: it is reported, and the next frame asked. */
export function runFrameLoop(nextFrame: NextFrame, nextUrgentFrame: NextUrgentFrame): void {
  atEachPaint((paintAt) => {
    const askedAt = performance.now()
    afterTasks(() => {
      pageTimes.paintMs = performance.now() - askedAt
    })
    const costMs = pageTimes.scriptMs + pageTimes.paintMs
    return nextFrame(costMs, pageTimes.missedFrames, Date.now() - askedAt + paintAt)
  }, commit)
  atEachPaint(() => nextUrgentFrame(), receiveFrame)
}

/**
 * Asks at a paint, and again at the first one after the answer, unless frames stand back. One that was under way when they began to is
 * taken behind the paint they made room for.
 */
function atEachPaint(ask: (paintAt: number) => Promise<Frame>, take: (frame: Frame) => void): void {
  const isHeld = () => heldMs(performance.now()) > 0
  const look = async (paintAt: number) => {
    try {
      if (!isHeld()) {
        const frame = await ask(paintAt)
        while (isHeld()) await new Promise<void>(behindPaint)
        take(frame)
      }
    } catch (error) {
      reportError(error)
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Writes the frame to the stores and measures what it costs until the page is free again. */
function commit(frame: Frame): void {
  const start = performance.now()
  receiveFrame(frame)
  pageTimes.frames += 1
  // React commits in the microtasks that the stores schedule; a task comes after all of them.
  afterTasks(() => {
    pageTimes.scriptMs = performance.now() - start
  })
  requestAnimationFrame((paintAt) => {
    pageTimes.missedFrames += missedFrames(paintAt - start)
  })
}

/** How many paints of the display went by, beyond the next one, within `waitMs`. A hidden page misses none. */
export function missedFrames(waitMs: number): number {
  if (waitMs > HIDDEN_FROM_MS) return 0
  return Math.max(0, Math.floor(waitMs / DISPLAY_FRAME_MS))
}
