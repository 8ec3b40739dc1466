/**
 * The theme that is chosen on this device: one of the two, or the system's. Following the system is kept under
 * `saker:theme`; src/first-face/first-script.js then writes the system's theme as the device's before the first paint,
 * and whenever the system changes.
 */

import { readDevice, writeDevice } from "./device-storage.ts"
import { setTheme, type Theme } from "./preferences-store.ts"

const KEY = "saker:theme"
const SYSTEM = "system"

export type ThemeChoice = Theme | typeof SYSTEM

export const followsSystem = (): boolean => readDevice(KEY) === SYSTEM

export function chooseTheme(choice: ThemeChoice): void {
  writeDevice(KEY, choice === SYSTEM ? SYSTEM : "")
  setTheme(choice === SYSTEM ? systemTheme() : choice)
}

const systemTheme = (): Theme =>
  globalThis.matchMedia?.("(prefers-color-scheme: light)").matches ? "white" : "dark"
