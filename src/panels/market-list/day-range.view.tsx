/** The last price's place in the day's range. */

import { useTranslation } from "react-i18next"
import { formatNumber } from "../../text/numbers.ts"
import { PriceText } from "../../ui/price-text.tsx"
import styles from "./desk-list.module.css"

interface RangeProps {
  low: string | null
  high: string | null
  /** 0 at the low, 1 at the high. */
  range: number | null
}

/** Where the last price lies between the day's low and high: a mark on a bar, and said in words. */
export function DayRange({ low, high, range }: RangeProps) {
  const { t, i18n } = useTranslation("market")
  const percent = range === null ? null : Math.round(range * 100)
  return (
    <span className={styles.range}>
      <span className={styles.low}>
        <PriceText text={low} />
      </span>
      <span
        className={styles.bar}
        role="img"
        aria-label={
          percent === null
            ? "–"
            : t("list.rangeOf", { percent: `${formatNumber(percent, i18n.language)}\u2009%` })
        }
      >
        {percent === null ? null : <i style={{ left: `${percent}%` }} />}
      </span>
      <span className={styles.high}>
        <PriceText text={high} />
      </span>
    </span>
  )
}
