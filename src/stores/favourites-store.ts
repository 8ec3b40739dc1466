/** Which markets has this device starred? Kept under `saker:favourites`, shared between its tabs. */

import { proxy } from "valtio"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:favourites"
/** More stars than markets make no list better; keeps the stored value small. */
export const FAVOURITES_MAX = 200

/** Ids in the order in which they were starred. */
export const favourites = proxy<{ ids: string[] }>({ ids: parseFavourites(readDevice(KEY)) })

/** Stars a market, or takes its star away. At {@link FAVOURITES_MAX} the oldest star gives way. */
export function toggleFavourite(id: string): void {
  const rest = favourites.ids.filter((other) => other !== id)
  favourites.ids = rest.length < favourites.ids.length ? rest : [...rest, id].slice(-FAVOURITES_MAX)
  writeDevice(KEY, JSON.stringify(favourites.ids))
}

/** Reads a stored list; anything that isn't one counts as empty. */
export function parseFavourites(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]")
    if (!Array.isArray(value)) return []
    return [...new Set(value.filter((id): id is string => typeof id === "string"))].slice(-FAVOURITES_MAX)
  } catch {
    return []
  }
}

globalThis.window?.addEventListener("storage", (event) => {
  if (event.key === KEY) favourites.ids = parseFavourites(event.newValue)
})
