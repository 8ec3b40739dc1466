/** The one name of a market that a person reads, on the page and in messages. */

/**
 * From its id alone, so that it can be said before the catalogue came; empty stays empty. The words are those of the
 * markets' badges, in the reader's language.
 * @example marketTitleOf("BTC_USDT_PERP", { perpetual: "Perp", second: "Seconds" }) // "BTC/USDT Perp"
 */
export function marketTitleOf(id: string, words: { perpetual: string; second: string }): string {
  const [base = "", quote, kind] = id.split("_")
  const word = kind === "PERP" ? words.perpetual : kind === "SEC" ? words.second : ""
  return `${base}${quote ? `/${quote}` : ""}${word && ` ${word}`}`
}
