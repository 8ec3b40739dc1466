/** The collector, without a flag of the command line. */

import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

let collect: ((options: { type: "minor" }) => void) | undefined

/**
 * Empties the young generation now. Before each measured part of both sides: else a collection of what the preparation
 * left, tens of ms, falls into whichever of them happens to fill it. A collection of everything would also throw away
 * what the compiler has learned, and the measured part would run three to five times as long.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString("--expose-gc")
    collect = runInNewContext("gc") as typeof collect
  }
  collect?.({ type: "minor" })
}
