/** Names of the languages, each in itself. */

import type { Language } from "#core/wire/language.ts"

const NAMES: Record<Language, string> = {
  zh: "简体中文",
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  pt: "Português",
  it: "Italiano",
  pl: "Polski",
}

export const languageName = (language: Language): string => NAMES[language]
