/**
 * Loaded before the server by a bench that wants to know what its process holds: each message asks, and is answered with the
 * bytes that are held behind a collection of everything. Without it the garbage of what went on before is told as memory.
 */

import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

export interface HeldBytes {
  /** Objects, and buffers outside the heap. */
  held: number
  /** What the process has of the machine's memory. */
  resident: number
}

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

process.on("message", () => {
  collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ held: heapUsed + external, resident: rss } satisfies HeldBytes)
})
// The door alone keeps no process alive.
process.channel?.unref()
