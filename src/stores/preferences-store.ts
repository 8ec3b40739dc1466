/** This device's look: the theme under `theme`, the palette under `saker:palette`. */

import { proxy, subscribe } from "valtio/vanilla"
import { CHOICES, choose } from "./choices-store.ts"
import { readDevice, writeDevice } from "./device-storage.ts"

const THEME_KEY = "theme"
const PALETTE_KEY = "saker:palette"

export type Theme = "dark" | "white"
export const PALETTES = CHOICES.palette
export type Palette = (typeof PALETTES)[number]

/** Anything but `white` is dark. src/first-face/first-script.js says the same before the first paint. */
export const themeOf = (text: string | null): Theme => (text === "white" ? "white" : "dark")

export const paletteOf = (text: string | null): Palette =>
  PALETTES.find((palette) => palette === text) ?? "standard"

interface Preferences {
  theme: Theme
  palette: Palette
}

export const preferences = proxy<Preferences>({
  theme: themeOf(readDevice(THEME_KEY)),
  palette: paletteOf(readDevice(PALETTE_KEY)),
})

export function setTheme(theme: Theme): void {
  preferences.theme = theme
  writeDevice(THEME_KEY, theme)
}

/** The person chooses it: it follows them to their other devices. */
export function setPalette(palette: Palette): void {
  showPalette(palette)
  choose("palette", palette)
}

/** Chosen before, elsewhere. */
export function showPalette(palette: Palette): void {
  if (preferences.palette === palette) return
  preferences.palette = palette
  writeDevice(PALETTE_KEY, palette)
}

/** Tells `show` at once and after every change, another tab's included. */
export function onPreferences(show: (chosen: Preferences) => void): void {
  show(preferences)
  subscribe(preferences, () => show(preferences), true)
  globalThis.window?.addEventListener("storage", (event) => {
    if (event.key === THEME_KEY) preferences.theme = themeOf(event.newValue)
    if (event.key === PALETTE_KEY) preferences.palette = paletteOf(event.newValue)
  })
}
