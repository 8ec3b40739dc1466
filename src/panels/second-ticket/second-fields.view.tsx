/** What a second contract is made of: its period with the payout, the stake, what comes of it, and the limit of the day. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { choices, choose, chosen } from "../../stores/choices-store.ts"
import { formatDecimal, formatNumber } from "../../text/numbers.ts"
import { signedAmount } from "../../text/signed-amount.ts"
import { Checkbox } from "../../ui/checkbox.tsx"
import { ChipBar } from "../../ui/chip.tsx"
import { Icon, Scale } from "../../ui/icon.tsx"
import { NumberField } from "../../ui/number-field.tsx"
import { DayLine } from "./day-line.view.tsx"
import { useSecondTicket } from "./second-scope.view.tsx"
import styles from "./second-ticket.module.css"
import { percentOf } from "./second-words.ts"

export function SecondFields() {
  return (
    <div className={styles.fields}>
      <Periods />
      <div>
        <StakeField />
        <DayLine />
      </div>
      <QuickStakes />
      <Outcomes />
      <Rule />
      <AskFirst />
    </div>
  )
}

function Periods() {
  const { t, i18n } = useTranslation("option")
  const { market, period, choosePeriod } = useSecondTicket()
  return (
    <div className={styles.periods} role="radiogroup" aria-label={t("ticket.period")}>
      {market.periods.map(({ seconds, payoutRate }) => (
        <label key={seconds} className={styles.period}>
          <input
            type="radio"
            name="second-period"
            value={seconds}
            checked={seconds === period.seconds}
            onChange={() => choosePeriod(seconds)}
          />
          <b>{t("ticket.seconds", { seconds: formatNumber(seconds, i18n.language) })}</b>
          <span>{t("ticket.pays", { percent: percentOf(payoutRate, i18n.language) })}</span>
        </label>
      ))}
    </div>
  )
}

function StakeField() {
  const { t, i18n } = useTranslation("option")
  const { market, period, typed, draft, type, step } = useSecondTicket()
  return (
    <NumberField
      label={t("ticket.stake", {
        min: formatDecimal(period.minStake, i18n.language),
        max: formatDecimal(period.maxStake, i18n.language),
      })}
      value={typed}
      unit={market.quote}
      placeholder="0"
      isStacked
      className={styles.stake}
      state={draft.problem ? "refused" : "normal"}
      onChange={type}
      onStep={step}
    />
  )
}

function QuickStakes() {
  const { t, i18n } = useTranslation("option")
  const { quick, largest, draft, fill } = useSecondTicket()
  const value = draft.stakeText ?? ""
  return (
    <ChipBar
      label={t("ticket.quick")}
      place="sheet"
      className={styles.quick}
      chips={[
        ...quick.map((stake) => ({ value: stake, label: formatDecimal(stake, i18n.language) })),
        ...(unitsOf(largest) > 0n && !quick.includes(largest)
          ? [{ value: largest, label: t("ticket.most") }]
          : []),
      ]}
      value={value}
      onChange={fill}
    />
  )
}

/** All three at one size: no way it may go stands out. */
function Outcomes() {
  const { t, i18n } = useTranslation("option")
  const { market, draft } = useSecondTicket()
  const { stake, profit } = draft
  const money = (units: bigint | undefined) =>
    units === undefined ? "–" : `${signedAmount(formatAmount(units, 2), i18n.language)}\u00a0${market.quote}`
  return (
    <dl className={styles.outcomes}>
      <div>
        <dt>{t("ticket.right")}</dt>
        <dd className={profit === undefined ? undefined : styles.up}>{money(profit)}</dd>
      </div>
      <div>
        <dt>{t("ticket.equal")}</dt>
        <dd>{t("ticket.stakeBack")}</dd>
      </div>
      <div>
        <dt>{t("ticket.wrong")}</dt>
        <dd className={stake === undefined ? undefined : styles.down}>
          {money(stake === undefined ? undefined : -stake)}
        </dd>
      </div>
    </dl>
  )
}

function Rule() {
  const { t } = useTranslation("option")
  return (
    <p className={styles.rule}>
      <Icon glyph={Scale} size={16} />
      <span>{t("ticket.rule")}</span>
    </p>
  )
}

function AskFirst() {
  const { t } = useTranslation("option")
  const { all } = useSnapshot(choices)
  return (
    <Checkbox
      className={styles.ask}
      isOn={chosen(all, "confirmSeconds") === "on"}
      onChange={(isOn) => choose("confirmSeconds", isOn ? "on" : "off")}
    >
      {t("ticket.askFirst")}
    </Checkbox>
  )
}
