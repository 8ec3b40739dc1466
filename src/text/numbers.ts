/** Figures in the reader's language. Decimals stay text: no float is made of a price on its way. */

const groupers = new Map<string, Intl.NumberFormat>()

function grouperOf(language: string): Intl.NumberFormat {
  const known = groupers.get(language) ?? new Intl.NumberFormat(language, { maximumFractionDigits: 20 })
  groupers.set(language, known)
  return known
}

let chosenNumbers: string | undefined

/** Numbers have the marks of this language from now on, whatever the words are in; undefined: the words' own. */
export function setNumbers(language: string | undefined): void {
  chosenNumbers = language
}

/** The language whose marks numbers have on a page in `language`. */
export const numbersIn = (language: string): string => chosenNumbers ?? language

/** What parts the whole from its fraction. */
export const decimalMark = (language: string): string =>
  grouperOf(numbersIn(language))
    .formatToParts(0.5)
    .find((part) => part.type === "decimal")?.value ?? "."

/** A whole or short number: `1234` is `1,234` in English, `1.234` in German, `1234` in Polish. */
export const formatNumber = (value: number, language: string): string =>
  withRealMinus(grouperOf(numbersIn(language)).format(value))

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** A plain wire decimal with the language's marks, all its decimals kept; anything else is returned as it is. */
export const formatDecimal = (text: string, language: string): string => decimalIn(text, numbersIn(language))

/** As `formatDecimal`, with the marks of this very language. */
export function decimalIn(text: string, language: string): string {
  const match = DECIMAL.exec(text)
  if (!match) return text
  const [, minus, whole = "0", fraction] = match
  const grouper = grouperOf(language)
  const head = grouper.format(BigInt(whole))
  const mark = grouper.formatToParts(0.5).find((part) => part.type === "decimal")?.value ?? "."
  return `${minus ? "\u2212" : ""}${head}${fraction === undefined ? "" : mark + fraction}`
}

const withRealMinus = (text: string) => text.replace("-", "\u2212")
