/** What stands on the keys of a chord: "Mod+Shift+x" is Ctrl, Shift, X; on a keyboard of Apple's ⌘ stands for Ctrl. */

import type { TFunction } from "i18next"

const IS_APPLE = /Macintosh|iPad/.test(navigator.userAgent)

/** One word a key; none of an empty chord. */
export function chordWords(chord: string, t: TFunction): string[] {
  if (chord === "") return []
  // "+" itself is a key.
  const parts = chord.split(/\+(?=.)/)
  return parts.map((part) => {
    if (part === "Mod") return IS_APPLE ? "⌘" : t("trade:keys.control")
    if (part === "Shift") return t("trade:keys.shift")
    return part.length === 1 ? part.toUpperCase() : part
  })
}
