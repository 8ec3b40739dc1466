/**
 * The button that sends a spot order: it says what it does, with the very texts that are sent. Above it what should be
 * known before.
 */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { market as markets } from "../../stores/market-store.ts"
import { pickSide, type Side } from "../../stores/ticket-store.ts"
import { missingFields } from "../../ticket/missing-fields.ts"
import { useMoneyKey } from "../../ticket/money-key.ts"
import { useOrderPress } from "../../ticket/order-press.ts"
import { OrderQuestion } from "../../ticket/order-question.view.tsx"
import { sending } from "../../ticket/order-sending.ts"
import styles from "../../ticket/ticket.module.css"
import { TicketNotes } from "../../ticket/ticket-notes.view.tsx"
import { previewMoney } from "../../ticket/ticket-words.ts"
import { Button } from "../../ui/button.tsx"
import { orderTerms } from "./order-terms.ts"
import type { SpotOrderRequest } from "./spot-order.ts"
import { spotOrderWords } from "./spot-order-words.ts"
import { sendSpotOrder } from "./spot-sending.ts"
import type { SpotTicketState } from "./use-ticket.ts"

interface TicketActionsProps {
  state: SpotTicketState
  onPlaced?: () => void
  hasOneGuard?: boolean
}

export function TicketActions({ state, onPlaced, hasOneGuard = false }: TicketActionsProps) {
  const { t, i18n } = useTranslation("trade")
  const { state: sendingState } = useSnapshot(sending)
  const { asked, press, answer, dismiss } = useOrderPress<SpotOrderRequest, SpotTicketState>(
    sendSpotOrder,
    onPlaced,
  )
  const { form, draft, market } = state
  const isBuy = form.side === "buy"
  const { label, title } = spotOrderWords(state, t, i18n.language)
  const isReady = draft.request !== undefined && sendingState === "idle"
  const sendOrTurn = (side: Side) => {
    // What stands there was typed for the other side: the first press turns it, and shows what it would be.
    if (form.side !== side) pickSide(market.id, side)
    else if (isReady) press({ state, label, title })
  }
  useMoneyKey("sendBuy", () => sendOrTurn("buy"))
  useMoneyKey("sendSell", () => sendOrTurn("sell"))
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
        onClick={() => press({ state, label, title })}
      >
        {label}
      </Button>
      <OrderQuestion
        asked={asked}
        terms={(from) => orderTerms(from, t, i18n.language)}
        onSafe={dismiss}
        onAnswer={answer}
      />
    </div>
  )
}

/** What it comes to, and that it is practice money; or what is missing. */
function useSecondLine({ draft, form, market, hasFees }: SpotTicketState): string | undefined {
  const { t, i18n } = useTranslation("trade")
  const { feed } = useSnapshot(markets)
  const { preview, request } = draft
  if (!request || !preview) {
    if (draft.wrong) return undefined
    const missing = missingFields("spot", form)
    return missing && t(`ticket.need.${missing}`)
  }
  const sum = form.side === "buy" ? (request.budget === undefined ? preview.pays : undefined) : preview.gets
  // Where the book ends before the order does, what it comes to isn't known; nor when a trailing stop will fire.
  const isKnown =
    form.type !== "trailing-stop" &&
    (request.quantity === undefined || preview.walk === undefined || preview.walk.end === "filled")
  const total =
    isKnown && sum && sum.amount > 0n ? previewMoney(preview, sum, market, i18n.language) : undefined
  const hasFeeInside = hasFees && preview.fee.currency === market.quote
  const word = hasFeeInside ? (form.side === "buy" ? "withFee" : "afterFee") : "forTotal"
  const words = total && t(`ticket.${word}`, { total })
  if (!feed?.practice) return words
  return words ? t("ticket.practice", { words }) : undefined
}
