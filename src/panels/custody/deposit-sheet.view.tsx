/** Everything known of one deposit, what its state means, and its transaction to copy. */

import { useTranslation } from "react-i18next"
import { networkName } from "#core/chain/network-name.ts"
import type { Deposit } from "#core/wire/custody.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { Moment } from "../../lists/moment.tsx"
import { copyAndSay } from "../../text/copy-and-say.ts"
import { Button } from "../../ui/button.tsx"
import { Copy, Icon } from "../../ui/icon.tsx"
import { Note } from "../../ui/note.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { AddressText } from "./address-text.view.tsx"
import { DepositBadge } from "./deposit-row.view.tsx"
import styles from "./records.module.css"

interface DepositSheetProps {
  /** Undefined: none is open. */
  deposit: Deposit | undefined
  onClose: () => void
}

export function DepositSheet({ deposit, onClose }: DepositSheetProps) {
  const { t } = useTranslation("deposits")
  if (!deposit) return null
  const { status, tx, confirmations, creditAfter, finalAfter } = deposit
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={t("app:screen.deposit")}
      headExtra={<DepositBadge deposit={deposit} />}
      footer={
        <Button isBlock icon={<Icon glyph={Copy} size={16} />} onClick={() => void copyAndSay(tx)}>
          {t("record.copyTx")}
        </Button>
      }
    >
      <p className={styles.large}>
        <OwnAmount text={deposit.amount} unit={deposit.currency} isSigned isExact />
      </p>
      <Note tone={status === "reversed" ? "danger" : status === "vanished" ? "warn" : "plain"}>
        {t(`why.${status}`, {
          credit: t("confirmations", { count: creditAfter }),
          final: t("confirmations", { count: finalAfter }),
        })}
      </Note>
      <dl className={styles.facts}>
        <dt>{t("addresses:network")}</dt>
        <dd>{networkName(deposit.chain, deposit.currency)}</dd>
        <dt>{t("record.confirmations")}</dt>
        <dd>{t("progress", { now: confirmations, of: finalAfter })}</dd>
        <dt>{t("record.time")}</dt>
        <dd>
          <Moment time={deposit.seen} />
        </dd>
        {deposit.credited > 0 ? (
          <>
            <dt>{t("record.credited")}</dt>
            <dd>
              <Moment time={deposit.credited} />
            </dd>
          </>
        ) : null}
        <dt className={styles.long}>{t("record.address")}</dt>
        <dd className={styles.long}>
          <AddressText address={deposit.address} />
        </dd>
        <dt className={styles.long}>{t("record.tx")}</dt>
        <dd className={styles.long}>
          <span translate="no">{tx}</span>
        </dd>
      </dl>
    </Sheet>
  )
}
