/** How much stands in the way up and down? The book as two hills, the figures of a price under the pointer. */

import { useId, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { DepthFrame } from "#workers/market/market.api.ts"
import { useView } from "../../feed/view.ts"
import { depthState, market } from "../../stores/market-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import type { ChartText } from "./chart-text.ts"
import { type DepthShape, depthAt, depthPath, depthShape } from "./depth.model.ts"
import styles from "./depth.module.css"

/** The drawing's own units; it is stretched to its place. */
const WIDTH = 1000
const HEIGHT = 500

export function DepthChart({ instrument, text }: { instrument: string; text: ChartText }) {
  const { t } = useTranslation("market")
  const { frame } = useSnapshot(depthState)
  const isLive = useSnapshot(market).freshness.book.state === "live"
  useView({ depth: { instrument } })
  const shape = frame?.instrument === instrument ? depthShape(frame as DepthFrame) : undefined
  if (!shape) return <EmptyState className={styles.face}>{t("chart.depthEmpty")}</EmptyState>
  const { base = "", quote = "" } = namesOf(instrument)
  const reach = text.percent(shape.to / shape.middle - 1).replace("+", "±")
  return (
    <div className={classNames(styles.depth, !isLive && styles.stale)}>
      <p className={classNames(styles.legend, "num")}>
        <span className={styles.bid}>
          {t("chart.depthBids")} {text.volume(shape.bids.at(-1)?.sum ?? 0)} {base}
        </span>
        <span className={styles.ask}>
          {t("chart.depthAsks")} {text.volume(shape.asks.at(-1)?.sum ?? 0)} {base}
        </span>
        <span className={styles.reach}>{reach}</span>
      </p>
      <Hills shape={shape} text={text} base={base} />
      <p className={classNames(styles.axis, "num")}>
        <span>{text.price(shape.from)}</span>
        <span>
          {text.price(shape.middle)} {quote}
        </span>
        <span>{text.price(shape.to)}</span>
      </p>
    </div>
  )
}

function Hills({ shape, text, base }: { shape: DepthShape; text: ChartText; base: string }) {
  const { t } = useTranslation("market")
  const title = useId()
  const box = useRef<HTMLDivElement>(null)
  const [pointer, setPointer] = useState<number>()
  const price = pointer === undefined ? undefined : shape.from + pointer * (shape.to - shape.from)
  const step = price === undefined ? undefined : depthAt(shape, price)
  return (
    <div
      ref={box}
      className={styles.box}
      onPointerMove={(event) => {
        const rect = box.current?.getBoundingClientRect()
        if (rect) setPointer(Math.min(1, Math.max(0, (event.clientX - rect.left) / rect.width)))
      }}
      onPointerLeave={() => setPointer(undefined)}
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={styles.drawing}
        role="img"
        aria-labelledby={title}
      >
        <title id={title}>
          {t("chart.depthSummary", {
            bids: text.volume(shape.bids.at(-1)?.sum ?? 0),
            asks: text.volume(shape.asks.at(-1)?.sum ?? 0),
            base,
            from: text.price(shape.from),
            to: text.price(shape.to),
          })}
        </title>
        <Hill side="bids" shape={shape} />
        <Hill side="asks" shape={shape} />
        {pointer !== undefined && <path d={`M${pointer * WIDTH} 0V${HEIGHT}`} className={styles.cross} />}
      </svg>
      {step && pointer !== undefined && price !== undefined && (
        <p
          className={classNames(styles.tip, "num", pointer > 0.5 && styles.left)}
          style={{ left: `${pointer * 100}%` }}
          aria-hidden="true"
        >
          <span>{text.price(step.price)}</span>
          <span>{text.percent(step.price / shape.middle - 1)}</span>
          <span>
            {text.volume(step.sum)} {base}
          </span>
        </p>
      )}
    </div>
  )
}

function Hill({ side, shape }: { side: "bids" | "asks"; shape: DepthShape }) {
  const path = depthPath(shape, side, WIDTH, HEIGHT)
  return (
    <g className={side === "bids" ? styles.bids : styles.asks}>
      <path d={`${path}V${HEIGHT}Z`} className={styles.fill} />
      <path d={path} className={styles.outline} />
    </g>
  )
}

function namesOf(instrument: string): { base?: string; quote?: string } {
  const [base, quote] = instrument.split("_")
  return { ...(base ? { base } : {}), ...(quote ? { quote } : {}) }
}
