/** How do words come onto the page? i18next with the one language that is read; each language is one lazy chunk. */

import i18next from "i18next"
import { initReactI18next } from "react-i18next"
import type { Language } from "#core/wire/language.ts"

const LOADERS: Record<Language, () => Promise<{ words: Record<string, Record<string, unknown>> }>> = {
  zh: () => import("./locales/zh.ts"),
  en: () => import("./locales/en.ts"),
  de: () => import("./locales/de.ts"),
  fr: () => import("./locales/fr.ts"),
  es: () => import("./locales/es.ts"),
  pt: () => import("./locales/pt.ts"),
  it: () => import("./locales/it.ts"),
  pl: () => import("./locales/pl.ts"),
}

/** `…/locales/de/market.json` → `market`. */
const namespaceOf = (path: string) => path.split("/").at(-1)?.replace(".json", "") ?? path

async function loadWords(language: Language): Promise<Record<string, Record<string, unknown>>> {
  const { words } = await LOADERS[language]()
  return Object.fromEntries(Object.entries(words).map(([path, word]) => [namespaceOf(path), word]))
}

/** Starts with one language. Words are never taken from another one: the tests see to it that none is missing. */
export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: await loadWords(language) },
    defaultNS: "app",
    fallbackLng: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  document.documentElement.lang = language
}

/** Switches the words on screen at once. Rejects when the language can't be loaded; the old one then stays. */
export async function changeLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, "app")) {
    for (const [namespace, words] of Object.entries(await loadWords(language)))
      i18next.addResourceBundle(language, namespace, words)
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** The language on screen. */
export const currentLanguage = (): Language => i18next.language as Language
