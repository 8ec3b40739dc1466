/** Everything known of one withdrawal, what its state means, and the way to take it back while that is possible. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { isCancellable } from "#core/chain/custody-status.ts"
import { networkName } from "#core/chain/network-name.ts"
import type { Withdrawal } from "#core/wire/custody.ts"
import { cancelWithdraw } from "#core/wire/custody-calls.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { call } from "../../api/call.ts"
import { Moment } from "../../lists/moment.tsx"
import { CountedDown } from "../../lists/time-left.tsx"
import { copyAndSay } from "../../text/copy-and-say.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Copy } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { Note } from "../../ui/note.tsx"
import { showToast } from "../../ui/toaster.ts"
import { AddressText } from "./address-text.view.tsx"
import styles from "./records.module.css"

const TONES = {
  waiting: "info",
  review: "info",
  approved: "accent",
  sending: "accent",
  sent: "accent",
  final: "positive",
  cancelled: "plain",
  rejected: "danger",
  failed: "danger",
} as const satisfies Record<Withdrawal["status"], string>

export function WithdrawalBadge({ withdrawal: { status } }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation("withdrawals")
  return <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
}

export function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t, i18n } = useTranslation("withdrawals")
  const { currency, chain, amount, fee, tx, reason, remark } = withdrawal
  return (
    <div>
      <p className={styles.large}>
        <OwnAmount text={amount} unit={currency} isExact /> <WithdrawalBadge withdrawal={withdrawal} />
      </p>
      <Why status={withdrawal.status} />
      <dl className={styles.facts}>
        {withdrawal.status === "waiting" ? (
          <>
            <dt>{t("startsIn")}</dt>
            <dd>
              <CountedDown to={withdrawal.waitsUntil} />
            </dd>
          </>
        ) : null}
        {reason ? (
          <>
            <dt>{t("reason")}</dt>
            <dd>{reason}</dd>
          </>
        ) : null}
        <dt>{t("fee")}</dt>
        <dd>
          {formatDecimal(fee, i18n.language)}&nbsp;{currency}
        </dd>
        <dt>{t("addresses:network")}</dt>
        <dd>{networkName(chain, currency)}</dd>
        <dt>{t("deposits:record.time")}</dt>
        <dd>
          <Moment time={withdrawal.requested} />
        </dd>
        <dt className={styles.long}>{t("address")}</dt>
        <dd className={styles.long}>
          <span>
            {remark ? <span className={styles.remark}>{remark}</span> : null}
            <AddressText address={withdrawal.address} />
          </span>
        </dd>
        {tx ? (
          <>
            <dt className={styles.long}>{t("deposits:record.tx")}</dt>
            <dd className={styles.long}>
              <span translate="no">{tx}</span>
              <IconButton
                glyph={Copy}
                label={t("deposits:record.copyTx")}
                onClick={() => void copyAndSay(tx)}
              />
            </dd>
          </>
        ) : null}
      </dl>
    </div>
  )
}

function Why({ status }: Pick<Withdrawal, "status">) {
  const { t } = useTranslation("withdrawals")
  return (
    <Note tone={status === "rejected" || status === "failed" ? "danger" : "info"} isStatus>
      {t(`why.${status}`)}
    </Note>
  )
}

/** Nothing once it can't be taken back any more. */
export function CancelWithdrawal({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation("withdrawals")
  const [isBusy, setIsBusy] = useState(false)
  if (!isCancellable(withdrawal)) return null
  const cancel = async () => {
    setIsBusy(true)
    const answer = await call(cancelWithdraw, { id: withdrawal.id })
    setIsBusy(false)
    if (answer.ok) showToast("success", t("cancelled"))
    else showToast("failure", answer.failure.text)
  }
  return (
    <Button tone="outline" size="primary" isBlock isBusy={isBusy} onClick={() => void cancel()}>
      {t("cancel")}
    </Button>
  )
}
