/** The drawing itself: canvas, legends, last price, and the ways to it for keys and screen readers. */

import { lazy, type RefObject, Suspense, useEffect, useImperativeHandle, useMemo, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Interval } from "#core/candle/interval.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import type { ChartSetup } from "../../stores/chart-setup.ts"
import { chartSettings, setupOf } from "../../stores/chart-store.ts"
import { drawingTools, hasKeptDrawings } from "../../stores/drawing-tools.ts"
import { market } from "../../stores/market-store.ts"
import { session } from "../../stores/session-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ErrorState } from "../../ui/error-state.tsx"
import { ChevronsRight } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { useIsLate } from "../../ui/late.ts"
import { Skeleton } from "../../ui/skeleton.tsx"
import { type AttachedCanvas, useCanvas } from "./attached-canvas.ts"
import { BarTable } from "./bar-table.view.tsx"
import type { ChartCanvas } from "./chart-canvas.ts"
import { readColours } from "./chart-colours.ts"
import styles from "./chart-drawing.module.css"
import { useChartPlace, useSetupId } from "./chart-place.ts"
import type { ChartText } from "./chart-text.ts"
import { useCompare } from "./compare-line.ts"
import { isSecond } from "./interval-bar.view.tsx"
import notes from "./layer-notes.module.css"
import { Legend } from "./legend.view.tsx"
import { useLinkedCrosshair } from "./linked-crosshair.ts"
import { Overlay } from "./overlay.view.tsx"
import type { FillMark } from "./own-fills.model.ts"
import { isVolumeOver } from "./panes.model.ts"
import { savePicture, titledPicture } from "./picture.ts"
import { usePricePress } from "./price-menu/price-press.ts"
import { useStudyBars } from "./study-bars.ts"

/** What is one's own comes with calls and their checks: nothing that candles wait for, or a visitor needs. */
const OwnFills = lazy(() => import("./own-fills.ts").then((module) => ({ default: module.OwnFills })))
const OwnLines = lazy(() => import("./own-lines.view.tsx").then((module) => ({ default: module.OwnLines })))

const SecondLines = lazy(() =>
  import("./second-lines.view.tsx").then((module) => ({ default: module.SecondLines })),
)

/** Only where something is drawn, or may be. */
const DrawingBoard = lazy(() =>
  import("./drawings/board.view.tsx").then((module) => ({ default: module.DrawingBoard })),
)

/** With the fields and checks of a ticket; opened by a press at a price. */
const PriceMenu = lazy(() =>
  import("./price-menu/price-menu.view.tsx").then((module) => ({ default: module.PriceMenu })),
)
const HeatMap = lazy(() => import("./heat/heat-map.view.tsx").then((module) => ({ default: module.HeatMap })))
const FootprintBars = lazy(() =>
  import("./footprint/footprint.view.tsx").then((module) => ({ default: module.FootprintBars })),
)
const AlertLines = lazy(() =>
  import("./price-menu/alert-lines.view.tsx").then((module) => ({ default: module.AlertLines })),
)

/** Bars that the newest one must be out of view before a button leads back to it. */
const FAR_BARS = 3

interface DrawingProps {
  instrument: string
  interval: Interval
  /** The bars span so many ticks (0: as fits the price) and are made of those of `interval`; undefined: they are those. */
  range?: number | undefined
  text: ChartText
  /** Shows the ticket once the chart has filled it; undefined: nothing is ordered from here. */
  onTicket: (() => void) | undefined
  subPanesMax: number
  gestures: "page" | "full"
  isTableOpen: boolean
  onTable: (isOpen: boolean) => void
  /** Takes what saves the chart as a picture. */
  picture: RefObject<(() => void) | null>
}

export function Drawing(props: DrawingProps) {
  const { instrument, interval, text, subPanesMax, gestures, isTableOpen, onTable, onTicket } = props
  const { t } = useTranslation("market")
  const { connection, freshness, failure } = useSnapshot(market)
  const setup = useDrawnSetup(instrument)
  const drawing = useCanvas(instrument, interval, text, props.range)
  const { canvas, bars, moved, range } = drawing
  const pointed = useLinkedCrosshair(canvas, instrument)
  const crosshair = pointed === undefined ? drawing.crosshair : pointed < 0 ? undefined : pointed
  const length =
    range === undefined ? t(`chart.intervalName.${interval}`) : t("chart:range.name", { ticks: range })
  const title = `${marketTitle(instrument)} · ${range === undefined ? t(`chart.interval.${interval}`) : length}`

  useEffect(() => canvas?.setSetup(setup, subPanesMax), [canvas, setup, subPanesMax])
  useEffect(() => canvas?.setGestures(gestures), [canvas, gestures])
  useStudyBars({ canvas, bars, instrument, interval, setup })
  useCompare({ canvas, bars: bars.list, others: setup.compare, interval })
  const isIn = useSnapshot(session).token !== null
  const [marks, setMarks] = useState<readonly FillMark[]>([])
  usePicture(props.picture, drawing, { title, fileName: `${instrument}-${interval}`, text })

  const listed = useSnapshot(market).catalogue?.byId.get(instrument)
  const traded = listed && listed.kind !== "second" ? (listed as TradedMarket) : undefined
  const press = usePricePress(drawing.mount, canvas, traded !== undefined && onTicket !== undefined)
  const hasBoard = useHasBoard(instrument)
  // The worker keeps one book and one tape, those of the screen's market: the first chart's.
  const isFirst = useChartPlace().at === 0
  const settings = useSnapshot(chartSettings)
  const hasLayers = isFirst && traded !== undefined
  const hasHeat = settings.hasHeat && hasLayers
  // Range bars have no length of time, by which trades are counted.
  const hasFootprint = settings.hasFootprint && hasLayers && range === undefined
  const isLate = useIsLate(!drawing.hasFrame)
  const hasFailed = isLate || failure !== null || connection.state === "offline"
  const newest = bars.list.at(-1)
  const hasBars = newest !== undefined
  return (
    <div className={styles.drawing}>
      <button type="button" className={styles.tableButton} onClick={() => onTable(true)}>
        {t("chart.table")}
      </button>
      <figure
        ref={drawing.mount}
        className={styles.canvas}
        data-gestures={gestures}
        data-bars={bars.list.length}
        data-step={canvas && Math.round((10 * canvas.paneWidth()) / canvas.barsInView()) / 10}
        data-fills={marks.length}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll and zoom the chart
        tabIndex={0}
        aria-label={t("chart.summary", {
          market: marketTitle(instrument),
          interval: length,
          price: newest && !bars.newer ? text.price(newest.close) : "–",
        })}
        onKeyDown={(event) => {
          if (event.key === "End") drawing.toNow()
          else if (press.openByKey(event, bars.newer ? undefined : newest?.close)) event.preventDefault()
          else if (!canvas || !moveByKey(canvas, event.key)) return
          event.preventDefault()
        }}
      />
      {canvas && hasBars && (
        <>
          <Legend
            canvas={canvas}
            bars={bars.list}
            index={crosshair ?? canvas.lastInView()}
            text={text}
            hasVolume={isVolumeOver(setup, subPanesMax)}
            profile={setup.studies.profile}
            instrument={instrument}
            compare={setup.compare}
            marks={marks}
            range={range && { ticks: range, interval }}
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
            isPast={bars.newer}
            isTimed={range === undefined}
          />
          {isSecond(instrument) ? (
            <Suspense fallback={null}>
              <SecondLines {...{ canvas, interval, instrument, text, moved }} bars={bars.list} />
            </Suspense>
          ) : (
            isIn && (
              <Suspense fallback={null}>
                <OwnLines {...{ canvas, instrument, text }} places={canvas.placesText()} />
                <AlertLines {...{ canvas, instrument, moved }} />
                <OwnFills
                  {...{ canvas, instrument }}
                  interval={range ? undefined : interval}
                  bars={bars.list}
                  onMarks={setMarks}
                />
              </Suspense>
            )
          )}
          {(hasHeat || hasFootprint) && (
            <div className={notes.notes} style={{ top: canvas.paneHeight() }}>
              <Suspense fallback={null}>
                {hasFootprint && (
                  <FootprintBars {...{ canvas, instrument, interval, text }} mount={drawing.mount} />
                )}
                {hasHeat && <HeatMap {...{ canvas, instrument, interval, text }} mount={drawing.mount} />}
              </Suspense>
            </div>
          )}
          {hasBoard && (
            <Suspense fallback={null}>
              <DrawingBoard
                onTicket={onTicket}
                {...{ canvas, instrument, interval, text }}
                mount={drawing.mount}
                places={canvas.placesText()}
              />
            </Suspense>
          )}
          {press.pressed && traded && onTicket ? (
            <Suspense fallback={null}>
              <PriceMenu
                pressed={press.pressed}
                market={traded}
                onClose={press.close}
                onTicket={onTicket}
                chart={drawing.mount.current}
              />
            </Suspense>
          ) : null}
          {(bars.newer || canvas.position() < -FAR_BARS) && (
            <IconButton
              glyph={ChevronsRight}
              size={16}
              label={t("chart.toNow")}
              className={styles.toNow}
              style={{ right: canvas.axisWidth() + 8 }}
              onClick={drawing.toNow}
            />
          )}
        </>
      )}
      {!drawing.hasFrame &&
        (hasFailed ? (
          <ErrorState className={styles.face} title={t("chart.failed")} detail={t("list.failedSafe")} />
        ) : (
          <ChartSkeleton />
        ))}
      {drawing.hasFrame && !hasBars && <EmptyState className={styles.face}>{t("chart.empty")}</EmptyState>}
      {isTableOpen && hasBars && (
        <BarTable bars={bars.list} name={title} text={text} onClose={() => onTable(false)} />
      )}
    </div>
  )
}

/** As it is set; range bars have no common times with other markets, so nothing is compared with them. */
function useDrawnSetup(instrument: string): ChartSetup {
  const setup = setupOf(useSnapshot(chartSettings), useSetupId(instrument))
  return useMemo(() => (setup.style === "range" ? { ...setup, compare: [] } : setup), [setup])
}

/** Tools are out, or this device or the account may have drawings of the market. */
function useHasBoard(instrument: string): boolean {
  const { isOpen } = useSnapshot(drawingTools)
  const { token } = useSnapshot(session)
  return isOpen || token !== null || hasKeptDrawings("", instrument)
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

/** Arrow keys scroll, page keys by what is in view, plus and minus zoom; answers whether the key was one of these. */
function moveByKey(canvas: ChartCanvas, key: string): boolean {
  if (key === "ArrowLeft") canvas.scrollBy(-10)
  else if (key === "ArrowRight") canvas.scrollBy(10)
  else if (key === "PageUp") canvas.scrollBy(-canvas.barsInView())
  else if (key === "PageDown") canvas.scrollBy(canvas.barsInView())
  else if (key === "+" || key === "=") canvas.zoomBy(1.25)
  else if (key === "-") canvas.zoomBy(0.8)
  else return false
  return true
}

interface PictureNames {
  title: string
  fileName: string
  text: ChartText
}

function usePicture(
  picture: RefObject<(() => void) | null>,
  { canvas, mount }: AttachedCanvas,
  { title, fileName, text }: PictureNames,
): void {
  const save = useMemo(() => {
    if (!canvas) return null
    return () => {
      const element = mount.current
      if (!element) return
      const now = Date.now()
      const note = `${text.moment(now)} · Saker`
      const stamp = new Date(now).toISOString().slice(0, 16).replace(/[:T]/g, "-")
      const titled = titledPicture(canvas.picture(), { name: title, note }, readColours(element))
      savePicture(titled, `${fileName}-${stamp}.png`)
    }
  }, [canvas, mount, title, fileName, text])
  useImperativeHandle<(() => void) | null, (() => void) | null>(picture, () => save, [save])
}
