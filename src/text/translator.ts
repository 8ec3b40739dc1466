/** Sets up i18next, which reads all words beside the first ones. Fetched with them (i18n.ts). */

import i18next from "i18next"
import { initReactI18next } from "react-i18next"
import type { Language } from "#core/wire/language.ts"
import { currentLanguage, type Words } from "../words/first-words.ts"

// Words are never taken from another language: the tests see to it that none is missing.
const started = i18next.use(initReactI18next).init({
  lng: currentLanguage(),
  resources: {},
  defaultNS: "app",
  fallbackLng: false,
  interpolation: { escapeValue: false },
  // A word that comes later is shown as soon as it is there.
  react: { useSuspense: false, bindI18nStore: "added" },
})

/** @param words by namespace: the name of their file */
export async function addWords(language: Language, words: Readonly<Record<string, Words>>): Promise<void> {
  await started
  for (const [namespace, tree] of Object.entries(words)) i18next.addResourceBundle(language, namespace, tree)
}

/** From now on i18next answers in this language, whose words were added. */
export async function translateInto(language: Language): Promise<void> {
  await i18next.changeLanguage(language)
}
