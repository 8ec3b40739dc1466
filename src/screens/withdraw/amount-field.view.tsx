/** The amount that is to arrive, with all of it at a tap, and what was understood or why it can't be. */

import { useTranslation } from "react-i18next"
import type { ChainFacts } from "#core/wire/address-calls.ts"
import { useOwnAmounts } from "../../amounts/own-amount.tsx"
import { formatDecimal } from "../../text/numbers.ts"
import { fieldText } from "../../text/typed-number.ts"
import { NumberField } from "../../ui/number-field.tsx"
import { mostOf, type WithdrawReading } from "./withdraw.model.ts"
import styles from "./withdraw.module.css"

interface AmountFieldProps {
  facts: ChainFacts
  typed: string
  reading: WithdrawReading
  /** Undefined: not known yet. */
  withdrawable: string | undefined
  notFinal: string
  onChange: (text: string) => void
}

export function AmountField(props: AmountFieldProps) {
  const { facts, typed, reading, withdrawable, notFinal, onChange } = props
  const { t, i18n } = useTranslation("withdrawals")
  const shown = useOwnAmounts()
  const { currency } = facts
  const most = withdrawable === undefined ? "0" : mostOf(withdrawable, facts.withdrawalFee)
  return (
    <div>
      <NumberField
        label={`${t("amount")} ${currency}`}
        value={typed}
        state={reading.kind === "empty" || reading.kind === "fine" ? "normal" : "refused"}
        onChange={onChange}
        echo={{ left: <Echo {...props} /> }}
        choice={
          <button
            type="button"
            className={styles.all}
            disabled={!/[1-9]/.test(most)}
            aria-label={t("maxOf", { currency })}
            onClick={() => onChange(fieldText(most, i18n.language))}
          >
            {t("assets:transfer.all")}
          </button>
        }
      />
      {/[1-9]/.test(notFinal) ? (
        <p className={styles.small}>{t("notFinal", { amount: shown(notFinal, currency) })}</p>
      ) : null}
    </div>
  )
}

function Echo({ facts, typed, reading, withdrawable }: AmountFieldProps) {
  const { t, i18n } = useTranslation("withdrawals")
  const shown = useOwnAmounts()
  const written = (text: string) => `${formatDecimal(text, i18n.language)}\u00a0${facts.currency}`
  const free =
    withdrawable === undefined ? "" : t("withdrawable", { amount: shown(withdrawable, facts.currency) })
  switch (reading.kind) {
    case "ambiguous":
      return t("assets:transfer.ambiguous", {
        typed: typed.trim(),
        whole: reading.whole,
        decimal: reading.decimal,
      })
    case "below":
      return t("below", { amount: written(facts.minWithdrawal) })
    case "beyond":
      return t("beyond", { amount: shown(withdrawable ?? "0", facts.currency, true) })
    case "wrong":
    case "zero":
    case "decimals":
    case "large":
      return t(`assets:transfer.wrong.${reading.kind}`)
    case "fine":
      return typed.trim() === reading.text
        ? free
        : t("assets:transfer.understood", { amount: written(reading.text) })
    default:
      return free
  }
}
