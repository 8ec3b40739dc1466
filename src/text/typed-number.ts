/** How does a number stand in a field? With the page's decimal mark and no others: what is shown is what is sent. */

import { type DecimalMark, readTyped, type Typed } from "#core/money/typed-decimal.ts"
import { decimalMark } from "./numbers.ts"

/** What was typed into a field of a page in `language`. */
export const readField = (typed: string, language: string): Typed => readTyped(typed, markOf(language))

/** Plain wire text as a field shows it: `67283.0` in English, `67283,0` in German. Never grouped, so never ambiguous. */
export const fieldText = (wireText: string, language: string): string =>
  wireText.replace(".", markOf(language))

const markOf = (language: string): DecimalMark => (decimalMark(language) === "," ? "," : ".")
