/** An owned coin as a row of a phone's list: how much in all, how much of it is free, and what it is worth. */

import { useTranslation } from "react-i18next"
import styles from "./coin-figures.module.css"
import { OwnAmount } from "./own-amount.tsx"

interface CoinFiguresProps {
  /** Plain decimal texts; `value` is in `inCurrency`, null where no price is known. */
  coin: { currency: string; total: string; available: string; held: string; value: string | null }
  inCurrency: string
}

export function CoinFigures({ coin, inCurrency }: CoinFiguresProps) {
  const { t } = useTranslation("assets")
  return (
    <span className={styles.figures}>
      <span className={styles.name}>{coin.currency}</span>
      <span className={styles.sum}>
        <OwnAmount text={coin.total} currency={coin.currency} />
      </span>
      <span className={styles.parts}>
        <OwnAmount text={coin.available} currency={coin.currency} /> {t("accounts.free")}
        {/[1-9]/.test(coin.held) ? (
          <>
            {", "}
            <OwnAmount text={coin.held} currency={coin.currency} /> {t("accounts.frozen")}
          </>
        ) : null}
      </span>
      <span className={styles.value}>
        <OwnAmount text={coin.value} unit={inCurrency} />
      </span>
    </span>
  )
}
