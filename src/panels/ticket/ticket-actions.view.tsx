/**
 * What sends the order? One button that says what it does, with the very texts that are sent. It asks once more where the
 * user wants that, or where a guard has something to say, and sends what stood in the question, whatever moved since.
 */

import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { choices, chosen } from "../../stores/choices-store.ts"
import { market as markets } from "../../stores/market-store.ts"
import { clearAmount } from "../../stores/ticket-store.ts"
import { Button } from "../../ui/button.tsx"
import { type AskedOrder, OrderQuestion } from "./order-question.view.tsx"
import { sending, sendOrder } from "./order-sending.ts"
import styles from "./ticket.module.css"
import { TicketNotes } from "./ticket-notes.view.tsx"
import { previewMoney, sizeWords } from "./ticket-words.ts"
import type { TicketState } from "./use-ticket.ts"

/** A second tap so soon after an answer was meant for the first. */
const DOUBLE_TAP_MS = 600

interface TicketActionsProps {
  state: TicketState
  onPlaced?: () => void
  hasOneGuard?: boolean
}

export function TicketActions({ state, onPlaced, hasOneGuard = false }: TicketActionsProps) {
  const { t } = useTranslation("trade")
  const { t: common } = useTranslation("market")
  const { i18n } = useTranslation()
  const { all } = useSnapshot(choices)
  const { state: sendingState } = useSnapshot(sending)
  const [asked, setAsked] = useState<AskedOrder | null>(null)
  const settledAt = useRef(0)
  const { form, draft, market, guards } = state
  const size = sizeWords(draft, market, i18n.language)
  const isBuy = form.side === "buy"
  const label = size
    ? t(`ticket.${form.side}${size.key}`, size.values)
    : common(isBuy ? "ticket.buyCoin" : "ticket.sellCoin", { base: market.base })

  const send = async (from: TicketState) => {
    setAsked(null)
    if (!from.draft.request) return
    const isPlaced = await sendOrder(from.draft.request)
    settledAt.current = performance.now()
    if (!isPlaced) return
    clearAmount()
    onPlaced?.()
  }
  const press = () => {
    if (!draft.request || performance.now() - settledAt.current < DOUBLE_TAP_MS) return
    const mustAsk = guards.length > 0 || chosen(all, "confirmOrders") === "on"
    if (mustAsk) setAsked({ state, label })
    else void send(state)
  }
  return (
    <div className={styles.actions}>
      <TicketNotes state={state} hasOneGuard={hasOneGuard} />
      <Button
        tone={isBuy ? "positive" : "negative"}
        size="primary"
        isBlock
        disabled={!draft.request || sendingState === "unknown"}
        isBusy={sendingState === "sending"}
        second={useSecondLine(state)}
        onClick={press}
      >
        {label}
      </Button>
      <OrderQuestion asked={asked} onSafe={() => setAsked(null)} onAnswer={(from) => void send(from)} />
    </div>
  )
}

/** What it comes to, and that it is practice money; or what is missing. */
function useSecondLine({ draft, form, market, hasFees }: TicketState): string | undefined {
  const { t, i18n } = useTranslation("trade")
  const { feed } = useSnapshot(markets)
  const { preview, request } = draft
  if (!request || !preview) {
    if (draft.wrong) return undefined
    return t(form.type === "market" || form.price !== "" ? "ticket.needAmount" : "ticket.needPrice")
  }
  const sum = form.side === "buy" ? (request.budget === undefined ? preview.pays : undefined) : preview.gets
  const total = sum && sum.amount > 0n ? previewMoney(preview, sum, market, i18n.language) : undefined
  const hasFeeInside = hasFees && preview.fee.currency === market.quote
  const word = hasFeeInside ? (form.side === "buy" ? "withFee" : "afterFee") : "forTotal"
  const words = total && t(`ticket.${word}`, { total })
  if (!feed?.practice) return words
  return words ? t("ticket.practice", { words }) : undefined
}
