/** The shell's own surface that is open, at most one: panel, preferences, limits, orders placed as a group, the state of the connection, the watch-lists, the list of keys, the command palette, the layout of the desk, an alert at a price, a transfer, a deposit, or the question before logging out or before all orders and positions end. */

import { proxy } from "valtio/vanilla"

export const OVERLAYS = [
  "panel",
  "preferences",
  "limits",
  "groups",
  "connection",
  "lists",
  "keys",
  "commands",
  "desk",
  "exit",
  "alert",
  "transfer",
  "deposit",
  "logout",
] as const
export type Overlay = (typeof OVERLAYS)[number]

/** What each of them is given by the shell. */
export interface OverlayProps {
  isOpen: boolean
  onClose: () => void
}

export const overlay = proxy<{ open: Overlay | null }>({ open: null })

export const openOverlay = (which: Overlay): void => {
  overlay.open = which
}

/** Closes `which` if it is the one that is open: a late closing must not shut the next one. */
export const closeOverlay = (which: Overlay): void => {
  if (overlay.open === which) overlay.open = null
}
