/** Where do the marks of own fills come from? The market's newest fills are read once; what fills meanwhile is pushed. */

import { useEffect, useMemo } from "react"
import { useSnapshot } from "valtio"
import type { Interval } from "#core/candle/interval.ts"
import { marketKindOf } from "#core/instrument/market-kind.ts"
import type { OwnFill } from "#core/wire/private-rows.ts"
import { ORDER_CALLS } from "../../api/order-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { ownTrading } from "../../stores/account-store.ts"
import { chartSettings } from "../../stores/chart-store.ts"
import type { Bar } from "./bars.model.ts"
import type { ChartCanvas } from "./chart-canvas.ts"
import { type FillMark, fillMarks, mergedFills } from "./own-fills.model.ts"

/** As many as one call answers; older fills have no mark. */
const FILLS_READ = 500

interface OwnFillsProps {
  canvas: ChartCanvas
  /** Changed in place: which bars there are is told by the first and the last of them. */
  bars: readonly Bar[]
  instrument: string
  /** Undefined: the bars are of no interval. */
  interval: Interval | undefined
  /** Takes the marks for the legend. */
  onMarks: (marks: readonly FillMark[]) => void
}

/** Puts the marks on the canvas while it is mounted; shows nothing by itself. */
export function OwnFills({ canvas, bars, instrument, interval, onMarks }: OwnFillsProps): null {
  const { hasFills } = useSnapshot(chartSettings)
  const marketKind = marketKindOf(instrument)
  // Second contracts have no fills: none are asked for.
  const kind = marketKind === "second" ? "spot" : marketKind
  const { fills } = useSnapshot(ownTrading[kind])
  const isShown = hasFills && marketKind !== "second"
  const { data } = useAnswer(ORDER_CALLS[kind].fills, { instrument, limit: FILLS_READ }, isShown)
  const first = bars[0]?.time
  const last = bars.at(-1)?.time
  // biome-ignore lint/correctness/useExhaustiveDependencies: the span says when the list, changed in place, has other bars
  const marks = useMemo(
    () =>
      isShown
        ? fillMarks(mergedFills(data?.rows ?? [], fills as readonly OwnFill[], instrument), bars, interval)
        : [],
    [isShown, data, fills, instrument, interval, first, last],
  )
  useEffect(() => {
    canvas.setFills(marks)
    onMarks(marks)
  }, [canvas, marks, onMarks])
  useEffect(
    () => () => {
      canvas.setFills([])
      onMarks([])
    },
    [canvas, onMarks],
  )
  return null
}
