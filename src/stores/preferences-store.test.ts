/** Are kept looks read back, and nonsense taken as the default? */

import { expect, test } from "vitest"
import { onPreferences, paletteOf, preferences, setPalette, setTheme, themeOf } from "./preferences-store.ts"

test.each([
  ["white", "white"],
  ["dark", "dark"],
  ["WHITE", "dark"],
  ["light", "dark"],
  ["", "dark"],
  [null, "dark"],
] as const)("the stored theme %s is read as %s", (text, theme) => {
  expect(themeOf(text)).toBe(theme)
})

test.each([
  ["colourblind", "colourblind"],
  ["red-up", "red-up"],
  ["rainbow", "standard"],
  [null, "standard"],
] as const)("the stored palette %s is read as %s", (text, palette) => {
  expect(paletteOf(text)).toBe(palette)
})

test("a change is shown at once", () => {
  const shown: string[] = []
  onPreferences(({ theme, palette }) => shown.push(`${theme} ${palette}`))
  setTheme("white")
  setPalette("red-up")
  expect(shown).toEqual(["dark standard", "white standard", "white red-up"])
  expect(preferences).toEqual({ theme: "white", palette: "red-up" })
})
