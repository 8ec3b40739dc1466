/** Repeats housekeeping at leisure, without keeping the process alive. */

import { setTimeout as pause } from "node:timers/promises"

/**
 * Runs `task`, which must not throw, now and again `ms` after the end of each run. The function returned ends it, and
 * resolves when the run at hand is over.
 */
export function repeat(ms: number, task: () => Promise<void>): () => Promise<void> {
  const end = new AbortController()
  const { signal } = end
  const run = async () => {
    while (!signal.aborted) {
      await task()
      await pause(ms, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }
  const ended = run()
  return () => {
    end.abort()
    return ended
  }
}
