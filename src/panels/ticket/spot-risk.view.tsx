/** Size from risk in the spot ticket: a share of the risk counts what the account has of the pair, coins at the last price. */

import { useSnapshot } from "valtio"
import { unitsOf } from "#core/money/steps.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import { useOwnAmounts } from "../../amounts/own-amount.tsx"
import { account, balanceOf } from "../../stores/account-store.ts"
import { fixedUnit } from "../../stores/ticket-store.ts"
import { SizeFromRisk } from "../../ticket/size-from-risk.view.tsx"
import type { SpotTicketState } from "./use-ticket.ts"

export function SpotRisk({ state, isOpen = false }: { state: SpotTicketState; isOpen?: boolean }) {
  const worth = usePairWorth(state)
  const amount = useOwnAmounts()
  // A trailing buy spends a sum: its size isn't known before it fires.
  if (fixedUnit("spot", state.form) === "quote") return null
  return (
    <SizeFromRisk state={state} rate={state.input.fees.taker} worth={worth} amount={amount} isOpen={isOpen} />
  )
}

/** In 1e-8 of the quote, what is held in orders included; undefined while unknown. */
function usePairWorth({ market, input }: SpotTicketState): bigint | undefined {
  const { isKnown } = useSnapshot(account)
  const base = useSnapshot(balanceOf("funding", market.base))
  const quote = useSnapshot(balanceOf("funding", market.quote))
  const { last } = input.prices
  const coins = unitsOf(base.available) + unitsOf(base.held)
  const money = unitsOf(quote.available) + unitsOf(quote.held)
  if (!isKnown || (coins > 0n && last === undefined)) return undefined
  const worth = money + (coins * BigInt(last ?? 0) * input.instrument.tick) / UNITS_PER_COIN
  return worth > 0n ? worth : undefined
}
