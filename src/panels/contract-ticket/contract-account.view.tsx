/** The contract account, below the ticket on a desk: its cash and what is held for isolated orders, and the way to more. */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { account, balanceOf } from "../../stores/account-store.ts"
import styles from "../../ticket/ticket.module.css"
import own from "./contract-ticket.module.css"

/** Memoised: the ticket around it is drawn anew with every change of the book. */
export const ContractAccount = memo(function ContractAccount({ quote }: { quote: string }) {
  const { t } = useTranslation("perpetual")
  const { isKnown } = useSnapshot(account)
  const { available, held } = useSnapshot(balanceOf("contract", quote))
  return (
    <section className={own.account} aria-labelledby="contract-account">
      <div className={own.accountHead}>
        <h2 id="contract-account">{t("account.title")}</h2>
        <ScreenLink to="/pages/assets/transfer" className={styles.transfer}>
          {t("trade:ticket.transfer")}
        </ScreenLink>
      </div>
      <dl className={styles.sums}>
        <div>
          <dt>{t("account.cash")}</dt>
          <dd>
            <OwnAmount text={isKnown ? available : null} unit={quote} />
          </dd>
        </div>
        <div>
          <dt>{t("account.held")}</dt>
          <dd>
            <OwnAmount text={isKnown ? held : null} unit={quote} />
          </dd>
        </div>
      </dl>
    </section>
  )
})
