/** Size from risk in the spot ticket: a share of the risk counts what the account has of the pair, coins at the last price. */

import { useOwnAmounts } from "../../amounts/own-amount.tsx"
import { fixedUnit } from "../../stores/ticket-store.ts"
import { useWorth } from "../../ticket/account-worth.ts"
import { SizeFromRisk } from "../../ticket/size-from-risk.view.tsx"
import type { SpotTicketState } from "./use-ticket.ts"

export function SpotRisk({ state, isOpen = false }: { state: SpotTicketState; isOpen?: boolean }) {
  const { last } = state.input.prices
  const { tick } = state.input.instrument
  const worth = useWorth(state.market, last === undefined ? undefined : BigInt(last) * tick)
  const amount = useOwnAmounts()
  // A trailing buy spends a sum: its size isn't known before it fires.
  if (fixedUnit("spot", state.form) === "quote") return null
  return (
    <SizeFromRisk state={state} rate={state.input.fees.taker} worth={worth} amount={amount} isOpen={isOpen} />
  )
}
