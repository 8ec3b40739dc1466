/** Finds the second contracts that are open although their end was decided (C6). */

import { refundDue } from "#core/second/second-contract.ts"
import type { EngineState } from "../state.ts"

/**
 * Ids, rising. A contract has ended with the first tick at or after its expiry, or when the silence before that has lasted
 * as long as O3 allows; the command that says so pays it.
 */
export function overdueSeconds({ seconds, indexes, log }: EngineState): number[] {
  return seconds
    .contracts()
    .filter(({ terms: { index, expiry } }) => {
      const last = indexes.get(index)?.lastTime
      return last === undefined || expiry <= last || refundDue(expiry, last) <= log.now
    })
    .map(({ terms }) => terms.id)
}
