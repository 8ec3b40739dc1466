/** Which interval is shown, and as candles or as a line? One row; what doesn't fit scrolls sideways. */

import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { Interval } from "#core/candle/interval.ts"
import { classNames } from "../../ui/class-names.ts"
import styles from "./interval-bar.module.css"

const MINUTES_AND_UP: readonly Interval[] = ["1m", "5m", "15m", "30m", "1h", "4h", "1D", "1W", "1M"]
const SECONDS: readonly Interval[] = ["1s", "5s", "15s"]

/** Second contracts live by the second; other markets begin at a minute. */
export const intervalsOf = (instrument: string): readonly Interval[] =>
  instrument.endsWith("_SEC") ? [...SECONDS, ...MINUTES_AND_UP] : MINUTES_AND_UP

interface IntervalBarProps {
  intervals: readonly Interval[]
  value: Interval
  onChange(interval: Interval): void
  isLine: boolean
  onLine(isLine: boolean): void
}

export function IntervalBar({ intervals, value, onChange, isLine, onLine }: IntervalBarProps) {
  const { t } = useTranslation("market")
  const row = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen one moves with `value`
  useEffect(() => {
    row.current
      ?.querySelector('[aria-pressed="true"][data-interval]')
      ?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [value])
  return (
    <fieldset ref={row} className={styles.bar} aria-label={t("chart.intervals")}>
      <button type="button" className={styles.choice} aria-pressed={isLine} onClick={() => onLine(!isLine)}>
        {t("chart.line")}
      </button>
      {intervals.map((interval) => (
        <button
          key={interval}
          type="button"
          data-interval={interval}
          className={classNames(styles.choice, "num")}
          aria-pressed={interval === value}
          // Holds what is seen, so that a voice command can name it, and what it means.
          aria-label={`${t(`chart.interval.${interval}`)}, ${t(`chart.intervalName.${interval}`)}`}
          onClick={() => onChange(interval)}
        >
          {t(`chart.interval.${interval}`)}
        </button>
      ))}
    </fieldset>
  )
}
