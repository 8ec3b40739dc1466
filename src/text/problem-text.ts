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
    ...shownValues(shortMoney(problem.values ?? {}), language),
    ...(typeof side === "string" ? { context: side } : {}),
  })
}

const keyOf = (name: ProblemName | "NETWORK") =>
  name === "NETWORK" ? "app:error.network" : `problem:${name}`

/** Shortens an amount of a currency; `isCost`: rounded up, else down. */
type MoneyRule = (text: string, currency: string, isCost: boolean) => string

/** Every decimal, until the page says how amounts of a currency are shown: what is listed is known elsewhere. */
let moneyRule: MoneyRule = (text) => text

export const tellMoneyBy = (rule: MoneyRule): void => {
  moneyRule = rule
}

/** What is asked for is rounded up, what there is down: the two never look alike where one lacks. */
const ASKED: ReadonlySet<string> = new Set(["needed", "reward"])
const THERE: ReadonlySet<string> = new Set(["available", "left"])

function shortMoney(values: Readonly<Record<string, string | number>>): Record<string, string | number> {
  const { currency } = values
  if (typeof currency !== "string") return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && (ASKED.has(name) || THERE.has(name))
        ? moneyRule(value, currency, ASKED.has(name))
        : value,
    ]),
  )
}

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
