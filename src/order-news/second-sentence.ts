/** How a second contract ended, in one sentence with the tick that decided. Plain functions; second-news.ts shows it. */

import type { TFunction } from "i18next"
import { SILENT_LIMIT_MS } from "#core/second/second-contract.ts"
import type { SecondContract } from "#core/wire/second.ts"
import { formatDecimal, formatNumber } from "../text/numbers.ts"
import { tickPrices } from "../text/tick-price.ts"

interface SentenceWords {
  t: TFunction<"option">
  language: string
  /** An own amount, ready to show; left out: in the reader's marks. */
  money?: (amount: string, currency: string) => string
  /** Decimals of the market's tick. */
  decimals: number
}

/**
 * The same wording for gain, tie and loss.
 * @example "Lost 50.00 USDT: BTC/USDT at 67,260.2 at the end (tick 8,204,117), 67,271.2 at the start."
 */
export function resultSentence(contract: SecondContract, words: SentenceWords): string {
  const { t, language, decimals } = words
  const { money = (amount, currency) => `${formatDecimal(amount, language)}\u00a0${currency}` } = words
  const { status, stake, profit, currency, open, settle, before } = contract
  const values = {
    market: contract.index.replace("_", "/"),
    stake: money(stake, currency),
    profit: money(profit, currency),
    tick: formatNumber((settle ?? before ?? open).seq, language),
    limit: formatNumber(SILENT_LIMIT_MS / 1000, language),
  }
  if (status === "refunded" || settle === null) return t("option:result.refunded", values)
  const [end, start] = tickPrices(settle.price, open.price, decimals, language)
  const key = status === "won" ? "won" : status === "lost" ? "lost" : "tied"
  return t(`option:result.${key}`, { ...values, end, start })
}
