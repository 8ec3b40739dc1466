/** The result of a transfer. Said where it was asked: done, refused, or not known yet and being asked for. */

import { useTranslation } from "react-i18next"
import { ScreenLink } from "../../places/screen-link.tsx"
import { clockText } from "../../text/clock.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { Button } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import styles from "./transfer-form.module.css"
import { askForTransfer, type Moved, type TransferState } from "./transferring.ts"

function useMovedValues() {
  const { t, i18n } = useTranslation("assets")
  return (moved: Moved) => ({
    amount: `${formatDecimal(moved.amount, i18n.language)}\u00a0${moved.currency}`,
    from: t(`wallet.${moved.from}`),
    to: t(`wallet.${moved.to}`),
  })
}

/** What is said of one that was done. */
export function useDoneWords(): (moved: Moved) => string {
  const { t } = useTranslation("assets")
  const values = useMovedValues()
  return (moved) => t("transfer.done", values(moved))
}

export function TransferWord({ state }: { state: TransferState }) {
  const { t } = useTranslation("assets")
  const values = useMovedValues()
  const done = useDoneWords()
  if (state.kind === "refused")
    return (
      <Note tone="danger" isAlert>
        {state.text}
      </Note>
    )
  // One place that is always there: what appears in it is read out.
  return (
    <div role="status">
      {state.kind === "done" ? (
        <Note tone="info">
          {done(state.moved)}{" "}
          <ScreenLink to="/pages/assets/record" className={styles.link}>
            {t("transfer.seeBill")}
          </ScreenLink>
        </Note>
      ) : null}
      {state.kind === "lapsed" ? <Note tone="warn">{t("transfer.lapsed", values(state.moved))}</Note> : null}
      {state.kind === "unknown" ? (
        <Note tone="warn">
          <p>{t("transfer.unknown", { ...values(state.moved), time: clockText(state.at) })}</p>
          <Button tone="outline" className={styles.ask} isBusy={state.isAsking} onClick={askForTransfer}>
            {t("transfer.askNow")}
          </Button>
        </Note>
      ) : null}
    </div>
  )
}
