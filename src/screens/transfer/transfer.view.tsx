/** The page of a transfer. One column with the form. */

import { useTranslation } from "react-i18next"
import { HideAmountsButton } from "../../amounts/own-amount.tsx"
import { AskedFace } from "../../lists/asked-face.tsx"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import { PracticeMoney } from "../../panels/assets/practice.view.tsx"
import type { AskedMoney } from "../../panels/assets/use-money.ts"
import { TransferPanel } from "../../panels/transfer/transfer-form.view.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Wallet } from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import styles from "./transfer.module.css"

interface TransferViewProps {
  asked: AskedMoney
  /** Currency to begin with. */
  wish: string | undefined
}

export function TransferView({ asked, wish }: TransferViewProps) {
  const { t } = useTranslation("assets")
  return (
    <div className={styles.page}>
      <TopBarEnd>
        <HideAmountsButton />
      </TopBarEnd>
      <AskedFace asked={asked} skeleton={<SkeletonRows count={4} />} failed={t("failed")}>
        {({ balances }) => {
          const hasMoney = balances.some(({ available, held }) => /[1-9]/.test(available + held))
          return (
            <>
              <p className={styles.text}>{t("transfer.text")}</p>
              {hasMoney ? (
                <TransferPanel balances={balances} wish={wish} />
              ) : (
                <>
                  <EmptyState glyph={Wallet}>{t("transfer.empty")}</EmptyState>
                  {asked.answer ? <PracticeMoney answer={asked.answer} onTaken={asked.retry} /> : null}
                </>
              )}
            </>
          )
        }}
      </AskedFace>
    </div>
  )
}
