/** The chart, fetched when it is first shown: it is the heaviest part of the page. */

import { lazy, type ReactNode, Suspense } from "react"
import type { Interval } from "#core/candle/interval.ts"
import styles from "./lazy-chart.module.css"

const ChartPanel = lazy(() => loadChart().then((module) => ({ default: module.ChartPanel })))

/** Fetches the code ahead, when a press is likely. */
const loadChart = () => import("../panels/chart/chart.view.tsx")

interface LazyChartProps {
  instrument: string
  interval: Interval
  onInterval: (interval: Interval) => void
  compact?: boolean
  /** Shows the ticket once the chart has filled it; left out: nothing is ordered from this chart. */
  onTicket?: (() => void) | undefined
  /** Of one among several: what begins its bar, and what it is called. */
  head?: ReactNode
  name?: string
  /** Stands with the tools of a desk's chart. */
  bar?: ReactNode
}

export function LazyChart(props: LazyChartProps) {
  return (
    <Suspense fallback={<div className={styles.place} />}>
      <ChartPanel {...props} />
    </Suspense>
  )
}
