/** Answers that don't tell by their time what they found: whether there is an account of that name. */

import { setImmediate, setTimeout } from "node:timers/promises"

/** Longer than such a call takes where little else is done, shorter than anybody notices. */
const STEP_MS = 50
/** A timer may be late by so much: the rest is waited for by rounds of the event loop. */
const TIMER_MS = 2

/**
 * Answers `work`, or throws what it throws, at a whole number of steps behind its beginning. A known name is looked at longer than an
 * unknown one by a twentieth of a millisecond, which ten thousand answers tell apart on a quiet line.
 */
export async function atEvenTime<Value>(work: () => Promise<Value>): Promise<Value> {
  const begun = performance.now()
  try {
    return await work()
  } finally {
    const steps = Math.ceil((performance.now() - begun) / STEP_MS)
    await until(begun + steps * STEP_MS)
  }
}

async function until(due: number): Promise<void> {
  const left = due - performance.now()
  if (left > TIMER_MS) await setTimeout(left - TIMER_MS)
  while (performance.now() < due) await setImmediate()
}
