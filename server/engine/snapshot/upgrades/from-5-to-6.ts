/** State 5 → 6: orders may be good till a time, and countdowns cancel orders; there are none yet. */

import type { SavedFields } from "./saved-fields.ts"

/** `saved` isn't changed. */
export function from5to6(saved: SavedFields): SavedFields {
  return { ...saved, version: 6, countdowns: [] }
}
