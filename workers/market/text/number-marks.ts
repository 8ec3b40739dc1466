/** Decimal marks and grouping of the eight languages. */

import { type Language, languageOf } from "#core/wire/language.ts"

export interface NumberMarks {
  decimal: string
  group: string
  /** Digits before the point from which thousands are grouped: 4 → 1,000; 5 → 10,000. */
  groupFrom: number
}

const NARROW_SPACE = "\u202f"
const NO_BREAK_SPACE = "\u00a0"
const POINT: NumberMarks = { decimal: ".", group: ",", groupFrom: 4 }
const COMMA: NumberMarks = { decimal: ",", group: ".", groupFrom: 4 }

const MARKS: Readonly<Record<Language, NumberMarks>> = {
  zh: POINT,
  en: POINT,
  de: COMMA,
  fr: { decimal: ",", group: NARROW_SPACE, groupFrom: 4 },
  es: { ...COMMA, groupFrom: 5 },
  pt: COMMA,
  it: COMMA,
  pl: { decimal: ",", group: NO_BREAK_SPACE, groupFrom: 5 },
}

/** Marks of a language code; English where nobody knows the code. */
export const marksOf = (code: string): NumberMarks => MARKS[languageOf(code) ?? "en"]

/** U+2212: a hyphen is too short and too low beside figures. */
export const MINUS = "\u2212"
/** Thin no-break space before a unit or a percent sign. */
export const THIN_SPACE = NARROW_SPACE
