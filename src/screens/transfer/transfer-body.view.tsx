/** The form of a transfer once it is known what there is; who has nothing is told so, and given practice money. */

import { useTranslation } from "react-i18next"
import type { Balance } from "#core/wire/trading.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { PracticeMoney } from "../../panels/assets/practice.view.tsx"
import type { AskedMoney } from "../../panels/assets/use-money.ts"
import { TransferPanel } from "../../panels/transfer/transfer-form.view.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Wallet } from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import styles from "./transfer.module.css"

interface TransferBodyProps {
  asked: AskedMoney
  /** Currency to begin with. */
  wish: string | undefined
  /** Account that it is for, to begin with. */
  to?: Balance["wallet"] | undefined
}

export function TransferBody({ asked, wish, to }: TransferBodyProps) {
  const { t } = useTranslation("assets")
  return (
    <AskedFace asked={asked} skeleton={<SkeletonRows count={4} />} failed={t("failed")}>
      {({ balances }) => {
        const hasMoney = balances.some(({ available, held }) => /[1-9]/.test(available + held))
        return (
          <>
            <p className={styles.text}>{t("transfer.text")}</p>
            {hasMoney ? (
              <TransferPanel balances={balances} wish={wish} to={to} />
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
  )
}
