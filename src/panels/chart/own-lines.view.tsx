/** Where do own open orders stand in the market? Dashed lines over the canvas, moved by their labels. */

import { useSnapshot } from "valtio"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { openOrdersOf } from "../../stores/account-store.ts"
import { chartSettings } from "../../stores/chart-store.ts"
import { market } from "../../stores/market-store.ts"
import type { ChartCanvas } from "./chart-canvas.ts"
import type { ChartText } from "./chart-text.ts"
import { OrderLine } from "./order-line.view.tsx"
import { labelColumns, ownLines } from "./own-lines.model.ts"

/** Height of a label with some air, in px. */
const LABEL_GAP_PX = 24

interface OrderLinesProps {
  canvas: ChartCanvas
  instrument: string
  text: ChartText
  /** Rises whenever the canvas moved: everything is placed anew. */
  moved: number
}

export function OrderLines({ canvas, instrument, text }: OrderLinesProps) {
  const { hasOrders } = useSnapshot(chartSettings)
  const { orders } = useSnapshot(openOrdersOf(instrument))
  const listed = useSnapshot(market).catalogue?.byId.get(instrument)
  if (!hasOrders || !listed || listed.kind === "second") return null
  const lines = ownLines(orders as readonly OwnOrder[], instrument)
  const columns = labelColumns(
    // A line out of view has its label nowhere: far from all others.
    lines.map(({ price }, at) => canvas.priceTop(Number(price)) ?? -1000 * (at + 1)),
    LABEL_GAP_PX,
  )
  return lines.map((line, at) => (
    <OrderLine
      key={line.key}
      line={line}
      column={columns[at] ?? 0}
      canvas={canvas}
      text={text}
      market={listed}
    />
  ))
}
