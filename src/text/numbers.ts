/** Figures in the reader's language. Decimals stay text: no float is made of a price on its way. */

const groupers = new Map<string, Intl.NumberFormat>()

function grouperOf(language: string): Intl.NumberFormat {
  const known = groupers.get(language) ?? new Intl.NumberFormat(language, { maximumFractionDigits: 20 })
  groupers.set(language, known)
  return known
}

/**
 * Marks of the page's own languages: the same in every release of Unicode's data. To ask the browser costs its first
 * formatter, some 40 ms of a slow phone, in the middle of the first screen.
 */
const DECIMAL_MARKS: Readonly<Record<string, string>> = {
  zh: ".",
  en: ".",
  de: ",",
  fr: ",",
  es: ",",
  pt: ",",
  it: ",",
  pl: ",",
}

/** Fewer digits than these are parted in no language. */
const GROUPED_FROM_DIGITS = 4

const markIn = (language: string): string =>
  DECIMAL_MARKS[language] ??
  grouperOf(language)
    .formatToParts(0.5)
    .find((part) => part.type === "decimal")?.value ??
  "."

let chosenNumbers: string | undefined

/** Numbers have the marks of this language from now on, whatever the words are in; undefined: the words' own. */
export function setNumbers(language: string | undefined): void {
  chosenNumbers = language
}

/** The language whose marks numbers have on a page in `language`. */
export const numbersIn = (language: string): string => chosenNumbers ?? language

/** What parts the whole from its fraction. */
export const decimalMark = (language: string): string => markIn(numbersIn(language))

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
  const head =
    whole.length < GROUPED_FROM_DIGITS && !/^0\d/.test(whole)
      ? whole
      : grouperOf(language).format(BigInt(whole))
  return `${minus ? "\u2212" : ""}${head}${fraction === undefined ? "" : markIn(language) + fraction}`
}

const withRealMinus = (text: string) => text.replace("-", "\u2212")
