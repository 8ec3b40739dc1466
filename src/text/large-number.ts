/** Large figures in short form. Three figures and a unit by language: 1.92 B, 1,92 Mrd., 19.2亿. */

import { decimalMark } from "./numbers.ts"

const THIN_SPACE = "\u202f"
const formatters = new Map<string, Intl.NumberFormat>()

function formatterOf(language: string): Intl.NumberFormat {
  const known = formatters.get(language)
  if (known) return known
  const made = new Intl.NumberFormat(language, {
    notation: "compact",
    minimumSignificantDigits: 3,
    maximumSignificantDigits: 3,
  })
  formatters.set(language, made)
  return made
}

/** Decimal text, read exactly, as the market lists write it. Rounded: never for money the user owns. */
export function formatLarge(text: string, language: string): string {
  let out = ""
  for (const { type, value } of formatterOf(language).formatToParts(text as `${number}`)) {
    // CLDR writes a Latin unit with or without a space; ours always stands apart, and never breaks off.
    if (type === "compact")
      out = `${out.trimEnd()}${/^\p{Script=Han}/u.test(value) ? "" : THIN_SPACE}${value}`
    else out += type === "decimal" ? decimalMark(language) : value
  }
  return out
}
