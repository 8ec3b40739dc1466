/** Plays a session at a speed: so many of the smallest bars a second, a few with each painting. */

import { useEffect } from "react"
import type { ReplaySession } from "./replay-session.ts"

/** Smallest bars a second: at 1 a minute of the market takes a second. */
export const SPEEDS = [1, 2, 5, 10, 25, 50, 100] as const
export type Speed = (typeof SPEEDS)[number]

/** After a hidden tab or a long task no more than this is caught up with. */
const CATCH_UP_MS = 250

/** `onEnd`: nothing is left to play, or it couldn't be fetched. */
export function usePlayback(
  session: ReplaySession,
  isPlaying: boolean,
  speed: Speed,
  onEnd: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onEnd` is another function with each rendering
  useEffect(() => {
    if (!isPlaying) return
    let before = performance.now()
    let due = 0
    let frame = requestAnimationFrame(function play(now) {
      due += (Math.min(CATCH_UP_MS, Math.max(0, now - before)) / 1000) * speed
      before = now
      const count = Math.floor(due)
      due -= count
      if (count > 0) session.advance(count)
      if (session.state === "present" || session.state === "failed") onEnd()
      else frame = requestAnimationFrame(play)
    })
    return () => cancelAnimationFrame(frame)
  }, [session, isPlaying, speed])
}
