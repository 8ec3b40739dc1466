/** A market's name in a list. `BTC_USDT` is BTC/USDT, base strong and quote quiet. */

export interface MarketName {
  base: string
  quote: string
  /** As one text, for labels and titles. */
  pair: string
}

/** From its id alone, so that a row can be drawn before the catalogue came. */
export function marketName(id: string): MarketName {
  const [base = id, quote = ""] = id.split("_")
  return { base, quote, pair: quote === "" ? base : `${base}/${quote}` }
}
