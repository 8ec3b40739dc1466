/**
 * Refusals as sentences. One sentence a name, from `locales/<language>/problem.json`; where a rule differs by side
 * there is one more key, `NAME_buy` and `NAME_sell`. The server takes the envelope's message from the same files.
 */

import i18next from "i18next"
import type { Problem, ProblemName } from "#core/wire/problem.ts"
import { currentLanguage } from "../words/first-words.ts"
import { marketTitle } from "./market-title.ts"
import { formatDecimal, formatNumber } from "./numbers.ts"

/** The sentence with its numbers in the reader's marks. `NETWORK` is not the server's: no answer came at all. */
export function problemText(problem: Problem | { name: "NETWORK"; values?: never }): string {
  const language = currentLanguage()
  const side = problem.values?.side
  return i18next.t(keyOf(problem.name), {
    ...shownValues(problem.values ?? {}, language),
    ...(typeof side === "string" ? { context: side } : {}),
  })
}

const keyOf = (name: ProblemName | "NETWORK") =>
  name === "NETWORK" ? "app:error.network" : `problem:${name}`

/** Numbers and plain decimals get the language's marks; names and symbols stay. */
export function shownValues(
  values: Readonly<Record<string, string | number>>,
  language: string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "number"
        ? formatNumber(value, language)
        : name === "instrument"
          ? marketTitle(value)
          : formatDecimal(value, language),
    ]),
  )
}
