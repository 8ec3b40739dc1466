/** The first words are what i18next would say, in every language; and what they are read with hears of other ones. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import i18next from "i18next"
import { expect, test, vi } from "vitest"
import { LANGUAGES } from "#core/wire/language.ts"
import { currentLanguage, onLanguage, sayFirst, showFirstWords, type Words } from "./first-words.ts"

const wordsIn = (language: string): Words =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../locales", language, "app.json"), "utf8"))

function* keysOf(words: unknown, path = ""): Generator<string> {
  for (const [key, inner] of Object.entries(Object(words)))
    if (typeof inner === "string") yield path + key
    else yield* keysOf(inner, `${path}${key}.`)
}

/** Every place that a text of these has a value for. */
const VALUES = new Proxy<Record<string, string>>({}, { get: (_, name) => `<${String(name)}>` })

test.each(LANGUAGES)("in %s every first word is what i18next says", async (language) => {
  const words = wordsIn(language)
  const theirs = i18next.createInstance()
  await theirs.init({
    lng: language,
    resources: { [language]: { app: words } },
    defaultNS: "app",
    interpolation: { escapeValue: false },
  })
  showFirstWords(language, words)
  expect(currentLanguage()).toBe(language)
  for (const key of keysOf(words)) {
    const places = [...JSON.stringify(theirs.t(key, { skipInterpolation: true })).matchAll(/{{(\w+)}}/g)]
    const values = Object.fromEntries(places.map(([, name = ""]) => [name, VALUES[name] ?? ""]))
    expect(sayFirst(key, values)).toBe(theirs.t(key, values))
  }
})

test("a key without a word is shown as it is, and a value that is a pattern stays what it is", () => {
  showFirstWords("en", { age: { s: "{{count}} s", of: "{{a}} of {{b}}" } })
  expect(sayFirst("age")).toBe("age")
  expect(sayFirst("age.h")).toBe("age.h")
  expect(sayFirst("age.s", { count: 0 })).toBe("0 s")
  expect(sayFirst("age.of", { a: "{{b}}", b: "$&" })).toBe("{{b}} of $&")
})

test("who listens hears of other words once, and no more afterwards", () => {
  const hear = vi.fn()
  const stop = onLanguage(hear)
  showFirstWords("de", { close: "Schließen" })
  expect(hear).toHaveBeenCalledTimes(1)
  expect(sayFirst("close")).toBe("Schließen")
  stop()
  showFirstWords("en", {})
  expect(hear).toHaveBeenCalledTimes(1)
})
