/** The page of a transfer. One column with the form. */

import { HideAmountsButton } from "../../amounts/own-amount.tsx"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import type { AskedMoney } from "../../panels/assets/use-money.ts"
import styles from "./transfer.module.css"
import { TransferBody } from "./transfer-body.view.tsx"

interface TransferViewProps {
  asked: AskedMoney
  /** Currency to begin with. */
  wish: string | undefined
}

export function TransferView({ asked, wish }: TransferViewProps) {
  return (
    <div className={styles.page}>
      <TopBarEnd>
        <HideAmountsButton />
      </TopBarEnd>
      <TransferBody asked={asked} wish={wish} />
    </div>
  )
}
