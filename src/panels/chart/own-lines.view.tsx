/** Own positions and open orders as dashed lines over the canvas; those that can be moved are by their labels. */

import { useSnapshot } from "valtio"
import type { Position } from "#core/wire/contract.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { account, openOrdersOf } from "../../stores/account-store.ts"
import { chartSettings } from "../../stores/chart-store.ts"
import { liquidations } from "../../stores/contracts-store.ts"
import { market } from "../../stores/market-store.ts"
import type { ChartCanvas } from "./chart-canvas.ts"
import type { ChartText } from "./chart-text.ts"
import { MovableLineView } from "./movable-line.view.tsx"
import { isPositionLine, labelColumns, type OwnLine, orderLines, positionLines } from "./own-lines.model.ts"
import { PositionLineView } from "./position-line.view.tsx"

/** Height of a label with some air, in px. */
const LABEL_GAP_PX = 24
/** How many columns the label with profit and button is wide. */
const ENTRY_SPAN = 2

interface OwnLinesProps {
  canvas: ChartCanvas
  instrument: string
  text: ChartText
  /** Rises whenever the canvas moved: everything is placed anew. */
  moved: number
}

export function OwnLines({ canvas, instrument, text }: OwnLinesProps) {
  const lines = useOwnLines(instrument)
  const listed = useSnapshot(market).catalogue?.byId.get(instrument)
  if (!listed || listed.kind === "second") return null
  const spans = lines.map(({ kind }) => (kind === "entry" ? ENTRY_SPAN : 1))
  const columns = labelColumns(
    // A line out of view has its label nowhere: far from all others.
    lines.map(({ price }, at) => canvas.priceTop(Number(price)) ?? -1000 * (at + 1)),
    LABEL_GAP_PX,
    spans,
  )
  return lines.map((line, at) => {
    const place = { column: columns[at] ?? 0, span: spans[at] ?? 1, canvas, text, market: listed }
    return isPositionLine(line) ? (
      <PositionLineView key={line.key} line={line} {...place} />
    ) : (
      <MovableLineView key={line.key} line={line} {...place} />
    )
  })
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
