/** The country or region chosen on its page. Kept while the page lives, read on the way back. */

import { proxy } from "valtio/vanilla"

interface RegionChoice {
  /** ISO 3166-1 alpha-2; null: none yet. */
  region: string | null
  /** The place that waits for the answer, one step back; null: nobody does. */
  asker: string | null
}

export const regionChoice = proxy<RegionChoice>({ region: null, asker: null })

/** Before going to the page: who asks, and what is chosen so far. */
export function askForRegion(asker: string, region: string | null): void {
  regionChoice.asker = asker
  regionChoice.region = region
}
