/** What an early end of a holding costs, beside what waiting brings; asked once more before it is done. */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { AiHolding } from "#core/wire/ai.ts"
import type { aiHoldingDetail } from "#core/wire/ai-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { OwnAmount, useOwnAmounts } from "../../amounts/own-amount.tsx"
import { fullMoment } from "../../text/moments.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Note } from "../../ui/note.tsx"
import styles from "./ai.module.css"
import { aiSending, forgetAiOutcome, sendAi } from "./ai-sending.ts"
import { percentOf } from "./ai-words.ts"
import { Days, HoldingName, HoldingState } from "./holding-cells.view.tsx"
import { SendingWord } from "./sending-word.view.tsx"

type Detail = ResponseOf<typeof aiHoldingDetail>
type Early = NonNullable<Detail["early"]>

interface EarlyEndProps {
  answer: Detail
  /** It has ended: what the page was told of it is old. */
  onEnded: () => void
}

export function EarlyEnd({ answer: { holding, early }, onEnded }: EarlyEndProps) {
  const { t } = useTranslation("ai")
  useEffect(() => forgetAiOutcome, [])
  return (
    <>
      <header className={styles.head}>
        <p className={styles.name}>
          <strong>
            <HoldingName holding={holding} className={styles.quiet} />
          </strong>
          <HoldingState holding={holding} />
        </p>
        <Days holding={holding} />
      </header>
      {early ? <Costs holding={holding} early={early} /> : <Note>{t("early.over")}</Note>}
      <SendingWord of={holding.id} />
      {early ? <EndButton holding={holding} early={early} onEnded={onEnded} /> : null}
    </>
  )
}

interface CostsProps {
  holding: AiHolding
  early: Early
}

/** At maturity: principal and the whole reward. */
const waited = ({ principal, rewardTotal }: AiHolding) =>
  formatAmount(unitsOf(principal) + unitsOf(rewardTotal))

function Costs({ holding, early }: CostsProps) {
  const { t, i18n } = useTranslation("ai")
  const { currency, earlyFee, matures } = holding
  const amount = (text: string) => <OwnAmount text={text} unit={currency} isExact />
  const minus = (text: string) => (/[1-9]/.test(text) ? `-${text}` : text)
  return (
    <>
      <h2 className={styles.title}>{t("early.now")}</h2>
      <dl className={styles.pairs}>
        <div>
          <dt>{t("holding.head.principal")}</dt>
          <dd>{amount(early.principal)}</dd>
        </div>
        <div>
          <dt>{t("early.fee", { percent: percentOf(earlyFee, i18n.language) })}</dt>
          <dd>{amount(minus(early.fee))}</dd>
        </div>
        <div>
          <dt>{t("early.receive")}</dt>
          <dd className={styles.strong}>{amount(early.receive)}</dd>
        </div>
        <div>
          <dt>{t("early.forfeited")}</dt>
          <dd>{amount(early.forfeited)}</dd>
        </div>
      </dl>
      <h2 className={styles.title}>{t("early.wait")}</h2>
      <dl className={styles.pairs}>
        <div>
          <dt>{t("buy.matures")}</dt>
          <dd>{fullMoment(matures, i18n.language)}</dd>
        </div>
        <div>
          <dt>{t("early.then")}</dt>
          <dd className={styles.strong}>{amount(waited(holding))}</dd>
        </div>
      </dl>
      <p className={styles.hint}>{t("early.text")}</p>
    </>
  )
}

function EndButton({ holding, early, onEnded }: CostsProps & Pick<EarlyEndProps, "onEnded">) {
  const { t, i18n } = useTranslation("ai")
  const shown = useOwnAmounts()
  const [isAsked, setIsAsked] = useState(false)
  const { state } = useSnapshot(aiSending)
  const { id, name, currency, matures } = holding
  const receive = shown(early.receive, currency, true)
  const end = async () => {
    setIsAsked(false)
    if (await sendAi({ kind: "end", of: id })) onEnded()
  }
  return (
    <>
      <Button
        tone="warn"
        size="primary"
        isBlock
        isBusy={state === "sending"}
        disabled={state === "unknown"}
        onClick={() => setIsAsked(true)}
      >
        {t("early.end", { amount: receive })}
      </Button>
      <Dialog
        isOpen={isAsked}
        title={t("early.ask", { name })}
        safeAnswer={t("early.keep")}
        onSafe={() => setIsAsked(false)}
        answer={t("holding.end")}
        onAnswer={() => void end()}
        tone="warn"
      >
        {t("early.askText", {
          now: receive,
          later: shown(waited(holding), currency, true),
          time: fullMoment(matures, i18n.language),
        })}
      </Dialog>
    </>
  )
}
