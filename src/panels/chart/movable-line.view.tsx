/** An own order, or a target of a position, on the chart: its label to take hold of, and what moving it would mean. */

import { useTranslation } from "react-i18next"
import type { TradedMarket } from "#core/wire/market.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import type { ChartText } from "./chart-text.ts"
import { LineEffect } from "./line-effect.view.tsx"
import { LineAsking, LineFrame, type LinePlace, LineRefusal } from "./line-frame.view.tsx"
import { type MovedLine, useMovedLine } from "./moved-line.ts"
import styles from "./own-line.module.css"
import type { MovableLine } from "./own-lines.model.ts"

interface MovableLineProps extends LinePlace {
  line: MovableLine
  /** What its label says. */
  name: string
  market: TradedMarket
}

export function MovableLineView({ line, name, market, ...place }: MovableLineProps) {
  const { t, i18n } = useTranslation("trade")
  const moved = useMovedLine(line, place.canvas, market)
  const price = formatDecimal(moved.price, i18n.language)
  return (
    <LineFrame
      {...place}
      line={line}
      price={moved.price}
      state={moved.state}
      isByFinger={moved.isByFinger}
      drawLabel={(style) => (
        <button
          type="button"
          className={classNames(styles.label, styles.handle, "num")}
          style={style}
          aria-label={t("chart.lineHow", { order: name, price })}
          aria-busy={moved.state === "sending" || undefined}
          {...moved.handlers}
        >
          {name}
        </button>
      )}
      note={<Note {...{ line, moved, price, text: place.text, market }} />}
    />
  )
}

interface NoteProps {
  line: MovableLine
  moved: MovedLine
  /** Ready to show. */
  price: string
  text: ChartText
  market: TradedMarket
}

/** While it is moved: what it would mean. Then the question, that the server is asked, or why it went back. */
function Note({ line, moved, price, text, market }: NoteProps) {
  const { t } = useTranslation("trade")
  if (moved.refusal !== undefined) return <LineRefusal text={moved.refusal} onClose={moved.forgetRefusal} />
  if (moved.asking !== undefined) return <LineAsking text={moved.asking} />
  if (moved.state !== "dragging" && moved.state !== "proposed") return null
  return (
    <div className={styles.effect}>
      <LineEffect line={line} price={moved.price} text={text} market={market} />
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
