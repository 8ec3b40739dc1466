/** Translates a refusal into the caller's language. */

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createInstance, type i18n } from "i18next"
import { LANGUAGE_HEADER, LANGUAGES, type Language, languageOf, type Problem } from "#core/wire/index.ts"

export interface ProblemText {
  /** The refusal's sentence; its name where the words are missing. */
  say(problem: Problem, language: Language): string
  /** From the language header, else what the browser accepts, else the default. */
  languageOf(headers: Readonly<Record<string, unknown>>): Language
}

/** Reads `<folder>/<language>/problem.json` for all languages, once. */
export async function loadProblemText(folder: string, defaultLanguage: Language): Promise<ProblemText> {
  const words = createInstance()
  await words.init({
    lng: defaultLanguage,
    fallbackLng: [defaultLanguage, "en"],
    ns: ["problem"],
    defaultNS: "problem",
    resources: Object.fromEntries(
      LANGUAGES.map((language) => [language, { problem: readWords(folder, language) }]),
    ),
    // The page shows it as text, never as HTML.
    interpolation: { escapeValue: false },
    showSupportNotice: false,
  } as Parameters<i18n["init"]>[0])
  return {
    say: ({ name, values }, language) => {
      // `FORMAT_field` names the field to blame, where one is known.
      const context = values?.field ? { context: "field" } : {}
      return words.t(name, { ...values, ...context, lng: language, defaultValue: name })
    },
    languageOf: (headers) => wanted(headers) ?? defaultLanguage,
  }
}

function readWords(folder: string, language: Language): Record<string, string> {
  const file = join(folder, language, "problem.json")
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>) : {}
}

/** Languages that a header may name before we stop looking. */
const ACCEPTED_MAX = 20

function wanted(headers: Readonly<Record<string, unknown>>): Language | undefined {
  const own = headers[LANGUAGE_HEADER]
  const named = typeof own === "string" ? languageOf(own) : undefined
  if (named) return named
  const accepted = headers["accept-language"]
  if (typeof accepted !== "string") return undefined
  // Browsers write them in the order of preference.
  for (const part of accepted.split(",", ACCEPTED_MAX)) {
    const language = languageOf(part.split(";")[0])
    if (language) return language
  }
  return undefined
}
