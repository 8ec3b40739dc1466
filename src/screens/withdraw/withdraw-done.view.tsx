/** The third step: how the withdrawal goes on, as it happens, with the way to take it back. */

import { useTranslation } from "react-i18next"
import type { Withdrawal } from "#core/wire/custody.ts"
import { useNewestWithdrawal } from "../../panels/custody/use-newest-withdrawal.ts"
import { CancelWithdrawal, WithdrawalFacts } from "../../panels/custody/withdrawal-facts.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { Button, buttonClass } from "../../ui/button.tsx"
import styles from "./withdraw.module.css"

export function WithdrawDone({ made, onAnother }: { made: Withdrawal; onAnother: () => void }) {
  const { t } = useTranslation("withdrawals")
  const withdrawal = useNewestWithdrawal(made)
  return (
    <div className={styles.form}>
      <WithdrawalFacts withdrawal={withdrawal} />
      <CancelWithdrawal withdrawal={withdrawal} />
      <Button tone="plain" isBlock onClick={onAnother}>
        {t("another")}
      </Button>
      <ScreenLink to="/pages/assets/withdrawList" className={buttonClass({ tone: "quiet", isBlock: true })}>
        {t("app:screen.withdrawRecord")}
      </ScreenLink>
    </div>
  )
}
