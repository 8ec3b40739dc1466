/** A press on the button that sends: asked about where the user or a warning wants it, and never taken twice. */

import { useRef, useState } from "react"
import { useSnapshot } from "valtio"
import { choices, chosen } from "../stores/choices-store.ts"
import { clearAmount } from "../stores/ticket-store.ts"
import type { OrderRequest } from "./order-draft.ts"
import type { AskedOrder } from "./order-question.view.tsx"
import type { TicketState } from "./ticket-state.ts"

/** A second tap so soon after an answer was meant for the first. */
const DOUBLE_TAP_MS = 600

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
  const settledAt = useRef(0)
  const send = async ({ draft }: State) => {
    setAsked(null)
    if (!draft.request) return
    const isPlaced = await sendOrder(draft.request)
    settledAt.current = performance.now()
    if (!isPlaced) return
    clearAmount()
    onPlaced?.()
  }
  const press = (order: AskedOrder<State>) => {
    const { draft, guards } = order.state
    if (!draft.request || performance.now() - settledAt.current < DOUBLE_TAP_MS) return
    const mustAsk = guards.length > 0 || chosen(all, "confirmOrders") === "on"
    if (mustAsk) setAsked(order)
    else void send(order.state)
  }
  return { asked, press, answer: (state) => void send(state), dismiss: () => setAsked(null) }
}
