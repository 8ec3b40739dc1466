/** Chooses the language of a visit. The stored choice, else the browser's, else the configured one, else English. */

import { type Language, languageOf } from "#core/wire/language.ts"

interface Clues {
  /** What `lang` in storage says; the older codes `sp` and `bl` are understood. */
  stored: string | null
  /** The browser's languages, best first. */
  browser: readonly string[]
  /** The operator's default; undefined while it isn't known yet. */
  configured?: string
}

/** Undefined only when nothing but the (unknown) configured default can decide. */
export function chooseLanguage({ stored, browser, configured }: Clues): Language | undefined {
  const wanted = languageOf(stored) ?? browser.map(languageOf).find((language) => language !== undefined)
  if (wanted) return wanted
  return configured === undefined ? undefined : (languageOf(configured) ?? "en")
}
