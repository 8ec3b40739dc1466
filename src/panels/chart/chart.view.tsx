/** The chart: candles or a line of one market, history as far back as one scrolls, the live candle with its countdown. */

import { useEffect, useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Interval } from "#core/candle/interval.ts"
import { loadOlderBars } from "../../feed/connect-market-worker.ts"
import { useView } from "../../feed/view.ts"
import { changeChartSettings, chartSettings } from "../../stores/chart-store.ts"
import { market, onChartFrame } from "../../stores/market-store.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import { Bars } from "./bars.model.ts"
import styles from "./chart.module.css"
import { ChartCanvas } from "./chart-canvas.ts"
import { readColours } from "./chart-colours.ts"
import { type ChartText, chartText } from "./chart-text.ts"
import { IntervalBar, intervalsOf } from "./interval-bar.view.tsx"
import { Legend } from "./legend.view.tsx"
import { Overlay } from "./overlay.view.tsx"

interface ChartPanelProps {
  instrument: string
  interval: Interval
  onInterval(interval: Interval): void
  /** Without the indicator row: the strip of the trade screen. */
  compact?: boolean
}

export function ChartPanel({ instrument, interval, onInterval, compact = false }: ChartPanelProps) {
  const { t } = useTranslation("market")
  const settings = useSnapshot(chartSettings)
  useView({ chart: { instrument, interval } })
  return (
    <section className={styles.panel} aria-label={t("chart.title")}>
      <div className={styles.head}>
        <IntervalBar
          intervals={intervalsOf(instrument)}
          value={interval}
          onChange={(next) => {
            changeChartSettings({ interval: next })
            onInterval(next)
          }}
          isLine={settings.style === "line"}
          onLine={(isLine) => changeChartSettings({ style: isLine ? "line" : "candles" })}
        />
      </div>
      {/* A new market or interval is a new chart: nothing of the old one may stay on screen. */}
      <Drawing key={`${instrument}:${interval}`} instrument={instrument} interval={interval} />
      {!compact && <IndicatorBar />}
    </section>
  )
}

/** What lies under and over the candles; more indicators come with the chart of a later release. */
function IndicatorBar() {
  const { t } = useTranslation("market")
  const settings = useSnapshot(chartSettings)
  const toggles = [
    ["MA", settings.averages, () => changeChartSettings({ averages: !settings.averages })],
    ["VOL", settings.volume, () => changeChartSettings({ volume: !settings.volume })],
  ] as const
  return (
    <fieldset className={styles.indicators} aria-label={t("chart.indicators")}>
      {toggles.map(([name, isOn, toggle]) => (
        <button key={name} type="button" className={styles.toggle} aria-pressed={isOn} onClick={toggle}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}

function Drawing({ instrument, interval }: { instrument: string; interval: Interval }) {
  const { t, i18n } = useTranslation("market")
  const { catalogue, connection, freshness } = useSnapshot(market)
  const settings = useSnapshot(chartSettings)
  const decimals = catalogue?.byId.get(instrument)?.tick.split(".")[1]?.length ?? 2
  const text = useMemo(() => chartText(i18n.language, decimals), [i18n.language, decimals])
  const drawing = useCanvas(instrument, interval, text)
  const { canvas, bars, crosshair, moved } = drawing

  useEffect(() => canvas?.setStyle(settings.style), [canvas, settings.style])
  useEffect(
    () => canvas?.setShown({ averages: settings.averages, volume: settings.volume }),
    [canvas, settings.averages, settings.volume],
  )

  const isEmpty = drawing.hasFrame && bars.list.length === 0
  const newest = bars.list.at(-1)
  return (
    <div className={styles.drawing}>
      <figure
        ref={drawing.mount}
        className={styles.canvas}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll and zoom the chart
        tabIndex={0}
        aria-label={t("chart.summary", {
          market: instrument.replaceAll("_", "/"),
          interval: t(`chart.intervalName.${interval}`),
          price: newest ? text.price(newest.close) : "–",
        })}
        onKeyDown={(event) => {
          if (canvas && moveByKey(canvas, event.key)) event.preventDefault()
        }}
      />
      {canvas && bars.list.length > 0 && (
        <>
          <Legend
            bars={bars.list}
            index={crosshair}
            text={text}
            hasAverages={settings.averages}
            hasVolume={settings.volume}
          />
          <Overlay
            canvas={canvas}
            bars={bars.list}
            holes={bars.holes}
            interval={interval}
            text={text}
            clockOffset={connection.clockOffset}
            moved={moved}
            isStale={freshness.chart.state !== "live"}
          />
        </>
      )}
      {!drawing.hasFrame && <ChartSkeleton />}
      {isEmpty && <EmptyState className={styles.face}>{t("chart.empty")}</EmptyState>}
    </div>
  )
}

/** Bars of the width of candles stand where they will come. */
function ChartSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {[40, 72, 56, 88, 64, 48, 80, 60, 72, 44, 68, 52].map((height, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
        <Skeleton key={at} width={12} height={height} hasSheen={at === 5} />
      ))}
    </div>
  )
}

/** Arrow keys scroll, plus and minus zoom, End goes to now; answers whether the key was one of these. */
function moveByKey(canvas: ChartCanvas, key: string): boolean {
  if (key === "ArrowLeft") canvas.scrollBy(-10)
  else if (key === "ArrowRight") canvas.scrollBy(10)
  else if (key === "+" || key === "=") canvas.zoomBy(1.25)
  else if (key === "-") canvas.zoomBy(0.8)
  else if (key === "End") canvas.scrollToNow()
  else return false
  return true
}

/** Keeps a canvas in `mount` and feeds it with the frames of one market and interval. */
function useCanvas(instrument: string, interval: Interval, text: ChartText) {
  const mount = useRef<HTMLElement>(null)
  const [canvas, setCanvas] = useState<ChartCanvas>()
  const [bars] = useState(() => new Bars())
  const [hasFrame, setHasFrame] = useState(false)
  const [crosshair, setCrosshair] = useState<number>()
  const [moved, setMoved] = useState(0)

  useEffect(() => {
    const element = mount.current
    if (!element) return
    let isAsking = false
    const made = new ChartCanvas(element, readColours(element), text, {
      onNearOldest: () => {
        if (isAsking || !bars.more) return
        isAsking = true
        void loadOlderBars(instrument, interval).finally(() => {
          isAsking = false
        })
      },
      onCrosshair: setCrosshair,
      onMove: () => setMoved((count) => count + 1),
    })
    if (bars.list.length > 0) made.draw(bars.list, { kind: "all" }, bars.holes, interval)
    setCanvas(made)
    const stop = onChartFrame((frame) => {
      if (frame.instrument !== instrument || frame.interval !== interval) return
      const change = bars.apply(frame)
      made.draw(bars.list, change, bars.holes, interval)
      setHasFrame(true)
    })
    // Theme and palette are attributes of the page's root.
    const watcher = new MutationObserver(() => made.setColours(readColours(element)))
    watcher.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ["data-theme", "data-palette"],
    })
    return () => {
      stop()
      watcher.disconnect()
      made.remove()
      setCanvas(undefined)
    }
  }, [instrument, interval, text, bars])

  return { mount, canvas, bars, hasFrame, crosshair, moved }
}
