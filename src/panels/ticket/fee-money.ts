/** A fee as the spot ticket tells it. */

import { formatAmount } from "#core/money/steps.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { QUOTE_DECIMALS, raiseDecimal } from "../../amounts/own-decimals.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { previewMoney } from "../../ticket/ticket-words.ts"

/** In the quote currency by cents, rounded up; in a coin to its last unit. */
export function feeMoney(
  fee: { amount: bigint; currency: string },
  market: TradedMarket,
  language: string,
): string {
  if (fee.currency !== market.quote) return previewMoney({}, fee, market, language)
  const text = raiseDecimal(formatAmount(fee.amount, QUOTE_DECIMALS), QUOTE_DECIMALS)
  return `${formatDecimal(text, language)}\u00a0${fee.currency}`
}
