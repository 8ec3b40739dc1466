/** One own order on the chart: its line, its label to take hold of, its price at the axis, and what moving it would mean. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { TradedMarket } from "#core/wire/market.ts"
import { useOwnAmounts } from "../../amounts/own-amount.tsx"
import { tickerOf } from "../../stores/market-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { X } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { AxisMask } from "./axis-mask.view.tsx"
import type { ChartCanvas } from "./chart-canvas.ts"
import type { ChartText } from "./chart-text.ts"
import { type MovedLine, useMovedLine } from "./moved-line.ts"
import styles from "./order-line.module.css"
import { distanceShare, type OwnLine, openQuantity, openValue } from "./own-lines.model.ts"

/** Width of a column of labels, in rem. */
const COLUMN_REM = 7

/** Half the height of the price at the axis, px. */
const TAG_PX = 9

/** So much room is kept below a line for what is said of it; else it is said above. */
const NOTE_PX = 96

interface OrderLineProps {
  line: OwnLine
  column: number
  canvas: ChartCanvas
  text: ChartText
  market: TradedMarket
}

export function OrderLine({ line, column, canvas, text, market }: OrderLineProps) {
  const { t, i18n } = useTranslation("trade")
  const amount = useOwnAmounts()
  const moved = useMovedLine(line, canvas, market)
  const { order, kind } = line
  const top = canvas.priceTop(Number(moved.price))
  if (top === undefined) return null
  const price = formatDecimal(moved.price, i18n.language)
  const name =
    kind === "stop"
      ? t("chart.line.stop")
      : t(`chart.line.${order.side}`, { quantity: amount(openQuantity(order)) })
  const isLow = canvas.priceAt(top + NOTE_PX) === undefined
  // The last column ends before the axis, also on a narrow chart.
  const left = `${0.5 + column * COLUMN_REM}rem`
  const place = {
    left: column === 0 ? left : `min(${left}, 100% - ${canvas.axisWidth()}px - ${COLUMN_REM}rem)`,
  }
  return (
    <div
      className={classNames(styles.place, styles[order.side], kind === "stop" && styles.stop)}
      style={{ top }}
      data-line={line.key}
      data-state={moved.state}
    >
      <div className={styles.line} style={{ right: canvas.axisWidth() }} />
      <AxisMask canvas={canvas} from={top - TAG_PX} to={top + TAG_PX} origin={top} />
      <span
        className={classNames(styles.tag, "num")}
        style={{ minWidth: canvas.axisWidth() }}
        aria-hidden="true"
      >
        {text.price(Number(moved.price))}
      </span>
      {kind === "stop" ? (
        <span className={styles.label} style={place}>
          {name}
        </span>
      ) : (
        <button
          type="button"
          className={classNames(styles.label, styles.handle, "num")}
          style={place}
          aria-label={t("chart.lineHow", { order: name, price })}
          aria-busy={moved.state === "sending" || undefined}
          {...moved.handlers}
        >
          {name}
        </button>
      )}
      <div className={classNames(styles.note, isLow && styles.above)} style={place}>
        <Note {...{ line, moved, price, text, market }} />
      </div>
    </div>
  )
}

interface NoteProps extends Pick<OrderLineProps, "line" | "text" | "market"> {
  moved: MovedLine
  /** Ready to show. */
  price: string
}

/** While it is moved: what it would mean. Then the question, or why it went back. */
function Note({ line, moved, price, text, market }: NoteProps) {
  const { t } = useTranslation("trade")
  if (moved.refusal !== undefined)
    return (
      <p className={styles.refusal} role="alert">
        {moved.refusal}
        <IconButton glyph={X} size={16} label={t("chart.closeNote")} onClick={moved.forgetRefusal} />
      </p>
    )
  if (moved.state !== "dragging" && moved.state !== "proposed") return null
  return (
    <div className={styles.effect}>
      <Effect {...{ line, moved, text, market }} />
      {moved.state === "proposed" ? (
        <div className={styles.answers}>
          <Button tone="accent" onClick={moved.confirm}>
            {t("chart.moveTo", { price })}
          </Button>
          <Button tone="outline" onClick={moved.putBack}>
            {t("chart.putBack")}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Effect({ line, moved, text, market }: Omit<NoteProps, "price">) {
  const { t, i18n } = useTranslation("trade")
  const amount = useOwnAmounts()
  const { lastValue } = useSnapshot(tickerOf(market.id))
  const value = openValue(line.order, moved.price)
  const share = lastValue ? distanceShare(moved.price, Number(lastValue)) : undefined
  return (
    <p className="num">
      <strong>{formatDecimal(moved.price, i18n.language)}</strong>
      {value === undefined ? null : <span>{t("chart.value", { value: amount(value, market.quote) })}</span>}
      {share === undefined ? null : (
        <span>
          {t(share < 0 ? "chart.below" : "chart.above", {
            percent: text.percent(Math.abs(share)).replace(/^\+/, ""),
          })}
        </span>
      )}
    </p>
  )
}
