/** The supported languages, and the language that a code means. */

/** BCP 47, in the order of the picker. */
export const LANGUAGES = ["zh", "en", "de", "fr", "es", "pt", "it", "pl"] as const
export type Language = (typeof LANGUAGES)[number]

/** Older language codes, read wherever a code comes in. */
const ALIASES: Readonly<Record<string, Language>> = { sp: "es", bl: "pl" }

/**
 * The language a code means, or undefined: `de-AT` is `de`, `sp` is `es`, `bl` is `pl`, `xx` is none.
 * Takes anything that may stand in storage, a URL or a header.
 */
export function languageOf(code: string | null | undefined): Language | undefined {
  const first = (code ?? "").trim().toLowerCase().split(/[-_]/)[0] ?? ""
  const known = ALIASES[first] ?? first
  return LANGUAGES.find((language) => language === known)
}
