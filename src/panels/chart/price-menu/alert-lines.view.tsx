/** Own armed alerts on a price or a drawn line as dotted lines of the chart, each with the button that removes it. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { AlertRow } from "#core/wire/alert.ts"
import { disarmAlert } from "../../../api/change-alert.ts"
import { account } from "../../../stores/account-store.ts"
import { formatDecimal } from "../../../text/numbers.ts"
import { Bell, Icon, X } from "../../../ui/icon.tsx"
import { IconButton } from "../../../ui/icon-button.tsx"
import { showToast } from "../../../ui/toaster.ts"
import type { ChartCanvas } from "../chart-canvas.ts"
import { drawingScale } from "../drawings/drawing-scale.ts"
import { prolonged } from "../drawings/px.ts"
import { placeOf } from "../drawings/shapes.ts"
import styles from "./alert-lines.module.css"

interface AlertLinesProps {
  canvas: ChartCanvas
  instrument: string
  /** Rises whenever the canvas moved: everything is placed anew. */
  moved: number
}

export function AlertLines({ canvas, instrument }: AlertLinesProps) {
  const rows = useSnapshot(account).alerts as readonly AlertRow[]
  return rows.map(({ id, state, condition }) => {
    if (state === "armed" && condition.kind === "line" && condition.instrument === instrument)
      return <LineAlert key={id} id={id} {...{ condition, canvas }} />
    if (state !== "armed" || condition.kind !== "price" || condition.instrument !== instrument) return null
    const top = canvas.priceTop(Number(condition.price))
    return top === undefined ? null : (
      <AlertLine key={id} id={id} price={condition.price} top={top} right={canvas.axisWidth()} />
    )
  })
}

interface LineAlertProps {
  id: number
  condition: Extract<AlertRow["condition"], { kind: "line" }>
  canvas: ChartCanvas
}

/** From its first point on to the right for good, as it is watched (J4): also where a trend line ends. */
function LineAlert({ id, condition, canvas }: LineAlertProps) {
  const scale = drawingScale(canvas)
  const { t } = useTranslation("chart")
  if (!scale) return null
  const [from, to] = [placeOf(condition.from, scale), placeOf(condition.to, scale)]
  const end = prolonged(from, to, scale)
  if (from.x > scale.width || from.x >= end.x) return null
  const isInView = end.y >= 0 && end.y <= scale.height
  return (
    <>
      <svg className={styles.drawn} width={scale.width} height={scale.height} aria-hidden="true">
        <line x1={from.x} y1={from.y} x2={end.x} y2={end.y} />
      </svg>
      {isInView ? (
        <div className={styles.place} style={{ top: end.y, right: canvas.axisWidth() }} data-alert={id}>
          <RemoveButton id={id} label={t("alertRemoveLine")} />
        </div>
      ) : null}
    </>
  )
}

interface AlertLineProps {
  id: number
  /** Wire text. */
  price: string
  /** Px from the top of the canvas. */
  top: number
  /** Width of the axis, px. */
  right: number
}

function AlertLine({ id, price, top, right }: AlertLineProps) {
  const { t, i18n } = useTranslation("chart")
  return (
    <div className={styles.place} style={{ top, right }} data-alert={id}>
      <div className={styles.line} />
      <RemoveButton id={id} label={t("alertRemove", { price: formatDecimal(price, i18n.language) })} />
    </div>
  )
}

function RemoveButton({ id, label }: { id: number; label: string }) {
  const [isGoing, setIsGoing] = useState(false)
  const remove = async () => {
    setIsGoing(true)
    const refusal = await disarmAlert(id)
    setIsGoing(false)
    if (refusal !== undefined) showToast("failure", refusal)
  }
  return (
    <span className={styles.label}>
      <Icon glyph={Bell} size={12} />
      <IconButton
        glyph={X}
        size={16}
        label={label}
        className={styles.remove}
        disabled={isGoing}
        onClick={() => void remove()}
      />
    </span>
  )
}
