/** What every own line on the chart has: the line, its price at the axis, a label at the left, and room for what is said of it. */

import type { CSSProperties, ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { classNames } from "../../ui/class-names.ts"
import { X } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { AxisMask } from "./axis-mask.view.tsx"
import type { ChartCanvas } from "./chart-canvas.ts"
import type { ChartText } from "./chart-text.ts"
import type { LabelPlace } from "./label-places.model.ts"
import styles from "./own-line.module.css"
import type { OwnLine } from "./own-lines.model.ts"

/** What is said of a line is never wider, in rem. */
const NOTE_REM = 22

/** Half the height of the price at the axis, px. */
const TAG_PX = 9

/** Left of a label that has no place of its own. */
const FIRST_LEFT_PX = 8

/** So much room is kept beside a line for what is said of it. */
const NOTE_PX = 96

/** Where one line is drawn. */
export interface LinePlace {
  /** Of its label; undefined: there is no room for one, and it is counted elsewhere. */
  label: LabelPlace | undefined
  canvas: ChartCanvas
  text: ChartText
}

interface LineFrameProps extends LinePlace {
  line: OwnLine
  /** Wire text: where it stands now. */
  price: string
  state?: string
  /** A finger holds it, and covers what stands below. */
  isByFinger?: boolean
  drawLabel: (place: CSSProperties) => ReactNode
  note?: ReactNode
}

const TONES = {
  takeProfit: styles.buy,
  stopLoss: styles.sell,
  entry: styles.entry,
  liquidation: styles.liquidation,
} as const

export function LineFrame(props: LineFrameProps) {
  const { line, price, label, canvas, text, state = "still", isByFinger = false } = props
  const top = canvas.priceTop(Number(price))
  if (top === undefined) return null
  const hasRoom = (px: number) => canvas.priceAt(top + px) !== undefined
  const isAbove = !hasRoom(NOTE_PX) || (isByFinger && hasRoom(-NOTE_PX))
  const isStill = state === "still"
  const left = `${label?.left ?? FIRST_LEFT_PX}px`
  // Taken hold of it stands on its line, whatever else does.
  const place = { left, top: isStill ? (label?.shift ?? 0) : 0 }
  return (
    <div
      className={classNames(
        styles.place,
        "order" in line ? styles[line.order.side] : TONES[line.kind],
        (line.kind === "stop" || line.kind === "trail") && styles.stop,
      )}
      style={{ top }}
      data-line={line.key}
      data-state={state}
    >
      <div className={styles.line} style={{ right: canvas.axisWidth() }} />
      <AxisMask canvas={canvas} from={top - TAG_PX} to={top + TAG_PX} origin={top} />
      <span
        className={classNames(styles.tag, "num")}
        style={{ minWidth: canvas.axisWidth() }}
        aria-hidden="true"
      >
        {text.price(Number(price))}
      </span>
      {label || !isStill ? props.drawLabel(place) : null}
      <div
        className={classNames(styles.note, isAbove && styles.above, isByFinger && styles.clear)}
        style={{ left: `max(0.5rem, min(${left}, 100% - ${NOTE_REM}rem))` }}
      >
        {props.note}
      </div>
    </div>
  )
}

/** No answer came, and the server is asked. */
export const LineAsking = ({ text }: { text: string }) => (
  <p className={styles.effect} role="status">
    {text}
  </p>
)

/** Why the server refused; it stays until it is read. */
export function LineRefusal({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation("trade")
  return (
    <p className={styles.refusal} role="alert">
      {text}
      <IconButton glyph={X} size={16} label={t("chart.closeNote")} onClick={onClose} />
    </p>
  )
}
