/**
 * Running second contracts on the chart of their index: each has a line at its open price with its direction, a dot where it
 * opened, and a line where it ends as far as that is in view.
 */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { INTERVAL_MS } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import type { SecondContract } from "#core/wire/second.ts"
import { account } from "../../stores/account-store.ts"
import { chartSettings } from "../../stores/chart-store.ts"
import { market } from "../../stores/market-store.ts"
import { tickDecimals, tickPrice } from "../../text/tick-price.ts"
import { classNames } from "../../ui/class-names.ts"
import { AxisMask } from "./axis-mask.view.tsx"
import type { Bar } from "./bars.model.ts"
import type { ChartCanvas } from "./chart-canvas.ts"
import type { ChartText } from "./chart-text.ts"
import { type LabelPlace, labelPlaces, labelWidth } from "./label-places.model.ts"
import line from "./own-line.module.css"
import styles from "./second-lines.module.css"

/** Height of a label with some air, and half the height of the price at the axis, px. */
const LABEL_GAP_PX = 24
const TAG_PX = 9
interface SecondLinesProps {
  canvas: ChartCanvas
  bars: readonly Bar[]
  interval: Interval
  instrument: string
  text: ChartText
  /** Rises whenever the canvas moved: everything is placed anew. */
  moved: number
}

export function SecondLines(props: SecondLinesProps) {
  const { canvas, instrument } = props
  const { t, i18n } = useTranslation("option")
  const { hasPositions } = useSnapshot(chartSettings)
  const { seconds } = useSnapshot(account)
  const tick = useSnapshot(market).catalogue?.byId.get(instrument)?.tick
  if (!hasPositions) return null
  const running = (seconds as readonly SecondContract[]).filter(
    (contract) => contract.instrument === instrument,
  )
  const names = running.map(({ direction, open }) =>
    t(direction === "bullish" ? "chart.up" : "chart.down", {
      price: tickPrice(open.price, tickDecimals(tick), i18n.language),
    }),
  )
  const places = labelPlaces(
    running.map(({ open }, at) => ({
      top: canvas.priceTop(Number(open.price)),
      width: labelWidth(names[at] ?? ""),
    })),
    {
      width: canvas.paneWidth(),
      gap: LABEL_GAP_PX,
      height: canvas.paneHeight(),
      isInside: (top) => canvas.priceAt(top) !== undefined,
    },
  )
  return running.map((contract, at) => (
    <SecondLineView
      key={contract.id}
      {...props}
      contract={contract}
      name={names[at] ?? ""}
      label={places[at]}
    />
  ))
}

interface SecondLineProps extends SecondLinesProps {
  contract: SecondContract
  name: string
  /** Undefined: there is no room for it. */
  label: LabelPlace | undefined
}

function SecondLineView({ canvas, bars, interval, text, contract, name, label }: SecondLineProps) {
  const top = canvas.priceTop(Number(contract.open.price))
  const opened = placeOf(contract.opened, canvas, bars, interval)
  const ends = placeOf(contract.expiry, canvas, bars, interval)
  const isUp = contract.direction === "bullish"
  return (
    <>
      {opened === undefined ? null : <Moment left={opened} isUp={isUp} dotTop={top} canvas={canvas} />}
      {ends === undefined ? null : <Moment left={ends} isUp={isUp} isEnd canvas={canvas} />}
      {top === undefined ? null : (
        <div
          className={classNames(line.place, isUp ? line.buy : line.sell)}
          style={{ top }}
          data-second-line={contract.id}
        >
          <div className={classNames(line.line, styles.solid)} style={{ right: canvas.axisWidth() }} />
          <AxisMask canvas={canvas} from={top - TAG_PX} to={top + TAG_PX} origin={top} />
          <span
            className={classNames(line.tag, "num")}
            style={{ minWidth: canvas.axisWidth() }}
            aria-hidden="true"
          >
            {text.price(Number(contract.open.price))}
          </span>
          {label ? (
            <span
              className={classNames(line.label, styles.label, "num")}
              style={{ left: label.left, top: label.shift }}
            >
              {name}
            </span>
          ) : null}
        </div>
      )}
    </>
  )
}

interface MomentProps {
  left: number
  isUp: boolean
  isEnd?: boolean
  dotTop?: number | undefined
  canvas: ChartCanvas
}

/** A dotted line from top to bottom of the price pane: where a contract opened, or where it ends. */
function Moment({ left, isUp, isEnd = false, dotTop, canvas }: MomentProps) {
  const height = canvas.paneHeight()
  return (
    <div
      className={classNames(styles.moment, isEnd && styles.end, isUp ? line.buy : line.sell)}
      style={{ left, height }}
    >
      {dotTop === undefined ? null : <span className={styles.dot} style={{ top: dotTop }} />}
    </div>
  )
}

/** Px from the left; undefined out of view. Behind the newest bar by the length of bars that come. */
function placeOf(
  time: number,
  canvas: ChartCanvas,
  bars: readonly Bar[],
  interval: Interval,
): number | undefined {
  const last = bars.at(-1)
  const length = INTERVAL_MS[interval]
  const bucket = Math.floor(time / length) * length
  const left =
    last !== undefined && bucket > last.time
      ? canvas.placeAhead((bucket - last.time) / length)
      : canvas.timeLeft(bucket)
  return left !== undefined && left >= 0 && left <= canvas.paneWidth() ? left : undefined
}
