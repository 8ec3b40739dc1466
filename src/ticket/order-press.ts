/** A press on the button that sends: asked about where the user or a warning wants it, and never taken twice. */

import { useState } from "react"
import { useSnapshot } from "valtio"
import { choices, chosen } from "../stores/choices-store.ts"
import { clearAmount } from "../stores/ticket-store.ts"
import type { OrderRequest } from "./order-draft.ts"
import type { AskedOrder } from "./order-question.view.tsx"
import type { TicketState } from "./ticket-state.ts"
import { useDoubleTap } from "./use-double-tap.ts"

interface OrderPress<State> {
  /** What is being asked about; null: nothing. */
  asked: AskedOrder<State> | null
  /** The button was pressed while `order` stood in the ticket. */
  press: (order: AskedOrder<State>) => void
  /** The question was answered: what stood in it is sent, whatever moved since. */
  answer: (state: State) => void
  dismiss: () => void
}

/** @param onPlaced after the order was placed and its amount cleared */
export function useOrderPress<Request extends OrderRequest, State extends TicketState<Request>>(
  sendOrder: (request: Request) => Promise<boolean>,
  onPlaced: (() => void) | undefined,
): OrderPress<State> {
  const { all } = useSnapshot(choices)
  const [asked, setAsked] = useState<AskedOrder<State> | null>(null)
  const taps = useDoubleTap()
  const send = async ({ draft }: State, button: string) => {
    setAsked(null)
    if (!draft.request) return
    const isPlaced = await sendOrder(draft.request)
    taps.answered(button)
    if (!isPlaced) return
    clearAmount()
    onPlaced?.()
  }
  const press = (order: AskedOrder<State>) => {
    const { draft, guards } = order.state
    if (!draft.request || taps.isSecondTap(order.label)) return
    const mustAsk = guards.length > 0 || chosen(all, "confirmOrders") === "on"
    if (mustAsk) setAsked(order)
    else void send(order.state, order.label)
  }
  return {
    asked,
    press,
    answer: (state) => void send(state, asked?.label ?? ""),
    dismiss: () => setAsked(null),
  }
}
