/** Which of the shell's own surfaces is open? At most one: panel, preferences, the state of the connection, the watch-lists, or the question before logging out. */

import { proxy } from "valtio/vanilla"

export type Overlay = "panel" | "preferences" | "connection" | "lists" | "logout"

export const overlay = proxy<{ open: Overlay | null }>({ open: null })

export const openOverlay = (which: Overlay): void => {
  overlay.open = which
}

/** Closes `which` if it is the one that is open: a late closing must not shut the next one. */
export const closeOverlay = (which: Overlay): void => {
  if (overlay.open === which) overlay.open = null
}
