/** What was checked of a record, step by step, and what is wrong. */

import { useTranslation } from "react-i18next"
import type { CheckFault } from "#core/second/check-fault.ts"
import { type CheckStep, isProven } from "#core/second/check-result.ts"
import { formatNumber } from "../../text/numbers.ts"
import { CircleAlert, CircleCheck, Icon, Minus } from "../../ui/icon.tsx"
import { Note } from "../../ui/note.tsx"
import { type CheckOutcome, fileAddress, type RecordAnswer } from "./check-record.ts"
import styles from "./records.module.css"

export function CheckSteps({ outcome, answer }: { outcome: CheckOutcome; answer: RecordAnswer }) {
  const { t } = useTranslation("option")
  if (!outcome.ok) return <Note tone="warn">{outcome.text === "" ? t("check.noHash") : outcome.text}</Note>
  const isGood = isProven(outcome.steps)
  return (
    <div className={styles.check} role="status">
      <Note tone={isGood ? "info" : "danger"}>{t(isGood ? "check.proven" : "check.notProven")}</Note>
      <ol className={styles.steps}>
        {outcome.steps.map((step) => (
          <Step key={step.name} step={step} />
        ))}
      </ol>
      <p className={styles.files}>
        {t("check.files")}{" "}
        {answer.hours.map(({ hour }) => (
          <code key={hour}>{fileAddress(answer.contract.index, hour)}</code>
        ))}
      </p>
    </div>
  )
}

function Step({ step: { name, isTaken, fault } }: { step: CheckStep }) {
  const { t } = useTranslation("option")
  const state = fault ? "wrong" : isTaken ? "right" : "untaken"
  const glyph = fault ? CircleAlert : isTaken ? CircleCheck : Minus
  return (
    <li className={styles[state]} data-step={name} data-state={state}>
      <Icon glyph={glyph} size={16} />
      <span>
        {t(`check.step.${name}`)}
        <b> {t(`check.state.${state}`)}</b>
        {fault ? <FaultText fault={fault} /> : null}
      </span>
    </li>
  )
}

function FaultText({ fault }: { fault: CheckFault }) {
  const { t, i18n } = useTranslation("option")
  const { reason, hour, line, seq, expected, found } = fault
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <span className={styles.fault}>
      {t(`check.fault.${reason}`)}
      {hour === undefined
        ? null
        : ` ${t("check.place.hour", { hour: `${new Date(hour).toISOString().slice(0, 16)}Z` })}`}
      {line === undefined ? null : ` ${t("check.place.line", { line: number(line) })}`}
      {seq === undefined ? null : ` ${t("check.place.tick", { tick: number(seq) })}`}
      {expected === undefined ? null : ` ${t("check.place.expected", { text: expected })}`}
      {found === undefined ? null : ` ${t("check.place.found", { text: found })}`}
    </span>
  )
}
