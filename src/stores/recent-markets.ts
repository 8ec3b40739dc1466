/** The markets of all kinds that were looked at last, newest first, kept on the device. */

import { proxy } from "valtio/vanilla"
import { readDevice, writeDevice } from "./device-storage.ts"
import { isMarketId } from "./last-market.ts"

const KEY = "saker:recent"

/** Of all kinds together; more nobody looks through. */
export const RECENT_MAX = 24

/** What the device kept, newest first; nonsense and repeats are left out. */
export function readRecent(text: string | null): string[] {
  const ids = (text ?? "").split(" ").filter(isMarketId)
  return [...new Set(ids)].slice(0, RECENT_MAX)
}

export const recentMarkets = proxy<{ ids: readonly string[] }>({ ids: readRecent(readDevice(KEY)) })

/** `id` is on screen now: it goes to the front. What other tabs noted meanwhile stays behind it. */
export function noteMarket(id: string): void {
  const ids = readRecent([id, readDevice(KEY) ?? recentMarkets.ids.join(" ")].join(" "))
  recentMarkets.ids = ids
  writeDevice(KEY, ids.join(" "))
}
