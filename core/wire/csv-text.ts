/** A row as a line of CSV that no spreadsheet runs as a formula (RFC 4180, UTF-8 with its mark in front). */

/** Tells spreadsheets that the bytes are UTF-8. */
export const CSV_MARK = "\uFEFF"

/** Texts that begin like this are taken for a formula; an apostrophe in front makes them text again. */
const FORMULA = /^[=+\-@\t\r\n]/
const NEEDS_QUOTES = /[",\r\n]/
/** A plain number is one even with a sign. */
const NUMBER = /^-?\d+(?:\.\d+)?$/

/** One line with its end. */
export const csvLine = (fields: readonly string[]): string => `${fields.map(csvField).join(",")}\r\n`

function csvField(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
