/** The spot account, below the ticket on a desk: what is available and in orders, and the way to more. */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { SpotMarket } from "#core/wire/market.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { PracticeOffer } from "../../amounts/practice-offer.tsx"
import { TransferButton } from "../../amounts/transfer-button.tsx"
import { account, balanceOf, heldCurrencies } from "../../stores/account-store.ts"
import { offerDeposit } from "../../stores/deposit-offer.ts"
import { market as markets } from "../../stores/market-store.ts"
import styles from "../../ticket/ticket.module.css"
import { SmallTable } from "../../ui/small-table.tsx"
import own from "./ticket-side.module.css"

/** As many other coins as there is room for; all of them are in the list of balances. */
const OTHERS_MOST = 4

/** Memoised: the ticket around it is drawn anew with every change of the book. */
export const SpotAccount = memo(function SpotAccount({ market }: { market: SpotMarket }) {
  const { t } = useTranslation("trade")
  const { list } = useSnapshot(heldCurrencies)
  const { isKnown } = useSnapshot(account)
  const { feed } = useSnapshot(markets)
  const { available } = useSnapshot(balanceOf("funding", market.quote))
  const pair = [market.quote, market.base]
  const others = list
    .filter(({ wallet, currency }) => wallet === "funding" && !pair.includes(currency))
    .map(({ currency }) => currency)
    .sort()
    .slice(0, OTHERS_MOST)
  return (
    <section className={own.part} aria-labelledby="spot-account">
      <div className={own.head}>
        <h2 id="spot-account" className={own.title}>
          {t("account.title")}
        </h2>
        <PracticeOffer
          available={isKnown ? available : null}
          currency={market.quote}
          className={styles.transfer}
        >
          {feed?.practice ? (
            <TransferButton to="funding" currency={market.quote} className={styles.transfer} />
          ) : (
            <button
              type="button"
              className={styles.transfer}
              aria-haspopup="dialog"
              onClick={() => offerDeposit(market.quote)}
            >
              {t("account.deposit")}
            </button>
          )}
        </PracticeOffer>
      </div>
      <SmallTable>
        <thead>
          <tr>
            <th scope="col">{t("assets:coins.coin")}</th>
            <th scope="col">{t("account.available")}</th>
            <th scope="col">{t("account.inOrders")}</th>
          </tr>
        </thead>
        <tbody>
          {[...pair, ...others].map((currency) => (
            <Coin key={currency} currency={currency} isKnown={isKnown} />
          ))}
        </tbody>
      </SmallTable>
    </section>
  )
})

function Coin({ currency, isKnown }: { currency: string; isKnown: boolean }) {
  const { available, held } = useSnapshot(balanceOf("funding", currency))
  return (
    <tr>
      <th scope="row">{currency}</th>
      <td>
        <OwnAmount text={isKnown ? available : null} currency={currency} />
      </td>
      <td>
        <OwnAmount text={isKnown ? held : null} currency={currency} />
      </td>
    </tr>
  )
}
