/** What stands on the keys of a chord: "Mod+Shift+x" is Ctrl, Shift, X; on a keyboard of Apple's ⌘ stands for Ctrl. */

import type { TFunction } from "i18next"

const IS_APPLE = /Macintosh|iPad/.test(navigator.userAgent)

/** Keys whose sign is the same in all languages. */
const SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
}

/** One word a key; none of an empty chord. */
export function chordWords(chord: string, t: TFunction): string[] {
  if (chord === "") return []
  // "+" itself is a key.
  const parts = chord.split(/\+(?=.)/)
  return parts.map(
    (part) => namedKey(part, t) ?? SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part),
  )
}

function namedKey(key: string, t: TFunction): string | undefined {
  switch (key) {
    case "Mod":
      return IS_APPLE ? "⌘" : t("trade:keys.control")
    case "Shift":
      return t("trade:keys.shift")
    case "Enter":
      return t("trade:keys.enter")
    case "Escape":
      return t("trade:keys.escape")
    case "Delete":
      return t("trade:keys.delete")
    case "Home":
      return t("trade:keys.home")
    case "End":
      return t("trade:keys.end")
    case "PageUp":
      return t("trade:keys.pageUp")
    case "PageDown":
      return t("trade:keys.pageDown")
    case " ":
      return t("trade:keys.space")
  }
  return undefined
}
