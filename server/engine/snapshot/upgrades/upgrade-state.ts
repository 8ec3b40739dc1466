/** Brings a saved state of an earlier version up to the present one, step by step. */

import { STATE_VERSION } from "../../versions.ts"
import { from1to2 } from "./from-1-to-2.ts"
import { from2to3 } from "./from-2-to-3.ts"
import { from3to4 } from "./from-3-to-4.ts"
import { from4to5 } from "./from-4-to-5.ts"
import { from5to6 } from "./from-5-to-6.ts"
import { fieldsOf, type SavedFields, SavedStateFault } from "./saved-fields.ts"

/** By the version that it begins with; each is a pure function to the next version. */
const STEPS: Readonly<Record<number, (saved: SavedFields) => SavedFields>> = {
  1: from1to2,
  2: from2to3,
  3: from3to4,
  4: from4to5,
  5: from5to6,
}

/** Of a saved state; the first release wrote none. */
function versionOf({ version = 1 }: SavedFields): number {
  if (typeof version !== "number") throw new SavedStateFault("its version is not a number")
  return version
}

/**
 * The state in the present version, not checked further. Throws a {@link SavedStateFault} for a version that this
 * release doesn't know, and where a step misses what it needs.
 */
export function upgradeState(value: unknown): SavedFields {
  let saved = fieldsOf(value, "the state")
  for (let version = versionOf(saved); version !== STATE_VERSION; version = versionOf(saved)) {
    const step = STEPS[version]
    if (!step)
      throw new SavedStateFault(`it has version ${version}, this Saker reads versions 1 to ${STATE_VERSION}`)
    saved = step(saved)
  }
  return saved
}
