/** Where a chart stands among several on one desk; of a chart that stands alone the place is the first, and it is chosen. */

import { createContext, useContext } from "react"
import { setupId } from "../../stores/chart-store.ts"

interface ChartPlace {
  /** Counted from 0; the first shows what the ticket trades. */
  at: number
  /** Keys and drawing tools mean this chart, and its live bar is the quickest. */
  isChosen: boolean
  /** The crosshair shows the same moment in the others. */
  hasLinkedCrosshair: boolean
}

export const ChartPlace = createContext<ChartPlace>({ at: 0, isChosen: true, hasLinkedCrosshair: false })

export const useChartPlace = (): ChartPlace => useContext(ChartPlace)

/** Under which the chart keeps its indicators, scale and style. */
export const useSetupId = (instrument: string): string => setupId(useChartPlace().at, instrument)
