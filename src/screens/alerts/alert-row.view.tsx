/** One alert of a list: what it waits for or what fired it, how it is told, and what can be done with it. */

import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import type { AlertRow } from "#core/wire/alert.ts"
import { changeAlert, removeAlert } from "#core/wire/alert-calls.ts"
import { type Answer, call } from "../../api/call.ts"
import { Moment } from "../../lists/moment.tsx"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Icon, Pause, Pencil, Play, Trash2 } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { showToast } from "../../ui/toaster.ts"
import { firedText, scopeText, waitsText } from "./alert-terms-text.ts"
import styles from "./alerts.module.css"

interface RowProps {
  row: AlertRow
}

export function ActiveRow({ row, onChange }: RowProps & { onChange: () => void }) {
  const { t } = useTranslation("alerts")
  const { isBusy, act, remove } = useActions(row)
  const alert = useName(row)
  const isArmed = row.state === "armed"
  const toggle = () =>
    act(
      call(changeAlert, { id: row.id, state: isArmed ? "paused" : "armed" }),
      t(isArmed ? "page.saidPaused" : "page.saidArmed"),
    )
  return (
    <Shape
      row={row}
      mark={<Badge tone={isArmed ? "accent" : "plain"}>{t(isArmed ? "page.armed" : "page.paused")}</Badge>}
      time={row.armed}
    >
      <IconButton
        glyph={isArmed ? Pause : Play}
        label={t(isArmed ? "page.pause" : "page.arm", { alert })}
        disabled={isBusy}
        onClick={() => void toggle()}
      />
      <IconButton glyph={Pencil} label={t("page.change", { alert })} disabled={isBusy} onClick={onChange} />
      <IconButton
        glyph={Trash2}
        label={t("page.remove", { alert })}
        disabled={isBusy}
        onClick={() => void remove()}
      />
    </Shape>
  )
}

/** `onGone`: it isn't in the list any more, armed again or removed. */
export function FiredRow({ row, onGone }: RowProps & { onGone: () => void }) {
  const { t, i18n } = useTranslation("alerts")
  const { isBusy, act, remove } = useActions(row, onGone)
  const alert = useName(row)
  const value = firedText(row, i18n.language)
  return (
    <Shape
      row={row}
      // As the page tells it: said in a toast it is seen.
      mark={row.seen ? null : <Badge tone="info">{t("page.new")}</Badge>}
      value={value && t("value", { value })}
      time={row.fired}
    >
      <Button
        tone="outline"
        icon={<Icon glyph={Play} size={16} />}
        aria-label={t("page.againOf", { alert })}
        isBusy={isBusy}
        onClick={() => void act(call(changeAlert, { id: row.id, state: "armed" }), t("page.saidArmed"))}
      >
        {t("page.again")}
      </Button>
      <IconButton
        glyph={Trash2}
        label={t("page.remove", { alert })}
        disabled={isBusy}
        onClick={() => void remove()}
      />
    </Shape>
  )
}

interface ShapeProps extends RowProps {
  mark: ReactNode
  /** What fired it; empty: nothing so far. */
  value?: string
  /** When it was armed, or fired. */
  time: number
  /** What can be done with it. */
  children: ReactNode
}

function Shape({ row, mark, value, time, children }: ShapeProps) {
  const { t, i18n } = useTranslation("alerts")
  const { condition, note, mail, push } = row
  const told = ["onPage" as const, ...(mail ? ["mail" as const] : []), ...(push ? ["push" as const] : [])]
  return (
    <article className={styles.row} data-alert-row={row.id}>
      <div className={styles.words}>
        <p className={styles.first}>
          <b className={styles.scope}>{scopeText(condition, t)}</b>
          {mark}
          <span className={styles.meta}>
            <Moment time={time} />
          </span>
        </p>
        <p className={styles.waits}>{waitsText(row, t, i18n.language)}</p>
        {value ? <p className={styles.value}>{value}</p> : null}
        {note ? <p className={styles.note}>{note}</p> : null}
        <p className={styles.meta}>{told.map((way) => t(`page.${way}`)).join(" · ")}</p>
      </div>
      <div className={styles.acts}>{children}</div>
    </article>
  )
}

/** As buttons name it: there are as many of each as rows. */
function useName(row: AlertRow): string {
  const { t, i18n } = useTranslation("alerts")
  return `${scopeText(row.condition, t)}, ${waitsText(row, t, i18n.language)}`
}

/** One thing at a time; what became of it is said, and the row itself follows the private socket. */
function useActions({ id }: AlertRow, onGone?: () => void) {
  const { t } = useTranslation("alerts")
  const [isBusy, setIsBusy] = useState(false)
  const act = async (sent: Promise<Answer<unknown>>, said: string) => {
    setIsBusy(true)
    const answer = await sent
    setIsBusy(false)
    if (answer.ok) showToast("success", said)
    else showToast("failure", answer.failure.text)
    // Also after a refusal: it may have gone elsewhere.
    onGone?.()
  }
  return { isBusy, act, remove: () => act(call(removeAlert, { id }), t("page.saidRemoved")) }
}
