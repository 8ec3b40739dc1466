/** Which side of the shown depth is heavier? A bar with both shares in words. */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import styles from "./imbalance.module.css"

export const Imbalance = memo(function Imbalance({ bidPercent }: { bidPercent: number | null }) {
  const { t } = useTranslation("market")
  const text = (percent: number) => `${percent}\u2009%`
  return (
    <div className={styles.imbalance}>
      <span className={styles.bids}>
        {t("book.bidsPercent", { percent: bidPercent === null ? "–" : text(bidPercent) })}
      </span>
      <span className={styles.bar} aria-hidden="true">
        <i style={{ width: `${bidPercent ?? 50}%` }} />
        <i />
      </span>
      <span className={styles.asks}>
        {t("book.asksPercent", { percent: bidPercent === null ? "–" : text(100 - bidPercent) })}
      </span>
    </div>
  )
})
