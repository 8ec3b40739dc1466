/** The collector, without a flag of the command line. */

import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

let collect: (() => void) | undefined

/**
 * Collects all garbage now. Before each measured part of both sides: else a collection of what the preparation left, tens
 * of ms, falls into whichever of them happens to fill the young generation.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString("--expose-gc")
    collect = runInNewContext("gc") as () => void
  }
  collect()
}
