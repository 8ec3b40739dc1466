/** Waits until something is so: by looking again, never by time alone. */

import { setTimeout as delay } from "node:timers/promises"

const LOOK_EACH_MS = 60
/** It ends what hangs and judges no speed. */
const WITHIN_MS = 60_000

/** True is the end of it; anything else says how it is now, for the error. */
export async function until(
  what: string,
  look: () => boolean | string | Promise<boolean | string>,
  withinMs = WITHIN_MS,
): Promise<void> {
  const began = performance.now()
  for (;;) {
    const seen = await look()
    if (seen === true) return
    if (performance.now() - began > withinMs)
      throw new Error(`waited ${withinMs / 1000} s in vain for ${what}${seen ? `; now: ${seen}` : ""}`)
    await delay(LOOK_EACH_MS)
  }
}
