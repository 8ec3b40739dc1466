/** One deposit as a row that opens its details: what came, how it stands, and its confirmations as they come. */

import { useTranslation } from "react-i18next"
import { networkName } from "#core/chain/network-name.ts"
import type { Deposit } from "#core/wire/custody.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { Moment } from "../../lists/moment.tsx"
import { Badge } from "../../ui/badge.tsx"
import { ProgressBar } from "../../ui/progress-bar.tsx"
import { progressOf, toneOf } from "./deposit-progress.ts"
import styles from "./records.module.css"

export function DepositBadge({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation("deposits")
  return <Badge tone={toneOf(deposit)}>{t(`status.${deposit.status}`)}</Badge>
}

export function DepositRow({ deposit, onOpen }: { deposit: Deposit; onOpen: (id: number) => void }) {
  const { t } = useTranslation("deposits")
  const { id, amount, currency, chain, seen } = deposit
  const progress = progressOf(deposit)
  return (
    <button
      type="button"
      className={styles.row}
      aria-haspopup="dialog"
      data-deposit={id}
      onClick={() => onOpen(id)}
    >
      <span className={styles.amount}>
        <OwnAmount text={amount} unit={currency} isSigned isExact />
      </span>
      <span className={styles.mark}>
        <DepositBadge deposit={deposit} />
      </span>
      <span className={styles.second}>
        {networkName(chain, currency)} · <Moment time={seen} />
      </span>
      {progress ? (
        <>
          <span className={styles.count}>{t("progress", progress)}</span>
          <ProgressBar className={styles.bar} value={progress.now} max={progress.of} aria-hidden="true" />
        </>
      ) : null}
    </button>
  )
}
