/** State 3 → 4: there are second contracts, none listed and none open yet; an index knows the tick before its last. */

import { EXPOSURE_LIMIT } from "#core/second/stake-limits.ts"
import { listIn, type SavedFields } from "./saved-fields.ts"

/** `saved` isn't changed. */
export function from3to4(saved: SavedFields): SavedFields {
  const indexes = listIn(saved, "indexes").map((index) => ({ ...index, before: null }))
  const seconds = { nextId: 1, exposureLimit: EXPOSURE_LIMIT, listed: [], contracts: [], accounts: [] }
  return { ...saved, version: 4, indexes, seconds }
}
