/** Volume and turnover as three figures and a unit by language: 1.92 B, 412 M, 1,92 Mrd., 19.2亿. */

import { languageOf } from "#core/wire/language.ts"
import { THIN_SPACE } from "./number-marks.ts"

/** Making a formatter costs as much as 35 uses of it. */
const formatters = new Map<string, Intl.NumberFormat>()

/** "1921400000" → "1.92 B", "76000000" → "76.0 M": always three figures, so that columns stand still. Null for a text that is no number. Rounded: never for money the user owns. `decimal`: the mark, where it isn't the language's. */
export function largeFigure(text: string, language: string, decimal?: string): string | null {
  const value = Number(text)
  if (text === "" || !Number.isFinite(value)) return null
  let out = ""
  for (const { type, value: part } of formatterOf(language).formatToParts(value)) {
    // CLDR writes a Latin unit with or without a space; ours always stands apart, and never breaks off.
    if (type === "compact") out = `${out.trimEnd()}${/^\p{Script=Han}/u.test(part) ? "" : THIN_SPACE}${part}`
    else out += type === "decimal" && decimal !== undefined ? decimal : part
  }
  return out
}

function formatterOf(language: string): Intl.NumberFormat {
  const code = languageOf(language) ?? "en"
  const known = formatters.get(code)
  if (known) return known
  const made = new Intl.NumberFormat(code, {
    notation: "compact",
    minimumSignificantDigits: 3,
    maximumSignificantDigits: 3,
  })
  formatters.set(code, made)
  return made
}
