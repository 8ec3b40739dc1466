/**
 * Loads the words of the page's language, in two lazy chunks: the words of shell and home, without which nothing is
 * shown, and all others with i18next, which every other screen waits for.
 */

import type { Language } from "#core/wire/language.ts"
import { currentLanguage, showFirstWords, type Words } from "../words/first-words.ts"

type Load = () => Promise<{ words: Record<string, Words> }>

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

/** The namespace of the first words. */
const FIRST_WORDS = "app"

/** `…/locales/de/market.json` → `market`. */
const namespaceOf = (path: string) => path.split("/").at(-1)?.replace(".json", "") ?? path

async function wordsOf(load: Load): Promise<Record<string, Words>> {
  const { words } = await load()
  return Object.fromEntries(Object.entries(words).map(([path, tree]) => [namespaceOf(path), tree]))
}

const firstWordsOf = async (language: Language): Promise<Words> =>
  (await wordsOf(FIRST[language]))[FIRST_WORDS] ?? {}

/** Starts with one language. Words are never taken from another one: the tests see to it that none is missing. */
export async function startWords(language: Language): Promise<void> {
  showFirstWords(language, await firstWordsOf(language))
  document.documentElement.lang = language
  // Needed in a moment; should it fail, the screen that waits for it asks again and says so.
  laterWords().catch(() => undefined)
}

let later: { language: Language; words: Promise<void> } | undefined

/** All words of the language on screen are there, and i18next. Rejects when they can't be fetched; the next call tries again. */
export function laterWords(): Promise<void> {
  const language = currentLanguage()
  if (later?.language !== language) {
    const words = addAll(language).then(({ translateInto }) => translateInto(language))
    later = { language, words }
    words.catch(() => {
      if (later?.words === words) later = undefined
    })
  }
  return later.words
}

async function addAll(language: Language) {
  const [translator, first, others] = await Promise.all([
    import("./translator.ts"),
    firstWordsOf(language),
    wordsOf(LATER[language]),
  ])
  await translator.addWords(language, { [FIRST_WORDS]: first, ...others })
  return translator
}

/** Switches the words on screen at once. Rejects when the language can't be loaded; the old one then stays. */
export async function changeLanguage(language: Language): Promise<void> {
  const [{ translateInto }, first] = await Promise.all([addAll(language), firstWordsOf(language)])
  await translateInto(language)
  later = { language, words: Promise.resolve() }
  showFirstWords(language, first)
  document.documentElement.lang = language
}
