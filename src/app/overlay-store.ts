/** Which of the shell's own surfaces is open? At most one: panel, preferences, the state of the connection, or the watch-lists. */

import { proxy } from "valtio/vanilla"

export type Overlay = "panel" | "preferences" | "connection" | "lists"

export const overlay = proxy<{ open: Overlay | null }>({ open: null })

export const openOverlay = (which: Overlay): void => {
  overlay.open = which
}

/** Closes `which` if it is the one that is open: a late closing must not shut the next one. */
export const closeOverlay = (which: Overlay): void => {
  if (overlay.open === which) overlay.open = null
}
