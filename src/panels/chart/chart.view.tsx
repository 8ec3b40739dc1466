/** The chart: one market's candles, indicators or depth, with everything that can be set on it. */

import { lazy, type ReactNode, type RefObject, Suspense, useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Interval } from "#core/candle/interval.ts"
import { marketKindOf } from "#core/instrument/market-kind.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { useView } from "../../feed/view.ts"
import { changeChartSettings, changeSetup, chartSettings, setupOf } from "../../stores/chart-store.ts"
import { choices, chosenZone } from "../../stores/choices-store.ts"
import { drawingTools, setDrawingTools } from "../../stores/drawing-tools.ts"
import { market } from "../../stores/market-store.ts"
import { classNames } from "../../ui/class-names.ts"
import {
  Camera,
  ChartLine,
  History,
  Icon,
  Maximize2,
  Minimize2,
  PencilRuler,
  Wrench,
} from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import styles from "./chart.module.css"
import { Drawing } from "./chart-drawing.view.tsx"
import { useChartForm } from "./chart-form.ts"
import { useChartPlace, useSetupId } from "./chart-place.ts"
import { chartText } from "./chart-text.ts"
import { DepthChart } from "./depth.view.tsx"
import { type FullScreen, useFullScreen } from "./full-screen.ts"
import { IndicatorBar } from "./indicator-bar.view.tsx"
import { IntervalBar, isSecond, smallestOf } from "./interval-bar.view.tsx"
import { useMarkedFirst } from "./marked-first.ts"
import { type ChartTools, MoreSheet } from "./more-sheet.view.tsx"
import { subPanesMax } from "./panes.model.ts"
import { SettingsSheet } from "./settings-sheet.view.tsx"

/** Few open it. */
const DrawingToolbar = lazy(() =>
  import("./drawings/toolbar.view.tsx").then((module) => ({ default: module.DrawingToolbar })),
)
const ReplayStage = lazy(() =>
  import("./replay/replay-stage.view.tsx").then((module) => ({ default: module.ReplayStage })),
)
const PriceSheet = lazy(() =>
  import("./price-sheet.view.tsx").then((module) => ({ default: module.PriceSheet })),
)

interface ChartPanelProps {
  instrument: string
  interval: Interval
  onInterval: (interval: Interval) => void
  /** Without the indicator row and panes below: the strip of the trade screen. */
  compact?: boolean
  /** Shows the ticket once the chart has filled it; left out: nothing is ordered from this chart. */
  onTicket?: (() => void) | undefined
  /** Takes what saves the chart as a picture, for a button outside of the panel. */
  picture?: RefObject<(() => void) | null>
  /** Begins the bar of one among several charts: its market. What has no room beside it is behind "More". */
  head?: ReactNode
  /** What several charts are told apart by; left out: it is the one chart. */
  name?: string
  /** Stands with the tools of a desk's chart. */
  bar?: ReactNode
}

export function ChartPanel(props: ChartPanelProps) {
  const { instrument, interval, onInterval, compact = false, head } = props
  const { t } = useTranslation("market")
  const screenForm = useChartForm()
  const place = useChartPlace()
  const setupId = useSetupId(instrument)
  const panel = useRef<HTMLElement>(null)
  const ownPicture = useRef<(() => void) | null>(null)
  const picture = props.picture ?? ownPicture
  const full = useFullScreen(panel)
  // Among several a chart has about a phone's width.
  const form = head === undefined || full.isFull ? screenForm : "phone"
  const [isDepth, setIsDepth] = useState(false)
  const [sheet, setSheet] = useState<"settings" | "more" | "table" | "prices" | "replay">()
  const text = useChartText(instrument)
  const { isOpen } = useSnapshot(drawingTools)
  const isDrawing = isOpen && place.isChosen
  const setup = setupOf(useSnapshot(chartSettings), setupId)
  const replayed = useSnapshot(market).catalogue?.byId.get(instrument)
  const isRange = setup.style === "range"
  // Range bars are made of the smallest candles there are, whatever interval was chosen before.
  const drawn = { instrument, interval: isRange ? smallestOf(instrument) : interval }
  useView(place.isChosen ? { chart: drawn } : { charts: [drawn] })

  const isSmall = compact && !full.isFull
  // The chart of a second contract has no strip to unfold from: the whole screen is one press away instead of more choices.
  const isPlain = isSmall && form !== "desk" && isSecond(instrument)
  const panes = isSmall ? 0 : subPanesMax(form !== "desk")
  const [marked, choose] = useMarkedFirst(interval, (next: Interval) => {
    setIsDepth(false)
    if (isRange) changeSetup(setupId, { style: "candles" })
    // Of several charts the desk says whose interval the next visit begins with.
    if (head === undefined)
      changeChartSettings(isSecond(instrument) ? { secondInterval: next } : { interval: next })
    onInterval(next)
  })
  const tools: ChartTools = {
    isDepth,
    onDepth: isSecond(instrument) ? undefined : () => setIsDepth(!isDepth),
    onPicture: () => picture.current?.(),
    onDraw: () => {
      setIsDepth(false)
      setDrawingTools({ isOpen: !isDrawing })
    },
    isDrawing,
    onTable: () => setSheet("table"),
    onSettings: () => setSheet("settings"),
    onPrices: marketKindOf(instrument) === "perpetual" ? () => setSheet("prices") : undefined,
    onReplay: isSecond(instrument) ? undefined : () => setSheet("replay"),
  }
  return (
    <section
      ref={panel}
      className={classNames(styles.panel, full.isFull && styles.full)}
      aria-label={props.name ?? t("chart.title")}
    >
      <div className={classNames(styles.head, head !== undefined && styles.named)}>
        {head}
        <IntervalBar
          isFolded={head !== undefined && form !== "desk"}
          instrument={instrument}
          value={isRange && marked === interval ? undefined : marked}
          onChange={choose}
          isLine={setup.style === "line"}
          onLine={(isLine) => changeSetup(setupId, { style: isLine ? "line" : "candles" })}
          onMore={isPlain ? undefined : () => setSheet("more")}
          isWhole={form === "desk"}
          isShort={isPlain}
          end={
            form === "desk" ? (
              <DeskTools tools={tools} full={full} bar={props.bar} />
            ) : isSmall && !isPlain ? null : (
              <>
                {head === undefined ? null : <ToolsButton onPress={() => setSheet("more")} />}
                {props.bar}
                <FullScreenButton full={full} />
              </>
            )
          }
        />
      </div>
      <div className={styles.place}>
        {isDrawing && screenForm === "desk" ? (
          <Suspense fallback={null}>
            <DrawingToolbar instrument={instrument} place="side" />
          </Suspense>
        ) : null}
        <div className={styles.paper}>
          {/* A new market or interval is a new chart: nothing of the old one may stay on screen. */}
          <Drawing
            key={`${instrument}:${isRange ? `range ${setup.rangeTicks}` : interval}`}
            instrument={instrument}
            interval={drawn.interval}
            range={isRange ? setup.rangeTicks : undefined}
            text={text}
            onTicket={props.onTicket}
            subPanesMax={panes}
            gestures={full.isFull || form === "low" ? "full" : "page"}
            isTableOpen={sheet === "table"}
            onTable={(isOpen) => setSheet(isOpen ? "table" : undefined)}
            picture={picture}
          />
          {isDepth && (
            <div className={styles.over}>
              <DepthChart instrument={instrument} text={text} />
            </div>
          )}
        </div>
      </div>
      {isDrawing && screenForm !== "desk" ? (
        <Suspense fallback={null}>
          <DrawingToolbar instrument={instrument} place="below" />
        </Suspense>
      ) : null}
      {!isSmall && form !== "desk" && head === undefined && (
        <IndicatorBar instrument={instrument} subPanesMax={panes} onSettings={tools.onSettings} />
      )}
      {sheet === "settings" && (
        <SettingsSheet
          instrument={setupId}
          subPanesMax={panes}
          onClose={() => setSheet(undefined)}
          onTable={tools.onTable}
        />
      )}
      {sheet === "more" && (
        <MoreSheet
          instrument={instrument}
          interval={interval}
          onInterval={choose}
          tools={tools}
          onClose={() => setSheet(undefined)}
        />
      )}
      {sheet === "replay" && replayed && replayed.kind !== "second" && (
        <Suspense fallback={null}>
          <ReplayStage
            market={replayed as TradedMarket}
            interval={interval}
            text={text}
            onEnd={() => setSheet(undefined)}
          />
        </Suspense>
      )}
      {sheet === "prices" && (
        <Suspense fallback={null}>
          <PriceSheet
            instrument={instrument}
            interval={interval}
            text={text}
            onClose={() => setSheet(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Formatters are dear to make: one set for a language, a tick and a zone. */
function useChartText(instrument: string) {
  const { i18n } = useTranslation("market")
  const { catalogue } = useSnapshot(market)
  const zone = chosenZone(useSnapshot(choices).all)
  const decimals = catalogue?.byId.get(instrument)?.tick.split(".")[1]?.length ?? 2
  return useMemo(() => chartText(i18n.language, decimals, zone), [i18n.language, decimals, zone])
}

function DeskTools({ tools, full, bar }: { tools: ChartTools; full: FullScreen; bar: ReactNode }) {
  const { t } = useTranslation("market")
  return (
    <>
      <button type="button" className={styles.tool} aria-haspopup="dialog" onClick={tools.onSettings}>
        {t("chart.indicators")}
      </button>
      {tools.onDepth ? (
        <button type="button" className={styles.tool} aria-pressed={tools.isDepth} onClick={tools.onDepth}>
          {t("chart.depth")}
        </button>
      ) : null}
      {tools.onPrices ? (
        <IconButton
          glyph={ChartLine}
          size={16}
          label={t("perpetual:prices.title")}
          aria-haspopup="dialog"
          onClick={tools.onPrices}
        />
      ) : null}
      <IconButton
        glyph={PencilRuler}
        size={16}
        label={t("chart.draw")}
        aria-pressed={tools.isDrawing}
        className={tools.isDrawing ? styles.on : undefined}
        onClick={tools.onDraw}
      />
      {tools.onReplay ? (
        <IconButton
          glyph={History}
          size={16}
          label={t("replay:open")}
          aria-haspopup="dialog"
          onClick={tools.onReplay}
        />
      ) : null}
      <IconButton glyph={Camera} size={16} label={t("chart.picture")} onClick={tools.onPicture} />
      {bar}
      <FullScreenButton full={full} />
    </>
  )
}

/** Indicators, drawing and replay of a chart whose bar has no room for a button each. */
function ToolsButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation("chart")
  return (
    <button
      type="button"
      className={styles.tools}
      title={t("tools")}
      aria-label={t("tools")}
      aria-haspopup="dialog"
      onClick={onPress}
    >
      <Icon glyph={Wrench} size={16} />
      <span>{t("tools")}</span>
    </button>
  )
}

function FullScreenButton({ full }: { full: FullScreen }) {
  const { t } = useTranslation("market")
  return (
    <IconButton
      glyph={full.isFull ? Minimize2 : Maximize2}
      size={16}
      label={t(full.isFull ? "chart.fullScreenEnd" : "chart.fullScreen")}
      onClick={full.toggle}
    />
  )
}
