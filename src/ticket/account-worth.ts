/** What the account behind a market is worth, for shares of it that are risked. */

import { useSnapshot } from "valtio"
import { unitsOf } from "#core/money/steps.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { account, balanceOf } from "../stores/account-store.ts"
import { contractAccount } from "../stores/contracts-store.ts"

/**
 * In 1e-8 of the quote, what is held in orders included; undefined while unknown. Of spot both coins of the pair, the base
 * at the last price; of a contract the equity of its account.
 * @param last in 1e-8 of the quote
 */
export function useWorth(market: TradedMarket, last: bigint | undefined): bigint | undefined {
  const { isKnown } = useSnapshot(account)
  const base = useSnapshot(balanceOf("funding", market.base))
  const quote = useSnapshot(balanceOf("funding", market.quote))
  const equity = useSnapshot(contractAccount).cells?.equity
  if (market.kind === "perpetual") {
    const worth = equity === undefined || equity.startsWith("-") ? 0n : unitsOf(equity)
    return worth > 0n ? worth : undefined
  }
  const coins = unitsOf(base.available) + unitsOf(base.held)
  const money = unitsOf(quote.available) + unitsOf(quote.held)
  if (!isKnown || (coins > 0n && last === undefined)) return undefined
  const worth = money + (coins * (last ?? 0n)) / UNITS_PER_COIN
  return worth > 0n ? worth : undefined
}
