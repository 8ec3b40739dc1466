/** Is this really the order? Asked once more: the order in full, as it is sent, and every guard's sentence. */

import { useRef } from "react"
import { useTranslation } from "react-i18next"
import { formatDecimal } from "../../text/numbers.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { useEachSecond } from "../../ui/each-second.ts"
import { Note } from "../../ui/note.tsx"
import styles from "./ticket.module.css"
import { guardSentence, previewMoney, sizeWords } from "./ticket-words.ts"
import type { TicketState } from "./use-ticket.ts"

/** The ticket as it stood when the button was pressed, and what the button said. */
export interface AskedOrder {
  state: TicketState
  label: string
}

interface OrderQuestionProps {
  /** Null: nothing is asked. */
  asked: AskedOrder | null
  onSafe: () => void
  onAnswer: (from: TicketState) => void
}

export function OrderQuestion({ asked, onSafe, onAnswer }: OrderQuestionProps) {
  const { t, i18n } = useTranslation("trade")
  // While the dialog leaves, it keeps its words.
  const latest = useRef<AskedOrder | null>(null)
  if (asked) latest.current = asked
  const shown = latest.current
  if (!shown) return null
  const size = sizeWords(shown.state.draft, shown.state.market, i18n.language)
  const { side } = shown.state.form
  return (
    <Dialog
      isOpen={asked !== null}
      title={size ? t(`confirm.${side}${size.key === "For" ? "For" : ""}`, size.values) : shown.label}
      safeAnswer={t("confirm.change")}
      onSafe={onSafe}
      answer={shown.state.guards.length > 0 ? t("confirm.sendAnyway") : shown.label}
      tone={side === "buy" ? "positive" : "negative"}
      onAnswer={() => asked && onAnswer(asked.state)}
    >
      <OrderInFull state={shown.state} />
    </Dialog>
  )
}

function OrderInFull({ state }: { state: TicketState }) {
  const { t, i18n } = useTranslation("trade")
  const { t: word } = useTranslation("app")
  const now = useEachSecond(state.guards.some(({ kind }) => kind === "stale"))
  const { draft, form, market, guards, hasFees } = state
  const { request, preview } = draft
  if (!request || !preview) return null
  const language = i18n.language
  const priced = (text: string) => `${formatDecimal(text, language)}\u00a0${market.quote}`
  const money = (sum: { amount: bigint; currency: string }) => previewMoney(preview, sum, market, language)
  const isMarket = request.type === "market"
  const rows = [
    [t("ticket.type"), typeWords(t, form.type, request)],
    request.stopPrice && [t("ticket.stop"), priced(request.stopPrice)],
    [t("ticket.price"), request.price ? priced(request.price) : t("ticket.byMarket")],
    [t(isMarket ? "ticket.payAbout" : "ticket.payMost"), money(preview.pays)],
    hasFees && [t("ticket.fee"), money(preview.fee)],
    hasFees && [t(isMarket ? "ticket.getAbout" : "ticket.getLeast"), money(preview.gets)],
  ].filter((row): row is [string, string] => Array.isArray(row))
  return (
    <div className={styles.question}>
      <dl className={styles.sums}>
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {guards.map((guard) => (
        <Note key={guard.kind} tone="warn">
          {guardSentence(guard, market, now, { t, word, language }, form.side)}
        </Note>
      ))}
    </div>
  )
}

/** "Limit, GTC", "Limit, Post-only". */
function typeWords(
  t: (key: "ticket.limit" | "ticket.market" | "ticket.stopLimit" | "ticket.postOnly") => string,
  type: TicketState["form"]["type"],
  { postOnly, timeInForce = "gtc" }: { postOnly?: boolean | undefined; timeInForce?: string | undefined },
): string {
  if (type === "market") return t("ticket.market")
  const name = t(type === "limit" ? "ticket.limit" : "ticket.stopLimit")
  return `${name}, ${postOnly ? t("ticket.postOnly") : timeInForce.toUpperCase()}`
}
