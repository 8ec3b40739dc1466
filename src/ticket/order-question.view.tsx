/** The question before an order is sent: its terms in full, as they are sent, and every warning. */

import { useRef } from "react"
import { useTranslation } from "react-i18next"
import { Dialog } from "../ui/dialog.tsx"
import { useEachSecond } from "../ui/each-second.ts"
import { Note } from "../ui/note.tsx"
import styles from "./ticket.module.css"
import type { TicketState } from "./ticket-state.ts"
import { guardSentence } from "./ticket-words.ts"

/** The ticket as it stood when the button was pressed. */
export interface AskedOrder<State> {
  state: State
  /** What the button said. */
  label: string
  /** The question itself. */
  title: string
}

interface OrderQuestionProps<State extends TicketState> {
  /** Null: nothing is asked. */
  asked: AskedOrder<State> | null
  /** Name and figure of each term. */
  terms: (state: State) => readonly (readonly [string, string])[]
  onSafe: () => void
  onAnswer: (from: State) => void
}

export function OrderQuestion<State extends TicketState>(props: OrderQuestionProps<State>) {
  const { asked, terms, onSafe, onAnswer } = props
  const { t } = useTranslation("trade")
  // While the dialog leaves, it keeps its words.
  const latest = useRef<AskedOrder<State> | null>(null)
  if (asked) latest.current = asked
  const shown = latest.current
  if (!shown) return null
  const { state, label, title } = shown
  return (
    <Dialog
      isOpen={asked !== null}
      title={title}
      safeAnswer={t("confirm.change")}
      onSafe={onSafe}
      answer={state.guards.length > 0 ? t("confirm.sendAnyway") : label}
      tone={state.form.side === "buy" ? "positive" : "negative"}
      onAnswer={() => asked && onAnswer(asked.state)}
    >
      <OrderInFull state={state} terms={terms(state)} />
    </Dialog>
  )
}

interface OrderInFullProps {
  state: TicketState
  terms: readonly (readonly [string, string])[]
}

function OrderInFull({ state, terms }: OrderInFullProps) {
  const { t, i18n } = useTranslation("trade")
  const { t: word } = useTranslation("app")
  const { guards, market, form } = state
  const now = useEachSecond(guards.some(({ kind }) => kind === "stale"))
  return (
    <div className={styles.question}>
      <dl className={styles.sums}>
        {terms.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {guards.map((guard) => (
        <Note key={guard.kind} tone="warn">
          {guardSentence(guard, market, now, { t, word, language: i18n.language }, form.side)}
        </Note>
      ))}
    </div>
  )
}
