/** The day's chart as a strip of 44 px. A sparkline that unfolds into the chart. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Interval } from "#core/candle/interval.ts"
import { market, sparklineOf, tickerOf } from "../stores/market-store.ts"
import { ChevronDown, ChevronUp, Icon } from "../ui/icon.tsx"
import { IconButton } from "../ui/icon-button.tsx"
import { Sparkline } from "../ui/sparkline.tsx"
import styles from "./chart-strip.module.css"
import { LazyChart, loadChart } from "./lazy-chart.view.tsx"

interface ChartStripProps {
  instrument: string
  interval: Interval
  onInterval: (interval: Interval) => void
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onTicket: () => void
}

export function ChartStrip(props: ChartStripProps) {
  const { instrument, interval, onInterval, isOpen, onOpenChange, onTicket } = props
  const { t } = useTranslation("market")
  if (isOpen) {
    return (
      <div className={styles.open}>
        <LazyChart {...{ instrument, interval, onInterval, onTicket }} compact />
        <IconButton
          glyph={ChevronUp}
          size={16}
          label={t("trade.chartClose")}
          className={styles.close}
          onClick={() => onOpenChange(false)}
        />
      </div>
    )
  }
  return (
    <button
      type="button"
      className={styles.strip}
      title={t("trade.chartOpen")}
      aria-expanded={false}
      onPointerDown={() => void loadChart()}
      onClick={() => onOpenChange(true)}
    >
      <span className={styles.name}>{t("trade.chart")}</span>
      <DayLine instrument={instrument} />
      <span className={styles.day}>{t("head.day")}</span>
      <Icon glyph={ChevronDown} size={16} />
    </button>
  )
}

function DayLine({ instrument }: { instrument: string }) {
  const { points } = useSnapshot(sparklineOf(instrument))
  const { sign } = useSnapshot(tickerOf(instrument))
  const isLive = useSnapshot(market).freshness.ticker.state === "live"
  return (
    <Sparkline
      points={points ?? undefined}
      sign={isLive ? sign : 0}
      width={240}
      height={28}
      className={styles.line}
    />
  )
}
