/** The coins of the spot account, their order and their worth. */

import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { type Rates, worthText } from "#core/money/worth.ts"
import type { Balance } from "#core/wire/trading.ts"

/**
 * `first`: of the market on screen, in their order, also where nothing of them is held; then the others by name. Not by
 * worth: rows would change places with every price.
 */
export function coinsInOrder(
  held: readonly Pick<Balance, "wallet" | "currency">[],
  first: readonly string[],
): string[] {
  const others = held
    .filter(({ wallet, currency }) => wallet === "funding" && !first.includes(currency))
    .map(({ currency }) => currency)
  return [...first, ...others.sort()]
}

/** The balance with its exact sum, and what that is worth in `inCurrency` (null: no price is known). */
export function coinFigures(
  { currency, available, held }: Pick<Balance, "currency" | "available" | "held">,
  rates: Rates,
  inCurrency: string,
) {
  const total = formatAmount(unitsOf(available) + unitsOf(held))
  return { currency, available, held, total, value: worthText(inCurrency, currency, total, rates) }
}
