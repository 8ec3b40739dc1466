/** Own armed alerts on a price as dotted lines of the chart, each with the button that removes it. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { AlertRow } from "#core/wire/alert.ts"
import { account } from "../../../stores/account-store.ts"
import { formatDecimal } from "../../../text/numbers.ts"
import { Bell, Icon, X } from "../../../ui/icon.tsx"
import { IconButton } from "../../../ui/icon-button.tsx"
import { showToast } from "../../../ui/toaster.ts"
import type { ChartCanvas } from "../chart-canvas.ts"
import { disarmAlert } from "./alert-at.ts"
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
    if (state !== "armed" || condition.kind !== "price" || condition.instrument !== instrument) return null
    const top = canvas.priceTop(Number(condition.price))
    return top === undefined ? null : (
      <AlertLine key={id} id={id} price={condition.price} top={top} right={canvas.axisWidth()} />
    )
  })
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
  const [isGoing, setIsGoing] = useState(false)
  const remove = async () => {
    setIsGoing(true)
    const refusal = await disarmAlert(id)
    setIsGoing(false)
    if (refusal !== undefined) showToast("failure", refusal)
  }
  return (
    <div className={styles.place} style={{ top, right }} data-alert={id}>
      <div className={styles.line} />
      <span className={styles.label}>
        <Icon glyph={Bell} size={12} />
        <IconButton
          glyph={X}
          size={16}
          label={t("alertRemove", { price: formatDecimal(price, i18n.language) })}
          className={styles.remove}
          disabled={isGoing}
          onClick={() => void remove()}
        />
      </span>
    </div>
  )
}
