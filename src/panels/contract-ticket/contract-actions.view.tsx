/** The two buttons that send a contract's order. Each says what it does; above them what should be known before. */

import type { TFunction } from "i18next"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { isStopType } from "#core/order/order-status.ts"
import type { Side } from "../../stores/ticket-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { problemText } from "../../text/problem-text.ts"
import { missingFields } from "../../ticket/missing-fields.ts"
import { useMoneyKey } from "../../ticket/money-key.ts"
import { useOrderPress } from "../../ticket/order-press.ts"
import { type AskedOrder, OrderQuestion } from "../../ticket/order-question.view.tsx"
import { sending } from "../../ticket/order-sending.ts"
import styles from "../../ticket/ticket.module.css"
import { TicketNotes } from "../../ticket/ticket-notes.view.tsx"
import { offerText, problemSentence } from "../../ticket/ticket-words.ts"
import { useTyped } from "../../ticket/use-typed.ts"
import { Button } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import { type ContractOrderRequest, refusalAtOnce } from "./contract-order.ts"
import { useTicketHere } from "./contract-scope.view.tsx"
import { sendContractOrder } from "./contract-sending.ts"
import { contractTerms } from "./contract-terms.ts"
import own from "./contract-ticket.module.css"
import type { SideState } from "./use-contract-ticket.ts"

interface ContractActionsProps {
  onPlaced?: () => void
  hasOneGuard?: boolean
}

export function ContractActions({ onPlaced, hasOneGuard = false }: ContractActionsProps) {
  const { t, i18n } = useTranslation("perpetual")
  const { both, sides } = useTicketHere()
  const { asked, press, answer, dismiss } = useOrderPress<ContractOrderRequest, SideState>(
    sendContractOrder,
    onPlaced,
  )
  return (
    <div className={styles.actions} data-contract-actions="">
      <TicketNotes state={both} hasOneGuard={hasOneGuard} />
      <SideNotes />
      <div className={own.sides}>
        <SideButton side="buy" onPress={press} />
        <SideButton side="sell" onPress={press} />
      </div>
      <OrderQuestion
        asked={asked}
        // Pressed before the engine had said its word: it comes while the question stands.
        terms={(from) =>
          contractTerms(
            { ...from, estimate: from.estimate ?? sides[from.form.side].estimate },
            t,
            i18n.language,
          )
        }
        onSafe={dismiss}
        onAnswer={answer}
      />
    </div>
  )
}

interface SideButtonProps {
  side: Side
  onPress: (order: AskedOrder<SideState>) => void
}

function SideButton({ side, onPress }: SideButtonProps) {
  const { t, i18n } = useTranslation("perpetual")
  const { sides, terms } = useTicketHere()
  const { state: sendingState } = useSnapshot(sending)
  const state = sides[side]
  const label = actionWord(t, side, state.form.isReduceOnly)
  const amount = amountText(state, t, i18n.language)
  const isReady = terms !== undefined && amount !== undefined && sendingState !== "unknown"
  const press = () => onPress({ state, label, title: t("ticket.ask", { action: label, amount }) })
  useMoneyKey(side === "buy" ? "sendBuy" : "sendSell", () => {
    if (isReady && sendingState === "idle") press()
  })
  return (
    <Button
      tone={side === "buy" ? "positive" : "negative"}
      size="primary"
      isBlock
      disabled={!isReady}
      isBusy={sendingState === "sending"}
      second={useSecondLine(state, amount)}
      onClick={press}
    >
      {label}
    </Button>
  )
}

/** A buy opens a long position or adds to it; one that only reduces closes a short one. */
export const actionWord = (t: TFunction<"perpetual">, side: Side, isReduceOnly: boolean): string =>
  isReduceOnly
    ? t(side === "buy" ? "ticket.closeShort" : "ticket.closeLong")
    : t(side === "buy" ? "ticket.openLong" : "ticket.openShort")

export function amountText(
  { draft: { request }, market }: SideState,
  t: TFunction<"perpetual">,
  language: string,
): string | undefined {
  if (request?.closePosition) return t("closePosition.whole")
  return request?.quantity && `${formatDecimal(request.quantity, language)}\u00a0${market.base}`
}

/** How much, or what is missing. */
function useSecondLine({ draft, form }: SideState, amount: string | undefined): string | undefined {
  const { t } = useTranslation("trade")
  const { t: own } = useTranslation("perpetual")
  const problem = draft.wrong?.problem
  if (problem?.kind === "target-side") {
    const isLow = (problem.target === "takeProfit") === problem.isLong
    return own(`targets.${isLow ? "low" : "high"}.${problem.target}`)
  }
  if (problem) return undefined
  if (amount !== undefined) return amount
  const missing = missingFields("perpetual", form)
  return missing && t(`ticket.need.${missing}`)
}

/** What only one of both sides may not do; what neither may stands above. */
function SideNotes() {
  const { t, i18n } = useTranslation("perpetual")
  const { t: word } = useTranslation("app")
  const { t: trade } = useTranslation("trade")
  const { both, sides, market } = useTicketHere()
  const typed = useTyped(market.id)
  const { outcome } = useSnapshot(sending)
  if (both.draft.wrong || outcome || market.state !== "open") return null
  const words = { t: trade, word, language: i18n.language }
  return (["buy", "sell"] as const).map((side) => {
    const { draft, form, input } = sides[side]
    const { wrong } = draft
    const later = draft.request && isStopType(form.type) ? refusalAtOnce(input) : undefined
    // A stop that reduces may wait for its position to come.
    if (later && later.name !== "REDUCE_ONLY_NO_POSITION")
      return (
        <Note key={side} tone="warn">
          {`${actionWord(t, side, form.isReduceOnly)}: `}
          {trade("ticket.firesRefused", { reason: problemText(later) })}
        </Note>
      )
    // A price fits one side, and the button of the other says so.
    const isOther =
      wrong?.problem.kind === "target-side" && !sides[side === "buy" ? "sell" : "buy"].draft.wrong
    if (!wrong || isOther) return null
    const { field, mend } = wrong
    const unit = field === "amount" && form.unit === "base" ? market.base : market.quote
    return (
      <Note key={side} tone="plain">
        {`${actionWord(t, side, form.isReduceOnly)}: ${problemSentence(wrong.problem, words)}`}{" "}
        {field && mend !== undefined ? (
          <button type="button" className={styles.mend} onClick={() => typed({ [field]: mend }, "wire")}>
            {trade("ticket.use", { value: offerText(mend, unit, i18n.language) })}
          </button>
        ) : null}
      </Note>
    )
  })
}
