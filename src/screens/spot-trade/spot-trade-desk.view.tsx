/** The terminal: where (list), what (chart, orders), how deep (book, trades), do (ticket), in panels of one's own size. */

import { useState, useSyncExternalStore } from "react"
import { Panel } from "react-resizable-panels"
import { RailList } from "../../panels/market-list/rail-list.view.tsx"
import { TicketPanel } from "../../panels/ticket/ticket.view.tsx"
import { type WidthClass, widthClassOf } from "../../stores/layout-store.ts"
import { DepthColumns } from "./depth-columns.view.tsx"
import { InstrumentBar } from "./instrument-bar.view.tsx"
import { KeptPanels } from "./kept-panels.view.tsx"
import { LazyChart } from "./lazy-chart.view.tsx"
import { OrdersPlace } from "./orders-place.view.tsx"
import { RailOverlay } from "./rail-overlay.view.tsx"
import type { TradeShapeProps } from "./spot-trade.view.tsx"
import styles from "./spot-trade-desk.module.css"

/** Default widths and heights by width class, in px at a root of 16 (design.md section 2). */
const SIZES = {
  narrow: { rail: 0, book: 248, ticket: 272, orders: 236 },
  medium: { rail: 224, book: 264, ticket: 288, orders: 236 },
  wide: { rail: 264, book: 288, ticket: 320, orders: 280 },
} as const

const rem = (px: number) => `${px / 16}rem`

export function SpotTradeDesk(props: TradeShapeProps) {
  const widthClass = useWidthClass()
  const [isRailOpen, setIsRailOpen] = useState(false)
  const hasRail = widthClass !== "narrow"
  const sizes = SIZES[widthClass]
  const middle = (
    <Panel key="middle" id="middle" minSize="30rem" className={styles.middle}>
      <InstrumentBar
        market={props.market}
        onList={hasRail ? undefined : () => setIsRailOpen((isOpen) => !isOpen)}
      />
      <div className={styles.market}>
        <Market {...props} widthClass={widthClass} />
        {isRailOpen && !hasRail ? (
          <RailOverlay current={props.market.id} onClose={() => setIsRailOpen(false)} />
        ) : null}
      </div>
    </Panel>
  )
  const ticket = (
    <Panel
      key="ticket"
      id="ticket"
      defaultSize={rem(sizes.ticket)}
      minSize="15rem"
      maxSize="30rem"
      groupResizeBehavior="preserve-pixel-size"
      className={styles.ticket}
    >
      <TicketPanel market={props.market} />
    </Panel>
  )
  return (
    <div className={styles.terminal}>
      {hasRail ? (
        <KeptPanels
          key={widthClass}
          id="columns"
          widthClass={widthClass}
          orientation="horizontal"
          panelIds={["rail", "middle", "ticket"]}
        >
          <Panel
            id="rail"
            defaultSize={rem(sizes.rail)}
            minSize="12rem"
            maxSize="26rem"
            groupResizeBehavior="preserve-pixel-size"
            className={styles.column}
          >
            <RailList current={props.market.id} />
          </Panel>
          {middle}
          {ticket}
        </KeptPanels>
      ) : (
        <KeptPanels
          key={widthClass}
          id="columns"
          widthClass={widthClass}
          orientation="horizontal"
          panelIds={["middle", "ticket"]}
        >
          {middle}
          {ticket}
        </KeptPanels>
      )}
    </div>
  )
}

/** Chart over orders, beside them the depth. */
function Market(props: TradeShapeProps & { widthClass: WidthClass }) {
  const { market, interval, onInterval, onPick, widthClass } = props
  const sizes = SIZES[widthClass]
  const columns = widthClass === "wide" ? ["charts", "book", "tape"] : ["charts", "depth"]
  return (
    <KeptPanels id="market" widthClass={widthClass} orientation="horizontal" panelIds={columns}>
      <Panel id="charts" minSize="20rem" className={styles.column}>
        <KeptPanels id="charts" widthClass={widthClass} orientation="vertical" panelIds={["chart", "orders"]}>
          <Panel id="chart" minSize="14rem" className={styles.column}>
            <LazyChart instrument={market.id} interval={interval} onInterval={onInterval} />
          </Panel>
          <Panel
            id="orders"
            defaultSize={rem(sizes.orders)}
            minSize="5rem"
            groupResizeBehavior="preserve-pixel-size"
            className={styles.column}
          >
            <OrdersPlace instrument={market.id} form="table" />
          </Panel>
        </KeptPanels>
      </Panel>
      {DepthColumns({ market, widthClass, size: rem(sizes.book), onPick })}
    </KeptPanels>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("resize", listener)
  return () => window.removeEventListener("resize", listener)
}

const useWidthClass = (): WidthClass => useSyncExternalStore(subscribe, () => widthClassOf(window.innerWidth))
