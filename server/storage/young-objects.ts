/** How much room a thread's young objects get. */

import { setFlagsFromString } from "node:v8"
import type { ResourceLimits } from "node:worker_threads"

/** V8's young generation is three semi-spaces, of which two are in use at most. */
const SEMI_SPACES = 3
const FLAG = "--max-semi-space-size"

/**
 * Limits the young generation of the threads that start from here on.
 * `resourceLimits` alone would not: where the process has been given the flag, as `npm start` gives it, V8 lets it count more
 * than what a single thread asks for, and a thread that hardly works keeps 16 MB. The heaps that are there already stay as they are.
 * @param megabytes of the whole young generation
 * @param given what the process was started with
 */
export function limitYoungObjects(megabytes: number, given = process.execArgv): ResourceLimits {
  const isGiven = given.some((argument) => argument.startsWith(FLAG))
  if (isGiven) setFlagsFromString(`${FLAG}=${Math.max(1, Math.floor(megabytes / SEMI_SPACES))}`)
  return { maxYoungGenerationSizeMb: megabytes }
}
