/** Chooses the interval, and candles or a line. One row; on a phone the usual intervals, the others behind "More". */

import { type ReactNode, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { Interval } from "#core/candle/interval.ts"
import { classNames } from "../../ui/class-names.ts"
import { ChevronDown, Icon } from "../../ui/icon.tsx"
import { usePageKeys } from "../../ui/page-keys.ts"
import styles from "./interval-bar.module.css"

const MINUTES_AND_UP: readonly Interval[] = ["1m", "5m", "15m", "30m", "1h", "4h", "1D", "1W", "1M"]
const SECONDS: readonly Interval[] = ["1s", "5s", "15s"]

export const isSecond = (instrument: string): boolean => instrument.endsWith("_SEC")

/** Second contracts live by the second; other markets begin at a minute. */
export const intervalsOf = (instrument: string): readonly Interval[] =>
  isSecond(instrument) ? [...SECONDS, ...MINUTES_AND_UP] : MINUTES_AND_UP

/** The smallest candles that are kept of a market. */
export const smallestOf = (instrument: string): Interval => (isSecond(instrument) ? "1s" : "1m")

/** Those with a place of their own where room is short. */
const usualIntervals = (instrument: string): readonly Interval[] =>
  isSecond(instrument) ? ["1s", "5s", "15s", "1m", "5m"] : ["1m", "5m", "15m", "1h", "4h", "1D"]

interface IntervalBarProps {
  instrument: string
  /** Undefined: the bars are of no interval. */
  value: Interval | undefined
  onChange: (interval: Interval) => void
  isLine: boolean
  onLine: (isLine: boolean) => void
  /** Opens what has no room in the row; left out where all of it has. */
  onMore?: (() => void) | undefined
  /** The usual ones alone, with nothing behind them. */
  isShort?: boolean
  /** No intervals in the row: the one that is shown, with all of them behind it. */
  isFolded?: boolean
  /** Stands still at the right end. */
  end?: ReactNode
}

export function IntervalBar(props: IntervalBarProps) {
  const {
    instrument,
    value,
    onChange,
    isLine,
    onLine,
    onMore,
    isShort = false,
    isFolded = false,
    end,
  } = props
  const { t } = useTranslation("market")
  const row = useRef<HTMLFieldSetElement>(null)
  const shown = onMore || isShort ? usualIntervals(instrument) : intervalsOf(instrument)
  // `1` to `9` choose from the left, where all of them are in the row.
  const byKey = (key: string) => (onMore || !/^[1-9]$/.test(key) ? undefined : shown[Number(key) - 1])
  usePageKeys(
    (key) => byKey(key) !== undefined,
    (key) => {
      const chosen = byKey(key)
      if (chosen) onChange(chosen)
    },
  )
  const elsewhere = value === undefined || (!isFolded && shown.includes(value)) ? undefined : value
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen one moves with `value`
  useEffect(() => {
    row.current
      ?.querySelector('[aria-pressed="true"][data-interval]')
      ?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [value])
  const line = (
    <button type="button" className={styles.choice} aria-pressed={isLine} onClick={() => onLine(!isLine)}>
      {t("chart.line")}
    </button>
  )
  return (
    <div className={styles.head}>
      {isFolded ? null : (
        <fieldset ref={row} className={styles.bar} aria-label={t("chart.intervals")}>
          {onMore ? line : null}
          {shown.map((interval) => (
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
          {onMore ? null : line}
        </fieldset>
      )}
      {onMore ? (
        <button
          type="button"
          className={classNames(styles.choice, styles.more, elsewhere && styles.on)}
          aria-haspopup="dialog"
          aria-label={
            // Begins with what is seen, so that a voice command can name it.
            elsewhere
              ? [
                  t(`chart.interval.${elsewhere}`),
                  t("chart.more"),
                  t(`chart.intervalName.${elsewhere}`),
                ].join(", ")
              : t("chart.more")
          }
          onClick={onMore}
        >
          {elsewhere ? t(`chart.interval.${elsewhere}`) : t("chart.more")}
          <Icon glyph={ChevronDown} size={12} />
        </button>
      ) : null}
      {end ? <div className={styles.end}>{end}</div> : null}
    </div>
  )
}
