/** The sheet on which an alert is set or changed: what it waits for, how it is told, a note. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { ALERT_NOTE_MAX, type AlertRow } from "#core/wire/alert.ts"
import { addAlert, changeAlert } from "#core/wire/alert-calls.ts"
import { call } from "../../api/call.ts"
import { market } from "../../stores/market-store.ts"
import { recentMarkets } from "../../stores/recent-markets.ts"
import { session } from "../../stores/session-store.ts"
import { problemText } from "../../text/problem-text.ts"
import { pageMark } from "../../text/typed-number.ts"
import { Button } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { Switch } from "../../ui/switch.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { showToast } from "../../ui/toaster.ts"
import {
  chosenTerms,
  type DraftTerms,
  marketsFor,
  newTerms,
  readTerms,
  sameTerms,
  type TermsReading,
  termsTyped,
} from "./alert-draft.ts"
import { TermsFields } from "./alert-fields.view.tsx"
import { scopeText, waitsText } from "./alert-terms-text.ts"
import styles from "./alerts.module.css"

interface AlertFormProps {
  /** Undefined: a new one. */
  alert: AlertRow | undefined
  /** There may be no more: `most` of them are there. */
  isFull: boolean
  most: number | undefined
  onClose: () => void
}

export function AlertForm({ alert, isFull, most, onClose }: AlertFormProps) {
  const { t, i18n } = useTranslation("alerts")
  const all = useSnapshot(market).catalogue?.all ?? []
  const [began] = useState(() =>
    alert ? termsTyped(alert.condition, i18n.language) : newTerms(firstMarket()),
  )
  const [terms, setTerms] = useState(began)
  const [note, setNote] = useState(alert?.note ?? "")
  const [mail, setMail] = useState(alert?.mail ?? false)
  const [push, setPush] = useState(alert?.push ?? true)
  const { isBusy, problem, isTried, forget, send } = useSending(alert, onClose)
  const change = (changed: Partial<DraftTerms>) => {
    forget()
    setTerms((before) => before && chosenTerms(before, changed, all))
  }
  const save = () => {
    const isAsBefore = terms === undefined || (alert && began && sameTerms(began, terms))
    // Unchanged it isn't sent: that would arm it anew.
    const read = isAsBefore ? undefined : readTerms(terms, pageMark(i18n.language))
    send(read, { note: note.trim(), mail, push })
  }
  const refusal = isFull ? problemText({ name: "ALERT_COUNT", values: { limit: most ?? 0 } }) : problem
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={t(alert ? "form.changeTitle" : "page.add")}
      footer={
        <Button tone="accent" size="primary" isBlock isBusy={isBusy} disabled={isFull} onClick={save}>
          {t(alert ? "form.save" : "form.set")}
        </Button>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy && !isFull) save()
        }}
      >
        {terms ? (
          <TermsFields
            terms={terms}
            all={all}
            isTried={isTried}
            // What is paused may be reached: it is armed later.
            warnsReached={alert?.state !== "paused" && !refusal}
            onChange={change}
          />
        ) : (
          <LineWords alert={alert} />
        )}
        <Ways mail={mail} push={push} onMail={setMail} onPush={setPush} />
        <TextField
          label={t("form.note")}
          value={note}
          onChange={setNote}
          name="note"
          autoComplete="off"
          autoCapitalize="sentences"
          maxLength={ALERT_NOTE_MAX}
          hint={t("form.noteHint")}
        />
        {refusal ? (
          <Note tone="danger" isAlert>
            {refusal}
          </Note>
        ) : null}
        <button type="submit" hidden />
      </form>
    </Sheet>
  )
}

/** The one that was looked at last, of those an alert can be on. */
function firstMarket(): string {
  const listed = marketsFor("price", market.catalogue?.all ?? [])
  const recent = recentMarkets.ids.find((id) => listed.some((each) => each.id === id))
  return recent ?? listed[0]?.id ?? ""
}

/** Of a drawn line only how it is told can be changed here. */
function LineWords({ alert }: { alert: AlertRow | undefined }) {
  const { t, i18n } = useTranslation("alerts")
  if (!alert) return null
  return (
    <>
      <p className={styles.fixed}>
        <b>{scopeText(alert.condition, t)}</b>
        <span className={styles.waits}>{waitsText(alert, t, i18n.language)}</span>
      </p>
      <Note>{t("form.line")}</Note>
    </>
  )
}

interface WaysProps {
  mail: boolean
  push: boolean
  onMail: (isOn: boolean) => void
  onPush: (isOn: boolean) => void
}

/** Mail only where the account has an address: without one the switch would do nothing. */
function Ways({ mail, push, onMail, onPush }: WaysProps) {
  const { t } = useTranslation("alerts")
  const { user } = useSnapshot(session)
  const address = user?.email ?? ""
  const rows = [
    ...(address ? [{ label: t("form.byMail", { address }), isOn: mail, onChange: onMail }] : []),
    { label: t("form.byPush"), isOn: push, onChange: onPush },
  ]
  return (
    <fieldset className={styles.ways}>
      <legend className={styles.legend}>{t("form.told")}</legend>
      {rows.map(({ label, isOn, onChange }) => (
        <div key={label} className={styles.way}>
          <span className={styles.wayWords}>{label}</span>
          <Switch label={label} isOn={isOn} onChange={onChange} />
        </div>
      ))}
    </fieldset>
  )
}

interface Wish {
  note: string
  mail: boolean
  push: boolean
}

/** Sends once; a refusal stays until something is changed. */
function useSending(alert: AlertRow | undefined, onSent: () => void) {
  const { t } = useTranslation("alerts")
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isTried, setIsTried] = useState(false)
  /** @param read undefined: the condition stays as it is */
  const send = async (read: TermsReading | undefined, wish: Wish) => {
    setIsTried(true)
    // What is wrong stands below its field.
    if (read && !read.condition) return
    setIsBusy(true)
    const condition = read?.condition
    const answer = alert
      ? await call(changeAlert, { id: alert.id, ...(condition && { condition }), ...wish })
      : condition && (await call(addAlert, { condition, ...wish }))
    setIsBusy(false)
    if (!answer) return
    if (!answer.ok) return setProblem(answer.failure.text)
    showToast("success", t(alert ? "page.saidChanged" : "page.saidArmed"))
    onSent()
  }
  return {
    isBusy,
    problem,
    isTried,
    forget: () => setProblem(undefined),
    send: (read: TermsReading | undefined, wish: Wish) => void send(read, wish),
  }
}
