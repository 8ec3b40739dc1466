/** Before a replay: the moment, the practice money, the leverage, and the rules it is played by. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { PracticeTerms } from "#core/bar-replay/practice-terms.ts"
import { readTypedAmount, readTypedSteps } from "#core/money/typed-decimal.ts"
import type { Amount } from "#core/money/units.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { offsetText } from "../../../text/moments.ts"
import { pageMark } from "../../../text/typed-number.ts"
import { Button } from "../../../ui/button.tsx"
import { NumberField } from "../../../ui/number-field.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { practiceTermsOf, usePracticeFees } from "./practice-terms-of.ts"
import { fieldMoment, readMoment } from "./replay-moment.ts"
import { ReplayRules } from "./replay-rules.view.tsx"
import styles from "./replay-stage.module.css"

export interface ReplayStart {
  moment: number
  money: Amount
  terms: PracticeTerms
}

interface StartFormProps {
  market: TradedMarket
  /** Epoch ms; undefined until bars have come. */
  moment: number | undefined
  onMoment: (moment: number) => void
  now: () => number
  isBusy: boolean
  /** Why the last try didn't begin. */
  problem: string | undefined
  onStart: (start: ReplayStart) => void
}

const USUAL_MONEY = "10000"
const ONE = 100_000_000n

export function StartForm({ market, moment, onMoment, now, isBusy, problem, onStart }: StartFormProps) {
  const { t, i18n } = useTranslation("replay")
  const fees = usePracticeFees(market)
  const most = market.kind === "perpetual" ? market.leverageMax : 1
  const [typedMoment, setTypedMoment] = useState<string>()
  const [money, setMoney] = useState(USUAL_MONEY)
  const [leverage, setLeverage] = useState(String(Math.min(5, most)))
  const mark = pageMark(i18n.language)
  const written = typedMoment ?? (moment === undefined ? "" : fieldMoment(moment))
  const read = readMoment(written, now())
  const amount = readTypedAmount(money, mark)
  const times = readTypedSteps(leverage, mark, ONE)
  const isLeverageGood = times.kind === "number" && times.steps <= most
  const canStart = read.kind === "moment" && amount.kind === "number" && isLeverageGood
  const start = () => {
    if (!canStart) return
    onStart({
      moment: read.time,
      money: amount.units,
      terms: practiceTermsOf(market, fees, times.steps),
    })
  }
  return (
    <div className={styles.form}>
      <h2 className={styles.heading}>{t("start.title")}</h2>
      <p className={styles.hint}>{t("start.how")}</p>
      <TextField
        label={t("start.moment")}
        name="replay-moment"
        type="datetime-local"
        autoComplete="off"
        value={written}
        max={fieldMoment(now())}
        problem={read.kind === "wrong" || read.kind === "future" ? t(`start.${read.kind}`) : undefined}
        hint={offsetText(moment ?? now())}
        onChange={(text) => {
          setTypedMoment(text)
          const chosen = readMoment(text, now())
          if (chosen.kind === "moment") onMoment(chosen.time)
        }}
        onBlur={() => setTypedMoment(undefined)}
      />
      <NumberField
        label={t("start.money")}
        unit={market.quote}
        value={money}
        state={amount.kind === "number" ? "normal" : "refused"}
        echo={{ left: amount.kind === "number" ? undefined : t("start.moneyWrong") }}
        onChange={setMoney}
      />
      {most > 1 ? (
        <NumberField
          label={t("start.leverage")}
          unit="×"
          value={leverage}
          state={isLeverageGood ? "normal" : "refused"}
          echo={{ left: isLeverageGood ? undefined : t("start.leverageWrong", { most }) }}
          onChange={setLeverage}
        />
      ) : null}
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
      <Button tone="accent" size="primary" isBlock isBusy={isBusy} disabled={!canStart} onClick={start}>
        {t("start.go")}
      </Button>
      <ReplayRules market={market} fees={fees} isOpen />
    </div>
  )
}
