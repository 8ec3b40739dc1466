/** The transfer form. From, to, currency, amount; what was understood, what stays, what came of it. */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { type Balance, WALLETS, type Wallet } from "#core/wire/trading.ts"
import { OwnAmount, useOwnAmounts } from "../../amounts/own-amount.tsx"
import { session } from "../../stores/session-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { pageMark } from "../../text/typed-number.ts"
import { Button } from "../../ui/button.tsx"
import { ChoiceField } from "../../ui/choice-field.tsx"
import { ArrowUpDown } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { NumberField } from "../../ui/number-field.tsx"
import {
  type AmountReading,
  afterTransfer,
  balanceOf,
  chooseFrom,
  chooseTo,
  firstForm,
  readAmount,
  swapped,
  type TransferForm,
  transferChoices,
} from "./transfer.model.ts"
import styles from "./transfer-form.module.css"
import { TransferWord } from "./transfer-word.view.tsx"
import { askForTransfer, forgiveTransfer, sendTransfer, transferring } from "./transferring.ts"

interface TransferPanelProps {
  balances: readonly Balance[]
  /** Currency to begin with. */
  wish?: string | undefined
  /** Account to begin with. */
  to?: Wallet | undefined
}

export function TransferPanel({ balances, wish, to }: TransferPanelProps) {
  const { t, i18n } = useTranslation("assets")
  const [form, setForm] = useState(() => firstForm(balances, wish, to))
  const { state } = useSnapshot(transferring)
  const uid = useSnapshot(session).user?.user_id
  // One that was sent before a reload, or before the screen was left, goes on being asked for.
  useEffect(() => {
    if (uid !== undefined) askForTransfer()
  }, [uid])
  const isDone = state.kind === "done"
  useEffect(() => {
    if (isDone) setForm((now) => ({ ...now, amount: "" }))
  }, [isDone])

  const change = (next: TransferForm) => {
    forgiveTransfer()
    setForm(next)
  }
  const source = balanceOf(balances, form.from, form.currency)
  const mark = pageMark(i18n.language)
  const reading = readAmount(form.amount, mark, source.available)
  const isUnderWay = state.kind === "sending" || state.kind === "unknown"
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={t("transfer.label")}
      onSubmit={(event) => {
        event.preventDefault()
        if (reading.kind === "fine" && !isUnderWay)
          sendTransfer({ from: form.from, to: form.to, currency: form.currency, amount: reading.text })
      }}
    >
      <Sides form={form} onChange={change} isDisabled={isUnderWay} />
      <ChoiceField
        label={t("transfer.currency")}
        options={transferChoices(balances, form.from, form.currency).map((value) => ({
          value,
          label: value,
        }))}
        value={form.currency}
        isDisabled={isUnderWay}
        onChange={(currency) => change({ ...form, currency, amount: "" })}
      />
      <NumberField
        label={`${t("transfer.amount")} ${form.currency}`}
        value={form.amount}
        isDisabled={isUnderWay}
        state={isWrong(reading) ? "refused" : "normal"}
        onChange={(amount) => change({ ...form, amount })}
        echo={{ left: <Echo reading={reading} form={form} source={source} /> }}
        choice={
          <button
            type="button"
            className={styles.all}
            disabled={isUnderWay || !/[1-9]/.test(source.available)}
            aria-label={t("transfer.allOf", { currency: form.currency })}
            onClick={() => change({ ...form, amount: fieldText(source.available, mark) })}
          >
            {t("transfer.all")}
          </button>
        }
      />
      <Outlook balances={balances} form={form} reading={reading} />
      <TransferWord state={state} />
      <Button
        type="submit"
        tone="accent"
        size="primary"
        isBlock
        isBusy={state.kind === "sending"}
        disabled={reading.kind !== "fine" || state.kind === "unknown"}
      >
        {reading.kind === "fine"
          ? t("transfer.send", {
              amount: `${formatDecimal(reading.text, i18n.language)}\u00a0${form.currency}`,
            })
          : t("app:screen.transfer")}
      </Button>
    </form>
  )
}

/** As one would type it: no grouping, the page's own mark. */
const fieldText = (amount: string, mark: "." | ","): string => amount.replace(".", mark)

const isWrong = ({ kind }: AmountReading): boolean => kind !== "empty" && kind !== "fine"

interface SidesProps {
  form: TransferForm
  onChange: (form: TransferForm) => void
  isDisabled: boolean
}

function Sides({ form, onChange, isDisabled }: SidesProps) {
  const { t } = useTranslation("assets")
  const options = WALLETS.map((value) => ({ value, label: t(`wallet.${value}`) }))
  const side = (label: string, value: Wallet, choose: (wallet: Wallet) => void) => (
    <ChoiceField label={label} options={options} value={value} onChange={choose} isDisabled={isDisabled} />
  )
  return (
    <div className={styles.sides}>
      {side(t("transfer.from"), form.from, (wallet) => onChange(chooseFrom(form, wallet)))}
      {side(t("transfer.to"), form.to, (wallet) => onChange(chooseTo(form, wallet)))}
      <IconButton
        glyph={ArrowUpDown}
        label={t("transfer.swap")}
        className={styles.swap}
        disabled={isDisabled}
        onClick={() => onChange(swapped(form))}
      />
    </div>
  )
}

interface EchoProps {
  reading: AmountReading
  form: TransferForm
  source: Balance
}

/** What was understood, or why it can't be sent; while nothing is typed, what there is. */
function Echo({ reading, form, source }: EchoProps) {
  const { t, i18n } = useTranslation("assets")
  const shown = useOwnAmounts()
  const written = (text: string) => formatDecimal(text, i18n.language)
  const available = t("transfer.available", { amount: shown(source.available, source.currency) })
  switch (reading.kind) {
    case "ambiguous":
      return t("transfer.ambiguous", {
        typed: form.amount.trim(),
        whole: reading.whole,
        decimal: reading.decimal,
      })
    case "beyond":
      return t("transfer.beyond", { amount: shown(source.available, source.currency, true) })
    case "wrong":
    case "zero":
    case "decimals":
    case "large":
      return t(`transfer.wrong.${reading.kind}`)
    case "fine":
      return form.amount.trim() === reading.text
        ? available
        : t("transfer.understood", { amount: `${written(reading.text)}\u00a0${form.currency}` })
    default:
      return available
  }
}

interface OutlookProps {
  balances: readonly Balance[]
  form: TransferForm
  reading: AmountReading
}

/** Both accounts as they will stand, and what is frozen and why it stays. Its lines are kept, so that nothing jumps. */
function Outlook({ balances, form, reading }: OutlookProps) {
  const { t } = useTranslation("assets")
  const [source, target] = [form.from, form.to].map((wallet) => balanceOf(balances, wallet, form.currency))
  if (!source || !target) return null
  const after = reading.kind === "fine" ? afterTransfer(source, target, reading.text) : undefined
  return (
    <div className={styles.outlook}>
      <dl className={styles.after} aria-label={t("transfer.after")}>
        {[
          { row: source, available: after?.from },
          { row: target, available: after?.to },
        ].map(({ row, available }) => (
          <div key={row.wallet}>
            <dt>{t("transfer.afterIn", { account: t(`wallet.${row.wallet}`) })}</dt>
            <dd>
              <OwnAmount text={available ?? row.available} unit={form.currency} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{t("bill.kind.fee")}</dt>
          <dd>{t("transfer.noFee")}</dd>
        </div>
        {/[1-9]/.test(source.held) ? (
          <div>
            <dt>{t("transfer.frozenIn", { account: t(`wallet.${source.wallet}`) })}</dt>
            <dd>
              <OwnAmount text={source.held} unit={form.currency} />
            </dd>
          </div>
        ) : null}
      </dl>
      {/[1-9]/.test(source.held) ? <p className={styles.why}>{t("transfer.frozenWhy")}</p> : null}
    </div>
  )
}
