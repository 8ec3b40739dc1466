/** Splits an exchange's market name into base and quote. */

import type { RecordedSymbol } from "./recorded-event.ts"

/** Longest first, so that `BTCFDUSD` is not read as a market in USD. */
const QUOTES = [
  "FDUSD",
  "USDT",
  "USDC",
  "BUSD",
  "TUSD",
  "DAI",
  "EUR",
  "TRY",
  "BRL",
  "GBP",
  "BTC",
  "ETH",
  "BNB",
  "USD",
]
/** Old names of coins. */
const RENAMED: Readonly<Record<string, string>> = { XBT: "BTC", XDG: "DOGE" }

const NAME = /^[A-Z0-9]{1,16}$/

/**
 * `BTC-USDT`, `XBT/CHF`, `btcusdt`, `BTC-USDT-SWAP`, `BTCUSD_PERP`. Where there is no mark between the coins the
 * quote is found at the end.
 * @throws Error when no pair can be made out.
 */
export function symbolOf(name: string, isPerpetual = false): RecordedSymbol {
  const upper = name.toUpperCase()
  const parts = upper.split(/[-/_:]/)
  const swap = isPerpetual || /(?:SWAP|PERP)$/.test(upper)
  const [first = "", second = ""] = parts
  const quote =
    parts.length > 1 && !/^(?:PERP|SWAP|SPBL|UMCBL|\d+)$/.test(second)
      ? second
      : QUOTES.find((one) => first.endsWith(one))
  const base = quote === second ? first : first.slice(0, first.length - (quote?.length ?? 0))
  if (!quote || !NAME.test(base) || !NAME.test(quote))
    throw new Error(`The market name ${name} can't be read as a pair.`)
  return { name, base: RENAMED[base] ?? base, quote: RENAMED[quote] ?? quote, isPerpetual: swap }
}

/** Id of the instrument that stands for it: `BTC_USDT`, `BTC_USDT_PERP`. */
export const instrumentIdOf = ({ base, quote, isPerpetual }: RecordedSymbol) =>
  `${base}_${quote}${isPerpetual ? "_PERP" : ""}`
