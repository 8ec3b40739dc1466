/** The state of the spot ticket: what every ticket follows, with the user's balances, fees and usual order size. */

import { useSnapshot } from "valtio"
import { unitsOf } from "#core/money/steps.ts"
import type { Fees, OrderPreview } from "#core/order/order-preview.ts"
import type { SpotMarket } from "#core/wire/market.ts"
import { spotFees } from "#core/wire/spot-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { account, balanceOf } from "../../stores/account-store.ts"
import { session } from "../../stores/session-store.ts"
import type { TicketForm } from "../../stores/ticket-store.ts"
import { guardsOf } from "../../ticket/guards.ts"
import { draftOf } from "../../ticket/order-draft.ts"
import { rateOf } from "../../ticket/ticket-market.ts"
import { type TicketState, useMarketInput, useOfferedPrice } from "../../ticket/ticket-state.ts"
import { useUsualSize } from "../../ticket/usual-size.ts"
import { instrumentOf, SPOT_ORDER, type SpotDraftInput, type SpotOrderRequest } from "./spot-order.ts"

/** Everyone's rates until the server has told one's own: fees are shown as unknown meanwhile. */
const USUAL_FEES: Fees = { maker: 100_000n, taker: 100_000n, feeIn: "received" }

export type SpotTicketState = TicketState<SpotOrderRequest, OrderPreview, SpotDraftInput>

/** With the way to judge another order by the same book, balances and limits. */
export interface SpotTicket extends SpotTicketState {
  at: (form: TicketForm) => SpotTicketState
}

/** Reckoned anew when form, book, balance, fees or limits change. `isShown` false: nothing is subscribed. */
export function useTicket(market: SpotMarket, isShown = true): SpotTicket {
  const { form, input: known, freshness, limits, own } = useMarketInput(instrumentOf(market), isShown)
  const isIn = useSnapshot(session).token !== null
  const { isKnown } = useSnapshot(account)
  const base = useSnapshot(balanceOf("funding", market.base)).available
  const quote = useSnapshot(balanceOf("funding", market.quote)).available
  const fees = useFees(market.id, isIn && isShown)
  const usual = useUsualSize(market, isIn && isShown)
  const isKnownIn = isIn && isKnown
  const inputOf = (at: TicketForm): SpotDraftInput => ({
    ...known,
    form: at,
    fees: fees ?? USUAL_FEES,
    available: isKnownIn ? { base: unitsOf(base), quote: unitsOf(quote) } : undefined,
  })
  const stateOf = (
    at: TicketForm,
    input: SpotDraftInput,
    draft: SpotTicketState["draft"],
  ): SpotTicketState => ({
    market,
    form: at,
    input,
    draft,
    guards: guardsOf({ input, kind: SPOT_ORDER, draft, limits, usual, freshness, own }),
    freshness,
    hasFees: fees !== undefined,
    available: isKnownIn ? (at.side === "buy" ? quote : base) : null,
  })
  const input = inputOf(form)
  const draft = draftOf(input, SPOT_ORDER)
  useOfferedPrice(isShown ? input : null, draft.readings.price)
  return {
    ...stateOf(form, input, draft),
    at: (other) => {
      const otherInput = inputOf(other)
      return stateOf(other, otherInput, draftOf(otherInput, SPOT_ORDER))
    },
  }
}

function useFees(instrument: string, isWanted: boolean): Fees | undefined {
  const { data } = useAnswer(spotFees, { instrument }, isWanted)
  return data && { maker: rateOf(data.maker), taker: rateOf(data.taker), feeIn: data.feeIn }
}
