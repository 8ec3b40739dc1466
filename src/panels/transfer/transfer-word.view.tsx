/** The result of a transfer. Said where it was asked: done, refused, or not known yet and being asked for. */

import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { ScreenLink } from "../../places/screen-link.tsx"
import { clockText } from "../../text/clock.ts"
import { Button } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import styles from "./transfer-form.module.css"
import { doneWords, lapsedWords, movedValues } from "./transfer-words.ts"
import { askForTransfer, type TransferState, watchTransfer } from "./transferring.ts"

export function TransferWord({ state }: { state: TransferState }) {
  const { t } = useTranslation("assets")
  useEffect(watchTransfer, [])
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
          {doneWords(state.moved)}{" "}
          <ScreenLink to="/pages/assets/record" className={styles.link}>
            {t("transfer.seeBill")}
          </ScreenLink>
        </Note>
      ) : null}
      {state.kind === "lapsed" ? <Note tone="warn">{lapsedWords(state.moved)}</Note> : null}
      {state.kind === "unknown" ? (
        <Note tone="warn">
          <p>{t("transfer.unknown", { ...movedValues(state.moved), time: clockText(state.at) })}</p>
          <Button tone="outline" className={styles.ask} isBusy={state.isAsking} onClick={askForTransfer}>
            {t("transfer.askNow")}
          </Button>
        </Note>
      ) : null}
    </div>
  )
}
