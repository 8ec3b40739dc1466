/** Own positions and open orders as dashed lines over the canvas; those that can be moved are by their labels. */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Position } from "#core/wire/contract.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { account, openOrdersOf } from "../../stores/account-store.ts"
import { chartSettings } from "../../stores/chart-store.ts"
import { liquidations } from "../../stores/contracts-store.ts"
import { market } from "../../stores/market-store.ts"
import { classNames } from "../../ui/class-names.ts"
import type { ChartCanvas } from "./chart-canvas.ts"
import type { ChartText } from "./chart-text.ts"
import { hiddenCounts, labelPlaces, labelWidth } from "./label-places.model.ts"
import { LineFrame, type LinePlace } from "./line-frame.view.tsx"
import { useLineNames } from "./line-name.ts"
import { MovableLineView } from "./movable-line.view.tsx"
import styles from "./own-line.module.css"
import { isPositionLine, type OwnLine, orderLines, positionLines, type TrailLine } from "./own-lines.model.ts"
import { PositionLineView } from "./position-line.view.tsx"

/** Height of a label with some air, in px. */
const LABEL_GAP_PX = 24
/** What an entry's label has beside its name: the live profit, and the button that closes. */
const PROFIT_LETTERS = 10
const CLOSE_PX = 20
/** Room for the counts before the axis, px. */
const COUNT_PX = 36

interface OwnLinesProps {
  canvas: ChartCanvas
  instrument: string
  text: ChartText
  /** Where things lie on the canvas (`placesText`): another text, and everything is placed anew. */
  places: string
}

/** The chart moves with each tick of the live bar, its lines only with its scale. */
export const OwnLines = memo(function OwnLines({ canvas, instrument, text }: OwnLinesProps) {
  const { t } = useTranslation("trade")
  const lines = useOwnLines(instrument)
  const nameOf = useLineNames()
  const listed = useSnapshot(market).catalogue?.byId.get(instrument)
  if (!listed || listed.kind === "second") return null
  const names = lines.map(nameOf)
  const labels = lines.map((line, at) => ({
    top: canvas.priceTop(Number(line.price)),
    width:
      line.kind === "entry"
        ? labelWidth(`${names[at]}${" ".repeat(PROFIT_LETTERS)}`) + CLOSE_PX
        : labelWidth(names[at] ?? ""),
  }))
  const places = labelPlaces(labels, {
    width: canvas.paneWidth() - COUNT_PX,
    gap: LABEL_GAP_PX,
    height: canvas.paneHeight(),
    isInside: (top) => canvas.priceAt(top) !== undefined,
  })
  const hidden = labels.flatMap(({ top }, at) => (places[at] || top === undefined ? [] : [top]))
  return (
    <>
      {lines.map((line, at) => {
        const name = names[at] ?? ""
        const place = { label: places[at], canvas, text }
        if (line.kind === "trail") return <TrailLineView key={line.key} {...{ line, name, ...place }} />
        return isPositionLine(line) ? (
          <PositionLineView key={line.key} line={line} market={listed} {...place} />
        ) : (
          <MovableLineView key={line.key} {...{ line, name, market: listed, ...place }} />
        )
      })}
      {hiddenCounts(hidden, LABEL_GAP_PX).map(({ top, count }) => (
        <span
          key={top}
          role="img"
          className={classNames(styles.count, "num")}
          style={{ top, right: canvas.axisWidth() + 4 }}
          aria-label={t("chart.linesMore", { count })}
          title={t("chart.linesMore", { count })}
        >
          {`+${count}`}
        </span>
      ))}
    </>
  )
})

/** It follows the market by itself: there is nothing to take hold of. */
function TrailLineView({ line, name, ...place }: LinePlace & { line: TrailLine; name: string }) {
  return (
    <LineFrame
      {...place}
      line={line}
      price={line.price}
      drawLabel={(style) => (
        <span className={styles.label} style={style}>
          {name}
        </span>
      )}
    />
  )
}

function useOwnLines(instrument: string): readonly OwnLine[] {
  const { hasOrders, hasPositions } = useSnapshot(chartSettings)
  const { orders } = useSnapshot(openOrdersOf(instrument))
  const { positions } = useSnapshot(account)
  const { byId } = useSnapshot(liquidations)
  return [
    ...(hasPositions ? positionLines(positions as readonly Position[], instrument, byId) : []),
    ...(hasOrders ? orderLines(orders as readonly OwnOrder[], instrument) : []),
  ]
}
