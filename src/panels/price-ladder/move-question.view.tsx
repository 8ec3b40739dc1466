/** The question before own orders are moved: where one confirms orders, and where a warning wants it. */

import { useRef } from "react"
import { useTranslation } from "react-i18next"
import { formatDecimal } from "../../text/numbers.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { Note } from "../../ui/note.tsx"
import styles from "./question.module.css"
import type { AskedMove } from "./use-moves.ts"

interface MoveQuestionProps {
  asked: AskedMove | undefined
  onAnswer: (isYes: boolean) => void
}

export function MoveQuestion({ asked, onAnswer }: MoveQuestionProps) {
  const { t, i18n } = useTranslation("ladder")
  // While the dialog leaves, it keeps its words.
  const latest = useRef<AskedMove>(undefined)
  if (asked) latest.current = asked
  const shown = latest.current
  if (!shown) return null
  const price = formatDecimal(shown.price, i18n.language)
  const { orders, text, side } = shown.own
  return (
    <Dialog
      isOpen={asked !== undefined}
      title={t("moveTitle", { price })}
      safeAnswer={t("keepThere")}
      onSafe={() => onAnswer(false)}
      answer={t(shown.warnings.length > 0 ? "moveAnyway" : "move")}
      tone={side === "buy" ? "positive" : "negative"}
      onAnswer={() => onAnswer(true)}
    >
      <div className={styles.question}>
        <p>{t("moveText", { count: orders.length, quantity: text, price })}</p>
        {shown.warnings.map((warning) => (
          <Note key={warning} tone="warn">
            {warning}
          </Note>
        ))}
      </div>
    </Dialog>
  )
}
