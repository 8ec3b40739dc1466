/** One withdrawal as a row that opens its details. */

import { useTranslation } from "react-i18next"
import { networkName } from "#core/chain/network-name.ts"
import type { Withdrawal } from "#core/wire/custody.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { Moment } from "../../lists/moment.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import styles from "./records.module.css"
import { useNewestWithdrawal } from "./use-newest-withdrawal.ts"
import { CancelWithdrawal, WithdrawalBadge, WithdrawalFacts } from "./withdrawal-facts.view.tsx"

interface WithdrawalRowProps {
  withdrawal: Withdrawal
  onOpen: (withdrawal: Withdrawal) => void
}

export function WithdrawalRow({ withdrawal, onOpen }: WithdrawalRowProps) {
  const { id, amount, currency, chain, requested, remark } = withdrawal
  return (
    <button
      type="button"
      className={styles.row}
      aria-haspopup="dialog"
      data-withdrawal={id}
      onClick={() => onOpen(withdrawal)}
    >
      <span className={styles.amount}>
        <OwnAmount text={amount} unit={currency} isExact />
      </span>
      <span className={styles.mark}>
        <WithdrawalBadge withdrawal={withdrawal} />
      </span>
      <span className={styles.second}>
        {[remark, networkName(chain, currency)].filter(Boolean).join(" · ")} · <Moment time={requested} />
      </span>
    </button>
  )
}

interface WithdrawalSheetProps {
  /** As it was when it was opened; how it goes on is shown. */
  withdrawal: Withdrawal
  onClose: () => void
}

export function WithdrawalSheet({ withdrawal: opened, onClose }: WithdrawalSheetProps) {
  const { t } = useTranslation("app")
  const withdrawal = useNewestWithdrawal(opened)
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={t("screen.withdraw")}
      footer={<CancelWithdrawal withdrawal={withdrawal} />}
    >
      <WithdrawalFacts withdrawal={withdrawal} />
    </Sheet>
  )
}
