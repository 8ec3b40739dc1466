/** Which side of the shown depth is heavier? A bar with both shares in words. */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import { classNames } from "../../ui/class-names.ts"
import styles from "./imbalance.module.css"

/** Of both words with their shares: more letters than a contract's book beside its ticket has room for. */
const LETTERS_MAX = 20

export const Imbalance = memo(function Imbalance({ bidPercent }: { bidPercent: number | null }) {
  const { t } = useTranslation("market")
  const text = (percent: number) => (bidPercent === null ? "–" : `${percent}\u2009%`)
  const [bid, ask] = [text(bidPercent ?? 0), text(100 - (bidPercent ?? 0))]
  const [bids, asks] = [t("book.bidsPercent", { percent: bid }), t("book.asksPercent", { percent: ask })]
  return (
    <div className={styles.place}>
      <div className={classNames(styles.imbalance, (bids + asks).length > LETTERS_MAX && styles.long)}>
        <span className={styles.bids}>
          <Share words={bids} share={bid} />
        </span>
        <span className={styles.bar} aria-hidden="true">
          <i style={{ width: `${bidPercent ?? 50}%` }} />
          <i />
        </span>
        <span className={styles.asks}>
          <Share words={asks} share={ask} />
        </span>
      </div>
    </div>
  )
})

/** Where the words have no room the share stands alone, on its side of the bar. */
const Share = ({ words, share }: { words: string; share: string }) => (
  <>
    <span className={styles.words}>{words}</span>
    <span className={styles.share} aria-hidden="true">
      {share}
    </span>
  </>
)
