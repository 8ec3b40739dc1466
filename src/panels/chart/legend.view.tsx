/** What does the bar under the crosshair, or else the newest in view, say in figures? One line for the price, one an indicator. */

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Interval } from "#core/candle/interval.ts"
import { useOwnAmounts } from "../../amounts/own-amount.tsx"
import type { StudyKind, StudySetup } from "../../stores/chart-setup.ts"
import { foldLegend, legendFolds } from "../../stores/legend-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { classNames } from "../../ui/class-names.ts"
import { ChevronDown, ChevronUp } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import type { Bar } from "./bars.model.ts"
import type { ChartCanvas } from "./chart-canvas.ts"
import type { ChartText } from "./chart-text.ts"
import type { HeikinBar } from "./heikin-ashi.ts"
import styles from "./legend.module.css"
import { isLegendFolded, legendRoom } from "./legend-fold.model.ts"
import { type FillMark, marksAt } from "./own-fills.model.ts"
import { type PlacedStudy, SHARES } from "./panes.model.ts"
import type { StudyPoint } from "./study-point.ts"
import { isLineOff, lengthsText, STUDY_SIGNS } from "./study-signs.ts"
import { LINE_NAMES } from "./study-stream.model.ts"

interface LegendProps {
  canvas: ChartCanvas
  bars: readonly Bar[]
  /** Index of the bar to tell; undefined: the newest. */
  index: number | undefined
  text: ChartText
  hasVolume: boolean
  /** The volume profile's settings. */
  profile: StudySetup
  /** Name of the chart's own market, and of those compared with it. */
  instrument: string
  compare: readonly string[]
  /** Own fills, gathered by bar. */
  marks: readonly FillMark[]
  /** Of range bars: what each spans, and what they are made of. */
  range?: { ticks: number; interval: Interval } | 0 | undefined
}

/**
 * Hidden from screen readers, but for the button that folds it: it follows the pointer; the panel's summary and the table say
 * what matters.
 */
export function Legend(props: LegendProps) {
  const { canvas, bars, index, text, instrument, hasVolume, profile, compare, marks, range } = props
  const { t } = useTranslation("chart")
  const place = useRef<HTMLDivElement>(null)
  const size = useSize(place)
  const chosen = useSnapshot(legendFolds)
  const at = Math.min(index ?? bars.length - 1, bars.length - 1)
  const studies = canvas.studiesAt(at)
  const over = studies.filter(({ study }) => study.pane === 0)
  const heikin = canvas.heikinAt(at)
  const others = [heikin, range, compare.length > 0, canvas.profile()]
  const lines = over.length + others.filter(Boolean).length
  const room = { ...size, pane: canvas.paneHeight(), lines }
  const isFolded = isLegendFolded(room, chosen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: folded anew, it has no height of before
  useEffect(() => (place.current ? tellHeight(place.current, canvas) : undefined), [canvas, isFolded])
  const bar = bars[at]
  if (!bar) return null
  const tops = canvas.paneTops()
  return (
    <>
      <div
        ref={place}
        className={classNames(
          styles.legend,
          "num",
          lines > 0 && styles.foldable,
          isFolded ? styles.folded : styles.open,
        )}
        aria-hidden="true"
      >
        <PriceLine bar={bar} before={bars[at - 1]} text={text} hasVolume={hasVolume} />
        {isFolded ? null : (
          <>
            <HeikinLine bar={heikin} text={text} />
            {range ? <RangeLine {...range} /> : null}
            {compare.length > 0 && <ComparedLine {...{ canvas, text, instrument, compare }} at={at} />}
            {over.map(({ study, point }) => (
              <StudyLine key={study.kind} study={study} point={point} text={text} />
            ))}
            <ProfileLine canvas={canvas} text={text} setup={profile} />
          </>
        )}
        <div className={styles.fills}>
          {marksAt(marks, bar.time).map((mark) => (
            <FillLine key={mark.side} mark={mark} />
          ))}
        </div>
        {tops.slice(1).map((top, below) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pane's place is what it is
          <div key={below} className={styles.sub} style={{ top }}>
            {studies
              .filter(({ study }) => study.pane === below + 1)
              .map(({ study, point }) => (
                <StudyLine key={study.kind} study={study} point={point} text={text} />
              ))}
          </div>
        ))}
      </div>
      {lines > 0 && (
        <IconButton
          glyph={isFolded ? ChevronDown : ChevronUp}
          size={16}
          label={t(isFolded ? "legend.show" : "legend.hide")}
          aria-expanded={!isFolded}
          className={styles.fold}
          onClick={() => foldLegend(legendRoom(room), !isFolded)}
        />
      )}
    </>
  )
}

/** Of the chart that it stands on, px. */
function useSize(place: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const chart = place.current?.parentElement
    if (!chart) return
    const measure = () => setSize({ width: chart.clientWidth, height: chart.clientHeight })
    const sizes = new ResizeObserver(measure)
    sizes.observe(chart)
    measure()
    return () => sizes.disconnect()
  }, [place])
  return size
}

/** What of one's own filled on this bar: `Bought 0.0500 at 67,283.0 (2 fills)`. */
function FillLine({ mark }: { mark: FillMark }) {
  const { t, i18n } = useTranslation("market")
  const amount = useOwnAmounts()
  const words = {
    quantity: amount(mark.quantity),
    price: formatDecimal(mark.price, i18n.language),
  }
  return (
    <p className={styles.line}>
      <span className={mark.side === "buy" ? styles.bought : styles.sold}>
        {mark.side === "buy" ? t("trade:chart.bought", words) : t("trade:chart.sold", words)}
      </span>
      {mark.count > 1 ? <span>{t("trade:chart.times", { count: mark.count })}</span> : null}
    </p>
  )
}

/** The candles keep out of its way. It only grows while its width stays: the chart must not jump with the crosshair. */
function tellHeight(element: HTMLElement, canvas: ChartCanvas): () => void {
  let width = 0
  let tallest = 0
  const sizes = new ResizeObserver(() => {
    if (element.clientWidth !== width) tallest = 0
    width = element.clientWidth
    tallest = Math.max(tallest, element.clientHeight)
    canvas.setLegendHeight(tallest)
  })
  sizes.observe(element)
  return () => sizes.disconnect()
}

interface ComparedLineProps {
  canvas: ChartCanvas
  text: ChartText
  instrument: string
  compare: readonly string[]
  /** Index of the bar. */
  at: number
}

/** What the bars are, since no interval says it. */
function RangeLine({ ticks, interval }: { ticks: number; interval: Interval }) {
  const { t } = useTranslation("market")
  return (
    <p className={styles.line}>
      <span className={styles.name}>{t("chart:range.name", { ticks })}</span>
      <span className={styles.name}>
        {t("chart:range.made", { interval: t(`chart.intervalName.${interval}`) })}
      </span>
    </p>
  )
}

/** How far each market is from the first bar in view. */
function ComparedLine({ canvas, text, instrument, compare, at }: ComparedLineProps) {
  const { own, others } = canvas.changes(at)
  const write = (change: number | undefined) => (change === undefined ? "–" : text.percent(change))
  return (
    <p className={styles.line}>
      <span className={styles.pair}>
        {marketTitle(instrument)} <span>{write(own)}</span>
      </span>
      {compare.map((market, line) => (
        <span key={market} className={styles.pair} style={{ color: `var(--compared-${line + 1})` }}>
          {marketTitle(market)} <span>{write(others[line])}</span>
        </span>
      ))}
    </p>
  )
}

/** What is drawn: the line above it tells what was traded. */
function HeikinLine({ bar, text }: { bar: HeikinBar | undefined; text: ChartText }) {
  const { t } = useTranslation("market")
  if (!bar) return null
  const figures = [
    ["O", bar.open],
    ["H", bar.high],
    ["L", bar.low],
    ["C", bar.close],
  ] as const
  return (
    <p className={styles.line}>
      <span className={styles.name}>{t("chart:style.heikin")}</span>
      {figures.map(([name, value]) => (
        <span key={name} className={styles.pair}>
          <span className={styles.name}>{t(`chart.legend.${name}`)}</span>
          <span>{text.price(value)}</span>
        </span>
      ))}
      <span className={styles.name}>{t("chart:style.averaged")}</span>
    </p>
  )
}

interface PriceLineProps {
  bar: Bar
  before: Bar | undefined
  text: ChartText
  hasVolume: boolean
}

function PriceLine({ bar, before, text, hasVolume }: PriceLineProps) {
  const { t } = useTranslation("market")
  const from = before?.close ?? bar.open
  const tone = bar.close > from ? styles.up : bar.close < from ? styles.down : undefined
  const figures = [
    ["O", bar.open],
    ["H", bar.high],
    ["L", bar.low],
    ["C", bar.close],
  ] as const
  return (
    <p className={styles.line}>
      {figures.map(([name, value]) => (
        <span key={name} className={styles.pair}>
          <span className={styles.name}>{t(`chart.legend.${name}`)}</span>
          <span className={tone}>{text.price(value)}</span>
        </span>
      ))}
      <span className={tone}>{text.percent(from ? bar.close / from - 1 : 0)}</span>
      {hasVolume && (
        <span className={styles.pair}>
          <span className={styles.name}>{t("chart.legend.volume")}</span>
          <span>{text.volume(bar.volume)}</span>
        </span>
      )}
      {bar.generated && <span className={styles.generated}>{t("chart.generated")}</span>}
    </p>
  )
}

/** Kinds whose lines are named by their lengths, without a name of the whole before them. */
const NAMED_BY_LENGTH: readonly StudyKind[] = ["ma", "ema"]
/** Of the base currency. */
const AMOUNTS: readonly StudyKind[] = ["obv", "volume"]

function StudyLine({ study, point, text }: { study: PlacedStudy; point: StudyPoint; text: ChartText }) {
  const { kind, setup } = study
  const isByLength = NAMED_BY_LENGTH.includes(kind)
  // One line alone is named by what stands before it.
  const hasNames = setup.colours.filter((_, line) => !isLineOff(kind, line, setup.lengths)).length > 1
  const names: readonly string[] = LINE_NAMES[kind]
  const write = SHARES.includes(kind) ? text.share : AMOUNTS.includes(kind) ? text.volume : text.price
  return (
    <p className={styles.line}>
      {!isByLength && (
        <span className={styles.name}>
          {STUDY_SIGNS[kind]} {lengthsText(kind, setup.lengths)}
        </span>
      )}
      {setup.colours.map((colour, line) => {
        const length = setup.lengths[line]
        if (isLineOff(kind, line, setup.lengths)) return null
        const value = point[line]
        const name = isByLength ? `${names[line]}${length}` : hasNames ? names[line] : ""
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line's place is what it is
          <span key={line} style={{ color: `var(--${colour})` }}>
            {name} {value === null || value === undefined ? "–" : write(value)}
          </span>
        )
      })}
      {kind === "volume" ? <span>{write(point[0] ?? 0)}</span> : null}
    </p>
  )
}

/** Where most was traded of what is in view, and the edges of the value area. */
function ProfileLine({ canvas, text, setup }: { canvas: ChartCanvas; text: ChartText; setup: StudySetup }) {
  const profile = canvas.profile()
  if (!profile) return null
  const values = [profile.control, profile.valueHigh, profile.valueLow]
  return (
    <p className={styles.line}>
      <span className={styles.name}>
        {STUDY_SIGNS.profile} {setup.lengths.join(" ")}
      </span>
      {LINE_NAMES.profile.map((name, line) => (
        <span key={name} style={{ color: `var(--${setup.colours[line]})` }}>
          {name} {text.price(values[line] ?? 0)}
        </span>
      ))}
    </p>
  )
}
