/** Chooses the interval, and candles or a line. One row; what has no room in it, and on a phone the rarer intervals, behind "More". */

import { type ReactNode, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { Interval } from "#core/candle/interval.ts"
import { marketKindOf } from "#core/instrument/market-kind.ts"
import { classNames } from "../../ui/class-names.ts"
import { ChevronDown, Icon } from "../../ui/icon.tsx"
import { usePageKeys } from "../../ui/page-keys.ts"
import styles from "./interval-bar.module.css"
import { useFittingChoices } from "./interval-room.ts"

const MINUTES_AND_UP: readonly Interval[] = ["1m", "5m", "15m", "30m", "1h", "4h", "1D", "1W", "1M"]
const SECONDS: readonly Interval[] = ["1s", "5s", "15s"]

export const isSecond = (instrument: string): boolean => marketKindOf(instrument) === "second"

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
  /** All intervals stand in the row as far as they have room; "More" is there only where some have none. */
  isWhole?: boolean
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
    isWhole = false,
    isShort = false,
    isFolded = false,
    end,
  } = props
  const { t } = useTranslation("market")
  const head = useRef<HTMLDivElement>(null)
  const row = useRef<HTMLFieldSetElement>(null)
  const isUsual = (onMore && !isWhole) || isShort
  const all = isUsual ? usualIntervals(instrument) : intervalsOf(instrument)
  const fitting = useFittingChoices(head, row, isWhole)
  const isCut = fitting < all.length
  const shown = isWhole ? all.slice(0, fitting) : all
  const hasMore = onMore !== undefined && (!isWhole || isCut)
  // `1` to `9` choose from the left, where all of them belong to the row.
  const byKey = (key: string) => (isUsual || !/^[1-9]$/.test(key) ? undefined : all[Number(key) - 1])
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
    // Nothing to scroll to: what has no room is behind "More".
    if (isWhole) return
    row.current
      ?.querySelector('[aria-pressed="true"][data-interval]')
      ?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [value, isWhole])
  const line = (
    <button type="button" className={styles.choice} aria-pressed={isLine} onClick={() => onLine(!isLine)}>
      {t("chart.line")}
    </button>
  )
  return (
    <div ref={head} className={styles.head}>
      {isFolded ? null : (
        <fieldset
          ref={row}
          className={classNames(styles.bar, isWhole && styles.whole)}
          aria-label={t("chart.intervals")}
        >
          {onMore ? line : null}
          {all.map((interval, at) => (
            <button
              key={interval}
              type="button"
              data-interval={interval}
              // Keeps its place, by which the room is measured.
              data-cut={isWhole && at >= fitting ? "" : undefined}
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
      {hasMore ? (
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
      {end ? (
        <div className={styles.end} data-bar-end="">
          {end}
        </div>
      ) : null}
    </div>
  )
}
