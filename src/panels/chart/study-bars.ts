/** What indicators need beside the loaded bars: bars of longer periods for pivots, older ones back to where VWAP's session began. */

import { useEffect } from "react"
import { INTERVAL_MS } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import { fetchBars, loadOlderBars } from "../../feed/worker-calls.ts"
import type { ChartSetup } from "../../stores/chart-setup.ts"
import { type Bars, readBars } from "./bars.model.ts"
import type { ChartCanvas } from "./chart-canvas.ts"
import { pivotLevels } from "./pivot-levels.ts"
import { pivotInterval, pivotStart, sessionStart } from "./study-session.ts"

/** As many as one call answers. */
const PERIODS_MAX = 1000
/** The period before the first, the running one, and one that is cut off. */
const PERIODS_BESIDE = 3
/** A year's are twelve months each. */
const MONTHS = 12
/** Longer sessions aren't loaded for VWAP: the worker keeps no more bars than a little above that. */
export const SESSION_BARS_MAX = 2500

interface StudyBars {
  canvas: ChartCanvas | undefined
  bars: Bars
  instrument: string
  interval: Interval
  setup: ChartSetup
}

export function useStudyBars({ canvas, bars, instrument, interval, setup }: StudyBars): void {
  const { pivots, vwap } = setup.studies
  const first = bars.list[0]?.time
  const last = bars.list.at(-1)?.time
  const [choice, formula] = pivots.lengths
  const period = last === undefined ? undefined : pivotStart(last, interval, choice)
  useEffect(() => {
    if (!canvas || !pivots.isOn || first === undefined || period === undefined) return
    let isCurrent = true
    const source = pivotInterval(interval, choice)
    const reach = Math.ceil((period - pivotStart(first, interval, choice)) / INTERVAL_MS[source])
    const limit = Math.min(PERIODS_MAX, reach + PERIODS_BESIDE * (source === "1M" ? MONTHS : 1))
    fetchBars(instrument, source, limit).then(
      (packed) =>
        isCurrent && canvas.setPivots(pivotLevels(readBars(packed), interval, [choice ?? 0, formula ?? 0])),
      // Gone with the connection: the next frame's bars ask again.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [canvas, instrument, interval, pivots.isOn, choice, formula, first, period])

  const session = last === undefined ? undefined : sessionStart(last, interval, vwap.lengths[0])
  useEffect(() => {
    if (!vwap.isOn || first === undefined || last === undefined || session === undefined) return
    const isFar = last - session > SESSION_BARS_MAX * INTERVAL_MS[interval]
    if (first > session && !isFar && bars.more && !bars.newer) void loadOlderBars(instrument, interval)
  }, [vwap.isOn, first, last, session, bars, instrument, interval])
}
