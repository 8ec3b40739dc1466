/** One record: its terms, the three ticks that decided it, and the check that anyone can make of it. */

import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { AskOf } from "#core/wire/endpoint.ts"
import { optionRecord } from "#core/wire/option-calls.ts"
import type { SecondContract, TickRow } from "#core/wire/second.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { useAnswer } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { Moment } from "../../lists/moment.tsx"
import { marketTitle } from "../../text/market-title.ts"
import { formatDecimal, formatNumber } from "../../text/numbers.ts"
import ticket from "../../ticket/ticket.module.css"
import { Button } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { type CheckOutcome, checkRecord, type RecordAnswer } from "./check-record.ts"
import { CheckSteps } from "./check-steps.view.tsx"
import { Direction, Net, Status } from "./record-cells.view.tsx"
import styles from "./records.module.css"

export function RecordSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const { t, i18n } = useTranslation("option")
  const asked = useAnswer(optionRecord, { id: String(id) } as AskOf<typeof optionRecord>, true, undefined, 0)
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={t("record.one", { id: formatNumber(id, i18n.language) })}
    >
      <div className={styles.sheet}>
        <AskedFace asked={asked} skeleton={<SkeletonRows count={6} />} failed={t("record.failed")}>
          {(answer) => (
            <>
              <Terms contract={answer.contract} />
              <Ticks contract={answer.contract} />
              {answer.contract.status === "open" ? (
                <Note>{t("record.runs")}</Note>
              ) : (
                <Check key={answer.contract.id} answer={answer} />
              )}
            </>
          )}
        </AskedFace>
      </div>
    </Sheet>
  )
}

function Terms({ contract }: { contract: SecondContract }) {
  const { t, i18n } = useTranslation("option")
  const { stake, profit, currency, seconds, opened, expiry, settled, paid } = contract
  const rows = [
    ["head.market", marketTitle(contract.instrument)],
    ["head.direction", <Direction key="direction" contract={contract} />],
    ["head.stake", <OwnAmount key="stake" text={stake} unit={currency} isExact />],
    ["head.seconds", t("ticket.seconds", { seconds: formatNumber(seconds, i18n.language) })],
    ["profit", <OwnAmount key="profit" text={profit} unit={currency} isExact />],
    ["opened", <Moment key="opened" time={opened} />],
    ["expiry", <Moment key="expiry" time={expiry} />],
    ...(settled === 0
      ? []
      : ([
          ["settled", <Moment key="settled" time={settled} />],
          ["head.status", <Status key="status" contract={contract} />],
          ["paid", <OwnAmount key="paid" text={paid} unit={currency} isExact />],
          ["head.net", <Net key="net" contract={contract} />],
        ] as const)),
  ] as const
  return (
    <dl className={ticket.sums}>
      {rows.map(([name, figure]) => (
        <div key={name}>
          <dt>{t(`record.${name}`)}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** With every digit, and to the millisecond: that is what decides. */
function Ticks({ contract }: { contract: SecondContract }) {
  const { t, i18n } = useTranslation("option")
  const ticks = [
    ["open", contract.open],
    ["before", contract.before],
    ["settle", contract.settle],
  ] as const
  return (
    <table className={styles.ticks}>
      <caption>{t("record.ticks", { index: contract.index.replace("_", "/") })}</caption>
      <thead>
        <tr>
          <th scope="col">{t("record.tick.which")}</th>
          <th scope="col">{t("record.tick.number")}</th>
          <th scope="col">{t("record.tick.time")}</th>
          <th scope="col">{t("record.tick.price")}</th>
        </tr>
      </thead>
      <tbody>
        {ticks.map(([name, tick]) => (
          <tr key={name}>
            <th scope="row">{t(`record.tick.${name}`)}</th>
            <td>{tick ? formatNumber(tick.seq, i18n.language) : "–"}</td>
            <td>{tick ? clockOf(tick) : "–"}</td>
            <td>{tick ? formatDecimal(tick.price, i18n.language) : "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** UTC with milliseconds, as the hour file has it. */
const clockOf = ({ time }: TickRow): string => new Date(time).toISOString().slice(11, 23)

type CheckState = { state: "idle" } | { state: "busy" } | { state: "done"; outcome: CheckOutcome }

function Check({ answer }: { answer: RecordAnswer }) {
  const { t } = useTranslation("option")
  const [check, setCheck] = useState<CheckState>({ state: "idle" })
  const running = useRef<AbortController | undefined>(undefined)
  // Who closes the record gives up.
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    const control = new AbortController()
    running.current = control
    setCheck({ state: "busy" })
    const outcome = await checkRecord(answer, control.signal)
    if (!control.signal.aborted) setCheck({ state: "done", outcome })
  }
  return (
    <>
      <p className={styles.words}>{t("check.how")}</p>
      {check.state === "done" ? <CheckSteps outcome={check.outcome} answer={answer} /> : null}
      <Button
        tone="accent"
        size="primary"
        isBlock
        isBusy={check.state === "busy"}
        onClick={() => void start()}
      >
        {t(check.state === "done" ? "check.again" : "check.start")}
      </Button>
    </>
  )
}
