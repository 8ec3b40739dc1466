/** Numbers in fields: with the page's decimal mark and no others, so that what is shown is what is sent. */

import type { DecimalMark } from "#core/money/typed-decimal.ts"
import { decimalMark } from "./numbers.ts"

/** Plain wire text as a field shows it: `67283.0` in English, `67283,0` in German. Never grouped, so never ambiguous. */
export const fieldText = (wireText: string, language: string): string =>
  wireText.replace(".", pageMark(language))

/** The decimal mark of a page in `language`, for reading what is typed there. */
export const pageMark = (language: string): DecimalMark => (decimalMark(language) === "," ? "," : ".")
