/** What does the bar under the crosshair, or else the newest, say in figures? */

import { useTranslation } from "react-i18next"
import { classNames } from "../../ui/class-names.ts"
import type { Bar } from "./bars.model.ts"
import type { ChartText } from "./chart-text.ts"
import styles from "./legend.module.css"
import { averageAt, MOVING_AVERAGES } from "./moving-average.model.ts"

interface LegendProps {
  bars: readonly Bar[]
  /** Index of the bar to tell; undefined: the newest. */
  index: number | undefined
  text: ChartText
  hasAverages: boolean
  hasVolume: boolean
}

/** Hidden from screen readers: it follows the pointer; the panel's summary says what matters. */
export function Legend({ bars, index, text, hasAverages, hasVolume }: LegendProps) {
  const { t } = useTranslation("market")
  const at = index ?? bars.length - 1
  const bar = bars[at]
  if (!bar) return null
  const before = bars[at - 1]?.close ?? bar.open
  const tone = bar.close > before ? styles.up : bar.close < before ? styles.down : undefined
  const figures = [
    ["O", bar.open],
    ["H", bar.high],
    ["L", bar.low],
    ["C", bar.close],
  ] as const
  return (
    <div className={classNames(styles.legend, "num")} aria-hidden="true">
      <p className={styles.line}>
        {figures.map(([name, value]) => (
          <span key={name} className={styles.pair}>
            <span className={styles.name}>{t(`chart.legend.${name}`)}</span>
            <span className={tone}>{text.price(value)}</span>
          </span>
        ))}
        <span className={tone}>{text.percent(before ? bar.close / before - 1 : 0)}</span>
        {hasVolume && (
          <span className={styles.pair}>
            <span className={styles.name}>{t("chart.legend.volume")}</span>
            <span>{text.volume(bar.volume)}</span>
          </span>
        )}
        {bar.generated && <span className={styles.generated}>{t("chart.generated")}</span>}
      </p>
      {hasAverages && (
        <p className={styles.line}>
          {MOVING_AVERAGES.map((length, which) => {
            const value = averageAt(bars, at, length)
            return (
              <span key={length} className={styles[`line${which + 1}`]}>
                MA{length} {value === undefined ? "–" : text.price(value)}
              </span>
            )
          })}
        </p>
      )}
    </div>
  )
}
