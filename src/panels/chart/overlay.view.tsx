/** What lies over the canvas? The last price with the countdown of its candle, and the words over holes. */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import type { Interval } from "#core/candle/interval.ts"
import { classNames } from "../../ui/class-names.ts"
import { AxisMask } from "./axis-mask.view.tsx"
import type { Bar } from "./bars.model.ts"
import type { ChartCanvas } from "./chart-canvas.ts"
import type { ChartText } from "./chart-text.ts"
import { countdown } from "./countdown.model.ts"
import { holePlaces } from "./hole.model.ts"
import styles from "./overlay.module.css"

interface OverlayProps {
  canvas: ChartCanvas
  bars: readonly Bar[]
  holes: readonly (readonly [number, number])[]
  interval: Interval
  text: ChartText
  /** Server clock minus local clock, ms. */
  clockOffset: number
  /** Rises whenever the canvas moved: everything is placed anew. */
  moved: number
  /** The data is old: no direction colour, no countdown. */
  isStale: boolean
  /** The newest bars aren't loaded: the last one here isn't the market's price. */
  isPast: boolean
  /** Bars end by the clock: the running one counts down. */
  isTimed: boolean
}

export function Overlay(props: OverlayProps) {
  const { canvas, bars, holes, interval, text } = props
  const { t } = useTranslation("market")
  const last = props.isPast ? undefined : bars.at(-1)
  const top = last && canvas.priceTop(last.close)
  return (
    <>
      {last && top !== undefined && <LastPrice {...props} last={last} top={top} />}
      {holes.map((hole) => {
        const left = canvas.timeLeft(holePlaces(hole, interval)[0] ?? hole[0])
        if (left === undefined || left < 0) return null
        return (
          <p key={hole[0]} className={styles.hole} style={{ left }}>
            {t("chart.noData", { from: text.moment(hole[0]), to: text.moment(hole[1]) })}
          </p>
        )
      })}
    </>
  )
}

/** How far its label reaches from the last price: up, and down with the countdown below it. */
const LAST_PX = { above: 9, below: 23 }

function LastPrice(props: OverlayProps & { last: Bar; top: number }) {
  const { canvas, last, top, text, interval, clockOffset, isStale } = props
  const hasCountdown = !isStale && props.isTimed
  const left = useCountdown(interval, clockOffset)
  const tone = isStale ? styles.stale : last.close >= last.open ? styles.up : styles.down
  return (
    <>
      <AxisMask
        canvas={canvas}
        from={top - LAST_PX.above}
        to={top + (hasCountdown ? LAST_PX.below : LAST_PX.above)}
      />
      <div
        className={classNames(styles.last, "num", tone)}
        style={{ top, minWidth: canvas.axisWidth() }}
        data-last-price=""
        aria-hidden="true"
      >
        <span>{text.price(last.close)}</span>
        {hasCountdown && <span className={styles.countdown}>{left}</span>}
      </div>
    </>
  )
}

/** The countdown's text, renewed at each turn of the server's second. */
function useCountdown(interval: Interval, clockOffset: number): string {
  const [now, setNow] = useState(() => Date.now() + clockOffset)
  useEffect(() => {
    let timer = 0
    const tick = () => {
      const server = Date.now() + clockOffset
      setNow(server)
      timer = window.setTimeout(tick, 1000 - (server % 1000) + 5)
    }
    tick()
    return () => window.clearTimeout(timer)
  }, [clockOffset])
  return countdown(now, interval)
}
