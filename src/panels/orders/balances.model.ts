/** In which order do the coins of the spot account stand? */

import type { Balance } from "#core/wire/trading.ts"

/** `first`: of the market on screen, in their order, also where nothing of them is held; then the others by name. */
export function coinsInOrder(
  held: readonly Pick<Balance, "wallet" | "currency">[],
  first: readonly string[],
): string[] {
  const others = held
    .filter(({ wallet, currency }) => wallet === "funding" && !first.includes(currency))
    .map(({ currency }) => currency)
  return [...first, ...others.sort()]
}
