/** Where do the marks of own fills come from? The market's newest fills are read once; what fills meanwhile is pushed. */

import { useEffect, useMemo } from "react"
import { useSnapshot } from "valtio"
import type { Interval } from "#core/candle/interval.ts"
import { spotFills } from "#core/wire/spot-calls.ts"
import type { SpotFill } from "#core/wire/trading.ts"
import { useAnswer } from "../../api/query.ts"
import { account } from "../../stores/account-store.ts"
import { chartSettings } from "../../stores/chart-store.ts"
import { session } from "../../stores/session-store.ts"
import type { Bar } from "./bars.model.ts"
import type { ChartCanvas } from "./chart-canvas.ts"
import { type FillMark, fillMarks, mergedFills } from "./own-fills.model.ts"

/** As many as one call answers; older fills have no mark. */
const FILLS_READ = 500

interface Marked {
  canvas: ChartCanvas | undefined
  /** Changed in place: which bars there are is told by the first and the last of them. */
  bars: readonly Bar[]
  instrument: string
  interval: Interval
}

/** Puts the marks on the canvas, and answers them for the legend. */
export function useFillMarks({ canvas, bars, instrument, interval }: Marked): readonly FillMark[] {
  const isIn = useSnapshot(session).token !== null
  const { hasFills } = useSnapshot(chartSettings)
  const { fills } = useSnapshot(account)
  const isShown = isIn && hasFills && isSpot(instrument)
  const { data } = useAnswer(spotFills, { instrument, limit: FILLS_READ }, isShown)
  const first = bars[0]?.time
  const last = bars.at(-1)?.time
  // biome-ignore lint/correctness/useExhaustiveDependencies: the span says when the list, changed in place, has other bars
  const marks = useMemo(
    () =>
      isShown
        ? fillMarks(mergedFills(data?.rows ?? [], fills as readonly SpotFill[], instrument), bars, interval)
        : [],
    [isShown, data, fills, instrument, interval, first, last],
  )
  useEffect(() => canvas?.setFills(marks), [canvas, marks])
  return marks
}

/** Perpetuals and second contracts have no spot orders. */
const isSpot = (instrument: string): boolean => !/_(PERP|SEC)$/.test(instrument)
