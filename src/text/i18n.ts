/**
 * Loads the words of the page's language. i18next with the one language that is read, in two lazy chunks: the words
 * of shell and home, without which nothing is shown, and all others, which every other screen waits for.
 */

import i18next from "i18next"
import { initReactI18next } from "react-i18next"
import type { Language } from "#core/wire/language.ts"

type Load = () => Promise<{ words: Record<string, Record<string, unknown>> }>

const FIRST: Record<Language, Load> = {
  zh: () => import("./locales/zh.ts"),
  en: () => import("./locales/en.ts"),
  de: () => import("./locales/de.ts"),
  fr: () => import("./locales/fr.ts"),
  es: () => import("./locales/es.ts"),
  pt: () => import("./locales/pt.ts"),
  it: () => import("./locales/it.ts"),
  pl: () => import("./locales/pl.ts"),
}

const LATER: Record<Language, Load> = {
  zh: () => import("./locales/later/zh.ts"),
  en: () => import("./locales/later/en.ts"),
  de: () => import("./locales/later/de.ts"),
  fr: () => import("./locales/later/fr.ts"),
  es: () => import("./locales/later/es.ts"),
  pt: () => import("./locales/later/pt.ts"),
  it: () => import("./locales/later/it.ts"),
  pl: () => import("./locales/later/pl.ts"),
}

/** `…/locales/de/market.json` → `market`. */
const namespaceOf = (path: string) => path.split("/").at(-1)?.replace(".json", "") ?? path

async function addWords(language: Language, load: Load): Promise<void> {
  for (const [path, words] of Object.entries((await load()).words))
    i18next.addResourceBundle(language, namespaceOf(path), words)
}

/** Starts with one language. Words are never taken from another one: the tests see to it that none is missing. */
export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: {},
    defaultNS: "app",
    fallbackLng: false,
    interpolation: { escapeValue: false },
    // A word that comes later is shown as soon as it is there.
    react: { useSuspense: false, bindI18nStore: "added" },
  })
  await addWords(language, FIRST[language])
  document.documentElement.lang = language
  // Needed in a moment; should it fail, the screen that waits for it asks again and says so.
  laterWords().catch(() => undefined)
}

let later: { language: Language; words: Promise<void> } | undefined

/** All words of the language on screen are there. Rejects when they can't be fetched; the next call tries again. */
export function laterWords(): Promise<void> {
  const language = currentLanguage()
  if (later?.language !== language) {
    const words = addWords(language, LATER[language])
    later = { language, words }
    words.catch(() => {
      if (later?.words === words) later = undefined
    })
  }
  return later.words
}

/** Switches the words on screen at once. Rejects when the language can't be loaded; the old one then stays. */
export async function changeLanguage(language: Language): Promise<void> {
  if (language !== later?.language)
    await Promise.all([addWords(language, FIRST[language]), addWords(language, LATER[language])])
  await i18next.changeLanguage(language)
  later = { language, words: Promise.resolve() }
  document.documentElement.lang = language
}

/** The language on screen. */
export const currentLanguage = (): Language => i18next.language as Language
