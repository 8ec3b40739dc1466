/** The second step: everything read back, and the proofs. What is shown is what is sent, and once. */

import { useTranslation } from "react-i18next"
import { networkName } from "#core/chain/network-name.ts"
import { PASSWORD_LENGTH_MAX, type UserInfo } from "#core/wire/account.ts"
import type { Withdrawal } from "#core/wire/custody.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { isCode } from "../../panels/account-form/code-digits.ts"
import { CodeProofFields } from "../../panels/account-form/proof-fields.view.tsx"
import { AddressText } from "../../panels/custody/address-text.view.tsx"
import { formatDecimal } from "../../text/numbers.ts"
import { timeLeft } from "../../text/time-left.ts"
import { Button } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { useWithdrawing } from "./use-withdrawing.ts"
import styles from "./withdraw.module.css"
import type { WithdrawOrder } from "./withdraw-terms.ts"

/** How much of the end is read back. */
const END = 6

interface WithdrawReviewProps {
  user: UserInfo
  order: WithdrawOrder
  hasTotp: boolean
  onEdit: () => void
  onMade: (withdrawal: Withdrawal) => void
}

export function WithdrawReview({ user, order, hasTotp, onEdit, onMade }: WithdrawReviewProps) {
  const { t, i18n } = useTranslation("withdrawals")
  const { form, sender, proof, tradePassword, isLost, send, check } = useWithdrawing(
    { ...user, totp: user.totp || hasTotp },
    order,
    onMade,
  )
  const submit = () => {
    if (tradePassword.text === "") return form.refuse("tradePassword", t("review.missing"))
    const { code, totp } = proof.value
    if (!isCode(code)) return form.refuse("code", t("account:form.missingCode"))
    if (proof.hasTotp && !isCode(totp)) return form.refuse("totp", t("account:form.missingCode"))
    void send()
  }
  const amount = `${formatDecimal(order.amount, i18n.language)}\u00a0${order.facts.currency}`
  const isWaiting = form.waitSeconds > 0
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={t("review.title")}
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.isBusy && !isWaiting && !isLost) submit()
      }}
    >
      <h2 className={styles.title}>{t("review.title")}</h2>
      <ReadBack order={order} />
      <Note tone="warn">{t("review.text", { end: order.to.address.slice(-END) })}</Note>
      <div className={styles.proofs}>
        <TextField
          label={t("security:tradePassword.new")}
          name="tradePassword"
          type="password"
          autoComplete="off"
          value={tradePassword.text}
          maxLength={PASSWORD_LENGTH_MAX}
          reveal={{ show: t("account:password.show"), hide: t("account:password.hide") }}
          problem={form.problemAt("tradePassword")}
          onChange={tradePassword.set}
        />
        <CodeProofFields proof={proof} form={form} sender={sender} target={user.email || user.account} />
      </div>
      {isLost ? (
        <Note tone="warn" isAlert>
          {t("review.lost")}
        </Note>
      ) : form.problem ? (
        <Note tone="danger" isAlert>
          {form.problem}
        </Note>
      ) : null}
      {isLost ? (
        <Button tone="accent" size="primary" isBlock isBusy={form.isBusy} onClick={() => void check()}>
          {t("review.check")}
        </Button>
      ) : (
        <Button
          type="submit"
          tone="accent"
          size="primary"
          isBlock
          isBusy={form.isBusy}
          disabled={isWaiting}
          second={isWaiting ? t("account:form.wait", { time: timeLeft(form.waitSeconds * 1000) }) : undefined}
        >
          {t("review.send", { amount })}
        </Button>
      )}
      <Button tone="outline" isBlock disabled={form.isBusy || isLost} onClick={onEdit}>
        {t("review.edit")}
      </Button>
    </form>
  )
}

function ReadBack({ order: { facts, to, amount, total } }: { order: WithdrawOrder }) {
  const { t, i18n } = useTranslation("withdrawals")
  const { currency, chain, withdrawalFee } = facts
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t("receive")}</dt>
        <dd className={styles.strong}>
          <OwnAmount text={amount} unit={currency} isExact />
        </dd>
      </div>
      <div>
        <dt>{t("fee")}</dt>
        <dd>
          {formatDecimal(withdrawalFee, i18n.language)}&nbsp;{currency}
        </dd>
      </div>
      <div>
        <dt>{t("total")}</dt>
        <dd>
          <OwnAmount text={total} unit={currency} isExact />
        </dd>
      </div>
      <div>
        <dt>{t("addresses:network")}</dt>
        <dd>{networkName(chain, currency)}</dd>
      </div>
      <div>
        <dt>{t("address")}</dt>
        <dd className={styles.full}>
          {to.remark ? <span className={styles.remark}>{to.remark}</span> : null}
          <AddressText address={to.address} />
        </dd>
      </div>
    </dl>
  )
}
