/** The candlestick page on a desk: the day's figures and the two actions above, the chart, book and trades beside it. */

import type { ReactNode } from "react"
import { Panel } from "react-resizable-panels"
import type { TradedMarket } from "#core/wire/market.ts"
import type { Side } from "../stores/ticket-store.ts"
import styles from "./chart-desk.module.css"
import { DepthColumns, depthPanelIds } from "./depth-columns.view.tsx"
import { DevicePanels } from "./kept-panels.view.tsx"
import { useWidthClass } from "./width-class.ts"

interface ChartDeskProps {
  market: TradedMarket
  figures: ReactNode
  /** Links to the trade screen; they keep the size of their words. */
  actions: ReactNode
  chart: ReactNode
  /** A level of the book was pressed: its side, and its price as wire text. */
  onPick: (side: Side, price: string) => void
}

/** Width of the book to begin with. */
const BOOK = { narrow: "15.5rem", medium: "16.5rem", wide: "18rem" } as const

export function ChartDesk({ market, figures, actions, chart, onPick }: ChartDeskProps) {
  const widthClass = useWidthClass()
  const columns = ["chart", ...depthPanelIds(widthClass, null)]
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        {figures}
        <div className={styles.actions}>{actions}</div>
      </div>
      <div className={styles.columns}>
        <DevicePanels
          key={widthClass}
          id="kline"
          widthClass={widthClass}
          orientation="horizontal"
          panelIds={columns}
        >
          <Panel id="chart" minSize="30rem" className={styles.chart}>
            {chart}
          </Panel>
          {DepthColumns({ market, widthClass, size: BOOK[widthClass], face: null, onPick })}
        </DevicePanels>
      </div>
    </div>
  )
}
