/**
 * The words of shell and home, `locales/<language>/app.json`, and the language on screen.
 * They are plain: a path and places for values, no plural forms (locales.test.ts holds them so). So the first paint waits
 * for no translator; all other words are i18next's (translator.ts), which comes with them.
 */

import { useSyncExternalStore } from "react"
import type { Language } from "#core/wire/language.ts"

/** A tree of texts, as it stands in the file. */
export type Words = Readonly<Record<string, unknown>>

type Values = Readonly<Record<string, string | number>>

/** Puts a key into words: i18next's `t` of the namespace `app` is one, too. */
export type Say = (key: string, values?: Values) => string

const listeners = new Set<() => void>()
let shown: { language: Language; say: Say } = { language: "en", say: (key) => key }

/** From now on the page is in this language. */
export function showFirstWords(language: Language, words: Words): void {
  shown = { language, say: (key, values) => wordAt(words, key, values) }
  for (const listener of listeners) listener()
}

/** The language on screen. */
export const currentLanguage = (): Language => shown.language

/** A word of shell or home, outside of what React draws. */
export const sayFirst: Say = (key, values) => shown.say(key, values)

/** What puts keys into words; another function as soon as they are others. */
export const useFirstWords = (): Say => useSyncExternalStore(onLanguage, sayNow, sayNow)

/** Calls `listener` when other words are shown. Returns what ends that. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const sayNow = () => shown.say

const PLACE = /{{(\w+)}}/g

/** The key itself where there is no such word, as i18next shows it. */
function wordAt(words: Words, key: string, values: Values = {}): string {
  const word = key.split(".").reduce<unknown>((found, part) => Object(found)[part], words)
  if (typeof word !== "string") return key
  return word.replace(PLACE, (place, name: string) => String(values[name] ?? place))
}
