/** The daily loss limit: what counts towards it, what waits, and how it is set. Lower at once, higher or none a day later. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { setOptionLimit } from "#core/wire/option-calls.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { call } from "../../api/call.ts"
import { Moment } from "../../lists/moment.tsx"
import { fieldText, pageMark } from "../../text/typed-number.ts"
import { readAmount } from "../../ticket/field-reading.ts"
import ticket from "../../ticket/ticket.module.css"
import { problemSentence } from "../../ticket/ticket-words.ts"
import { Button } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import { NumberField } from "../../ui/number-field.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { showToast } from "../../ui/toaster.ts"
import type { LimitAnswer } from "./second-draft.ts"
import { useSecondTicket } from "./second-scope.view.tsx"
import styles from "./second-ticket.module.css"

export function LimitSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("option")
  const { limit } = useSecondTicket()
  return (
    <Sheet isOpen onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} title={t("day.title")}>
      <div className={styles.sheet}>
        {limit.data ? (
          <LimitForm answer={limit.data} onChanged={limit.retry} />
        ) : limit.failure ? (
          <Note tone="danger">{limit.failure.text}</Note>
        ) : (
          <Note>{t("day.loading")}</Note>
        )}
      </div>
    </Sheet>
  )
}

function LimitForm({ answer, onChanged }: { answer: LimitAnswer; onChanged: () => void }) {
  const { t, i18n } = useTranslation("option")
  const { t: trade } = useTranslation("trade")
  const { t: word } = useTranslation("app")
  const [typed, setTyped] = useState(() => fieldText(answer.limit, i18n.language))
  const [isBusy, setIsBusy] = useState(false)
  const { units, problem } = readAmount(typed, pageMark(i18n.language))
  const send = async (limit: string) => {
    setIsBusy(true)
    const told = await call(setOptionLimit, { limit } as Parameters<typeof call<typeof setOptionLimit>>[1])
    setIsBusy(false)
    onChanged()
    if (!told.ok) showToast("failure", told.failure.text)
    else showToast("success", t(told.data.nextLimit === "" ? "day.setNow" : "day.setLater"))
  }
  return (
    <>
      <DayFigures answer={answer} />
      <Waiting answer={answer} />
      <NumberField
        label={t("day.newLimit")}
        value={typed}
        unit={answer.currency}
        placeholder="0"
        state={problem ? "refused" : "normal"}
        echo={{
          left: problem ? problemSentence(problem, { t: trade, word, language: i18n.language }) : undefined,
        }}
        onChange={setTyped}
      />
      <p className={styles.words}>{t("day.how")}</p>
      <Button
        tone="accent"
        size="primary"
        isBlock
        isBusy={isBusy}
        disabled={units === undefined}
        onClick={() => units !== undefined && void send(formatAmount(units))}
      >
        {t("day.set")}
      </Button>
      {answer.limit === "" || answer.nextLimit === "none" ? null : (
        <Button tone="quiet" isBlock isBusy={isBusy} onClick={() => void send("none")}>
          {t("day.end")}
        </Button>
      )}
    </>
  )
}

/** The sum of the day as it is: what was lost and won, and both together. */
function DayFigures({ answer }: { answer: LimitAnswer }) {
  const { t } = useTranslation("option")
  const { currency } = answer
  const sum = formatAmount(unitsOf(answer.won) - unitsOf(answer.lost), 2)
  const rows = [
    ["day.settled", String(answer.contracts)],
    ["day.lost", <OwnAmount key="lost" text={answer.lost} unit={currency} />],
    ["day.wonSum", <OwnAmount key="won" text={answer.won} unit={currency} />],
    ["day.sum", <OwnAmount key="sum" text={sum} unit={currency} isSigned />],
    ["day.open", <OwnAmount key="open" text={answer.openStakes} unit={currency} />],
    [
      "day.limit",
      answer.limit === "" ? t("day.none") : <OwnAmount key="limit" text={answer.limit} unit={currency} />,
    ],
    ["day.ends", <Moment key="ends" time={answer.dayEnds} />],
  ] as const
  return (
    <dl className={ticket.sums}>
      {rows.map(([name, figure]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

function Waiting({ answer }: { answer: LimitAnswer }) {
  const { t } = useTranslation("option")
  if (answer.nextLimit === "") return null
  return (
    <Note tone="info">
      <Moment time={answer.nextFrom} />
      {": "}
      {answer.nextLimit === "none" ? (
        t("day.none")
      ) : (
        <OwnAmount text={answer.nextLimit} unit={answer.currency} />
      )}
    </Note>
  )
}
