/** How a contract's mark, index and funding rate went, with the live figure above. Read anew while it is open. */

import { type ReactNode, useEffect, useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Interval } from "#core/candle/interval.ts"
import { fundingRates, priceCandles } from "#core/wire/contract-public-calls.ts"
import { type Asked, useAnswer } from "../../api/query.ts"
import { useView } from "../../feed/view.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { tickerOf } from "../../stores/market-store.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import { onColours, readColours } from "./chart-colours.ts"
import { type ChartText, chartText } from "./chart-text.ts"
import { PricePlot } from "./price-plot.ts"
import { type PricePoint, priceInterval, pricePoints, ratePoints } from "./price-points.model.ts"
import styles from "./price-sheet.module.css"

const FIGURES = ["mark", "index", "funding"] as const
type Figure = (typeof FIGURES)[number]

/** As many as one call answers. */
const ROWS_READ = 500
const READ_EVERY_MS = 15_000
const RATE_DECIMALS = 4

interface PriceSheetProps {
  instrument: string
  interval: Interval
  text: ChartText
  onClose: () => void
}

export function PriceSheet({ instrument, interval, text, onClose }: PriceSheetProps) {
  const { t } = useTranslation("perpetual")
  const [figure, setFigure] = useState<Figure>("mark")
  useView({ tickers: [instrument] })
  const name = t(`head.${figure}`)
  return (
    <Sheet isOpen onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} title={t("prices.title")}>
      <div className={styles.sheet}>
        <Segmented<Figure>
          label={t("prices.title")}
          segments={FIGURES.map((value) => ({ value, label: t(`head.${value}`) }))}
          value={figure}
          onChange={setFigure}
        />
        <p className={styles.live}>
          {name}{" "}
          <b className="num">
            <Live instrument={instrument} figure={figure} />
          </b>
        </p>
        {figure === "funding" ? (
          <Rates instrument={instrument} name={name} text={text} />
        ) : (
          <Prices key={figure} {...{ instrument, interval, name, text, figure }} />
        )}
      </div>
    </Sheet>
  )
}

/** Of its own: each tick draws this text and nothing else. */
function Live({ instrument, figure }: { instrument: string; figure: Figure }) {
  const cells = useSnapshot(tickerOf(instrument))
  if (figure === "funding") return cells.fundingRate ?? "–"
  return <PriceText text={figure === "mark" ? cells.mark : cells.indexPrice} />
}

interface PlottedProps {
  instrument: string
  name: string
  text: ChartText
}

function Prices(props: PlottedProps & { interval: Interval; figure: "mark" | "index" }) {
  const { instrument, interval, figure, name, text } = props
  const request = { instrument, price: figure, interval: priceInterval(interval), limit: ROWS_READ }
  const asked = useAnswer(priceCandles, request, true, READ_EVERY_MS, 0)
  return (
    <Face asked={asked}>
      {(data) => <Plot kind="price" points={pricePoints(data)} name={name} text={text} />}
    </Face>
  )
}

function Rates({ instrument, name, text }: PlottedProps) {
  const { i18n } = useTranslation()
  const asked = useAnswer(fundingRates, { instrument, limit: ROWS_READ }, true, READ_EVERY_MS, 0)
  const rates = useMemo(() => {
    const own = chartText(i18n.language, RATE_DECIMALS, text.zone)
    return { ...own, price: (percent: number) => `${own.price(percent)}\u202f%` }
  }, [i18n.language, text.zone])
  return (
    <Face asked={asked}>
      {(data) => <Plot kind="rate" points={ratePoints(data)} name={name} text={rates} />}
    </Face>
  )
}

function Face<Data>({ asked, children }: { asked: Asked<Data>; children: (data: Data) => ReactNode }) {
  const { t } = useTranslation("perpetual")
  return (
    <AskedFace
      asked={asked}
      failed={t("prices.failed")}
      skeleton={<Skeleton width="100%" height={PLOT_PX} />}
    >
      {children}
    </AskedFace>
  )
}

/** As in the sheet's style. */
const PLOT_PX = 288

interface PlotProps {
  kind: "price" | "rate"
  points: PricePoint[]
  name: string
  text: ChartText
}

function Plot({ kind, points, name, text }: PlotProps) {
  const { t } = useTranslation("perpetual")
  const mount = useRef<HTMLElement>(null)
  const plot = useRef<PricePlot>(undefined)
  const hasPoints = points.length > 0
  useEffect(() => {
    const element = mount.current
    if (!element || !hasPoints) return
    const made = new PricePlot(element, { kind, colours: readColours(element), formats: text })
    plot.current = made
    const unwatch = onColours(element, (colours) => made.setColours(colours))
    return () => {
      unwatch()
      plot.current = undefined
      made.remove()
    }
  }, [kind, text, hasPoints])
  useEffect(() => plot.current?.set(points))
  if (!hasPoints) return <EmptyState className={styles.plot}>{t("prices.empty")}</EmptyState>
  const newest = points.at(-1)?.close ?? 0
  return (
    <figure
      ref={mount}
      className={styles.plot}
      aria-label={`${name} ${text.price(newest)}`}
      data-points={points.length}
    />
  )
}
