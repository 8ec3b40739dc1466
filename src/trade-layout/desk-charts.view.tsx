/** The chart of a desk, or several: the others are fetched when somebody wants them. */

import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { useSnapshot } from "valtio"
import { deskCharts } from "../stores/charts-store.ts"
import { ChartsButton } from "./charts-button.view.tsx"
import { LazyChart } from "./lazy-chart.view.tsx"
import type { TradeLayoutProps } from "./trade-layout.view.tsx"

const ChartsGrid = lazy(() =>
  import("./charts-grid.view.tsx").then((module) => ({ default: module.ChartsGrid })),
)
const ChartsSheet = lazy(() =>
  import("./charts-sheet.view.tsx").then((module) => ({ default: module.ChartsSheet })),
)

export type DeskChartsProps = Pick<TradeLayoutProps, "market" | "interval" | "onInterval" | "onTicket">

export function DeskCharts(props: DeskChartsProps) {
  const { market, interval, onInterval, onTicket } = props
  const { layout } = useSnapshot(deskCharts)
  const [isChoosing, setIsChoosing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const button = <ChartsButton ref={opener} onOpen={() => setIsChoosing(true)} />
  // The sheet gives the focus back to the button that opened it, which is gone where their number changed.
  useEffect(() => {
    if (!isChoosing) return
    return () => {
      if (document.activeElement === document.body) opener.current?.focus()
    }
  }, [isChoosing])
  return (
    <>
      {layout.count === 1 ? (
        <LazyChart instrument={market.id} {...{ interval, onInterval, onTicket }} bar={button} />
      ) : (
        <Suspense fallback={null}>
          <ChartsGrid {...props} button={button} />
        </Suspense>
      )}
      {/* Beside the charts, whose number it changes: it stays open while that and the links are chosen. */}
      {isChoosing ? (
        <Suspense fallback={null}>
          <ChartsSheet first={{ market: market.id, interval }} onClose={() => setIsChoosing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
