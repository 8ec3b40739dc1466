/** The contract ticket's door for orders that are pressed at a price: the engine is asked where only it can tell of a warning. */

import { useTranslation } from "react-i18next"
import { estimateContractOrder } from "#core/wire/contract-order-calls.ts"
import { call } from "../../api/call.ts"
import type { TicketForm } from "../../stores/ticket-store.ts"
import { patience } from "../../ticket/ask-fate.ts"
import { PriceOrders } from "../../ticket/price-orders.view.tsx"
import { actionWord, amountText } from "./contract-actions.view.tsx"
import { opensOf } from "./contract-input.ts"
import { type ContractOrderRequest, estimateAskOf } from "./contract-order.ts"
import { useTicketHere } from "./contract-scope.view.tsx"
import { sendContractOrder } from "./contract-sending.ts"
import { contractTerms } from "./contract-terms.ts"
import type { SideState } from "./use-contract-ticket.ts"

/** Nobody who presses at a price waits longer for the engine's word: without it they are asked. */
const ESTIMATE_PATIENCE_MS = 1500

export function ContractPriceOrders() {
  const { t, i18n } = useTranslation("perpetual")
  const { market, form, at, terms } = useTicketHere()
  /** Margin and liquidation of what opens are the engine's alone. */
  const judgeExactly = async (of: TicketForm): Promise<SideState | undefined> => {
    const state = at(of)
    const isOpening = terms !== undefined && opensOf(state.input, state.draft.order) > 0n
    const ask = isOpening ? estimateAskOf(state.input, state.draft.order) : undefined
    if (!ask || !state.draft.request) return state
    const answer = await call(estimateContractOrder, ask, patience(ESTIMATE_PATIENCE_MS))
    return answer.ok ? at(of, answer.data) : undefined
  }
  return (
    <PriceOrders<ContractOrderRequest, SideState>
      market={market}
      form={form}
      judge={at}
      judgeExactly={judgeExactly}
      send={sendContractOrder}
      words={(state) => {
        const label = actionWord(t, state.form.side, state.form.isReduceOnly)
        const amount = amountText(state, t, i18n.language)
        return { label, title: t("ticket.ask", { action: label, amount }) }
      }}
      terms={(state) => contractTerms(state, t, i18n.language)}
    />
  )
}
