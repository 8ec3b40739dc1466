/**
 * Whether own amounts are hidden: one switch for every screen and tab. It belongs to the device, not to the account: who
 * hides amounts on a phone in the train wants to see them at the desk.
 */

import { proxy } from "valtio/vanilla"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:hide-amounts"
const HIDDEN = "hidden"

/** Shown through amounts/own-amount.tsx, which knows how a hidden amount looks and sounds. */
export const hiddenAmounts = proxy<{ areHidden: boolean }>({ areHidden: readDevice(KEY) === HIDDEN })

export function hideAmounts(areHidden: boolean): void {
  hiddenAmounts.areHidden = areHidden
  writeDevice(KEY, areHidden ? HIDDEN : "shown")
}

globalThis.window?.addEventListener("storage", ({ key, newValue }) => {
  // A cleared storage says null as its key: as on a device where nothing was chosen.
  if (key === KEY || key === null) hiddenAmounts.areHidden = newValue === HIDDEN
})
