/** The chart of a bar replay: bars up to its moment, with indicators, own practice orders and fills, and nothing of the live account. */

import { type PointerEvent, useEffect, useMemo, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { bucketStart } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import type { ChartSetup } from "../../../stores/chart-setup.ts"
import { chartSettings, setupOf } from "../../../stores/chart-store.ts"
import { marketTitle } from "../../../text/market-title.ts"
import { classNames } from "../../../ui/class-names.ts"
import type { Bars, BarsChange } from "../bars.model.ts"
import type { ChartText } from "../chart-text.ts"
import { Legend } from "../legend.view.tsx"
import type { FillMark } from "../own-fills.model.ts"
import { isVolumeOver, subPanesMax } from "../panes.model.ts"
import styles from "./replay-chart.module.css"
import { useReplayCanvas } from "./use-replay-canvas.ts"

/** A price that a line stands at. */
export interface ReplayLine {
  key: string
  tone: "last" | "entry" | "buy" | "sell"
  price: number
  name: string
}

interface ReplayChartProps {
  instrument: string
  interval: Interval
  text: ChartText
  bars: Bars
  isDesk: boolean
  lines: readonly ReplayLine[]
  marks: readonly FillMark[]
  /** The moment that is chosen, as a line from top to bottom. */
  chosen?: number | undefined
  /** A press on a bar, by its open time. */
  onBar?: ((time: number) => void) | undefined
  onOldest: () => void
  /** Takes what draws a change of the bars. */
  drawWith: (draw: ((change: BarsChange) => void) | undefined) => void
}

/** What moves further than this is no press. */
const PRESS_PX = 6

export function ReplayChart(props: ReplayChartProps) {
  const { instrument, interval, text, bars, lines, marks, onBar, drawWith } = props
  const { t } = useTranslation("replay")
  const setup = useReplaySetup(instrument)
  const drawing = useReplayCanvas({ bars, interval, text, onOldest: props.onOldest })
  const { canvas, crosshair } = drawing
  const panes = subPanesMax(props.isDesk)
  const pressed = useRef({ x: 0, y: 0 })

  useEffect(() => canvas?.setSetup(setup, panes), [canvas, setup, panes])
  useEffect(() => canvas?.setFills(marks), [canvas, marks])
  useEffect(() => {
    if (!canvas) return
    drawWith((change) => canvas.draw(bars, change, interval))
    return () => drawWith(undefined)
  }, [canvas, bars, interval, drawWith])

  const press = (event: PointerEvent<HTMLElement>) => {
    const { x, y } = pressed.current
    if (
      event.button !== 0 ||
      !onBar ||
      !canvas ||
      Math.hypot(event.clientX - x, event.clientY - y) > PRESS_PX
    )
      return
    const { scale } = canvas.places()
    const time = scale.coordinateToTime(event.clientX - event.currentTarget.getBoundingClientRect().left)
    if (time !== null) onBar(Math.round(Number(time) * 1000))
  }
  const chosen =
    props.chosen === undefined ? undefined : canvas?.timeLeft(bucketStart(props.chosen, interval))
  return (
    <div className={styles.chart}>
      <figure
        ref={drawing.mount}
        className={classNames(styles.canvas, onBar && styles.choosing)}
        aria-label={t("chart", { market: marketTitle(instrument) })}
        data-bars={bars.list.length}
        data-last={bars.list.at(-1)?.time}
        onPointerDown={(event: PointerEvent) => {
          pressed.current = { x: event.clientX, y: event.clientY }
        }}
        // No click: of a finger the chart library lets none through.
        onPointerUp={press}
      />
      {canvas && bars.list.length > 0 && (
        <>
          <Legend
            canvas={canvas}
            bars={bars.list}
            index={crosshair ?? canvas.lastInView()}
            text={text}
            hasVolume={isVolumeOver(setup, panes)}
            profile={setup.studies.profile}
            instrument={instrument}
            compare={setup.compare}
            marks={marks}
          />
          {lines.map(({ key, tone, price, name }) => {
            const top = canvas.priceTop(price)
            return top === undefined ? null : (
              <div key={key} className={classNames(styles.line, styles[tone])} style={{ top }}>
                {name ? (
                  <span className={styles.name} style={{ right: canvas.axisWidth() + 8 }}>
                    {name}
                  </span>
                ) : null}
                <span className={classNames(styles.tag, "num")} style={{ width: canvas.axisWidth() }}>
                  {text.price(price)}
                </span>
              </div>
            )
          })}
          {chosen === undefined ? null : <div className={styles.moment} style={{ left: chosen }} />}
        </>
      )}
    </div>
  )
}

/** Indicators as they are set; without comparisons, and without pivots, whose levels come from bars of their own. */
function useReplaySetup(instrument: string): ChartSetup {
  const setup = setupOf(useSnapshot(chartSettings), instrument)
  return useMemo(
    () => ({
      ...setup,
      compare: [],
      studies: { ...setup.studies, pivots: { ...setup.studies.pivots, isOn: false } },
    }),
    [setup],
  )
}
