/** From which size this device's tape shows trades, by market, kept under `saker:tape`. */

import { proxy } from "valtio"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:tape"
/** Markets whose size is remembered; the oldest choice gives way. */
const MARKETS_MAX = 200

/** The least size by instrument, as wire text in its base; without an entry all trades are shown. */
export const tapeSizes = proxy<{ least: Record<string, string> }>({ least: parseTapeSizes(readDevice(KEY)) })

/** Pure: what isn't an instrument with a size is left out. */
export function parseTapeSizes(text: string | null): Record<string, string> {
  let stored: unknown = {}
  try {
    stored = JSON.parse(text ?? "{}")
  } catch {
    // Not ours, or cut off: all trades are shown.
  }
  const sizes = Object.entries(Object(stored)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && /^\d+(\.\d+)?$/.test(entry[1]),
  )
  return Object.fromEntries(sizes.slice(-MARKETS_MAX))
}

/** `least`: empty: all. */
export function chooseTapeSize(instrument: string, least: string): void {
  const { [instrument]: _, ...others } = tapeSizes.least
  const chosen = least === "" ? [] : [[instrument, least] as const]
  tapeSizes.least = Object.fromEntries([...Object.entries(others), ...chosen].slice(-MARKETS_MAX))
  writeDevice(KEY, JSON.stringify(tapeSizes.least))
}
