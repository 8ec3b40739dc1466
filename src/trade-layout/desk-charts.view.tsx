/** The chart of a desk, or several: the others are fetched when somebody wants them. */

import { lazy, Suspense } from "react"
import { useSnapshot } from "valtio"
import { deskCharts } from "../stores/charts-store.ts"
import { ChartsButton } from "./charts-button.view.tsx"
import { LazyChart } from "./lazy-chart.view.tsx"
import type { TradeLayoutProps } from "./trade-layout.view.tsx"

const ChartsGrid = lazy(() =>
  import("./charts-grid.view.tsx").then((module) => ({ default: module.ChartsGrid })),
)

export type DeskChartsProps = Pick<TradeLayoutProps, "market" | "interval" | "onInterval" | "onTicket">

export function DeskCharts(props: DeskChartsProps) {
  const { market, interval, onInterval, onTicket } = props
  const { layout } = useSnapshot(deskCharts)
  const button = <ChartsButton first={{ market: market.id, interval }} />
  if (layout.count === 1)
    return <LazyChart instrument={market.id} {...{ interval, onInterval, onTicket }} bar={button} />
  return (
    <Suspense fallback={null}>
      <ChartsGrid {...props} button={button} />
    </Suspense>
  )
}
