/** The trade screen on a desk: market list, chart over own lists, book and trades, ticket, in panels that can be resized. */

import { useEffect, useState } from "react"
import { Panel } from "react-resizable-panels"
import { useSnapshot } from "valtio"
import { standardColumns } from "#core/workspace/layout.ts"
import { RailList } from "../panels/market-list/rail-list.view.tsx"
import { desk } from "../stores/desk-store.ts"
import { deskWindows } from "../stores/desk-windows.ts"
import type { WidthClass } from "../stores/layout-store.ts"
import { keepToastsWithin } from "../ui/toast-room.ts"
import { ArrangedDesk } from "./arranged-desk.view.tsx"
import { DepthColumns, depthPanelIds } from "./depth-columns.view.tsx"
import { useDepthFace } from "./depth-face.view.tsx"
import { DeskCharts } from "./desk-charts.view.tsx"
import { useDeskKeys } from "./desk-keys.ts"
import { useDeskWindows } from "./desk-windows.ts"
import { InstrumentBar } from "./instrument-bar.view.tsx"
import { DevicePanels } from "./kept-panels.view.tsx"
import { OneClickBar } from "./one-click-bar.view.tsx"
import { RailOverlay } from "./rail-overlay.view.tsx"
import styles from "./trade-desk.module.css"
import type { TradeLayoutProps } from "./trade-layout.view.tsx"
import { useWidthClass } from "./width-class.ts"

/** Default widths and heights by width class, in px at a root of 16. */
const SIZES = {
  narrow: { rail: 0, book: 248, ticket: 272, orders: 236 },
  medium: { rail: 224, book: 264, ticket: 288, orders: 236 },
  wide: { rail: 264, book: 288, ticket: 320, orders: 280 },
} as const

const rem = (px: number) => `${px / 16}rem`

export function TradeDesk(props: TradeLayoutProps) {
  const { now } = useSnapshot(desk)
  useDeskKeys(props.market)
  useDeskWindows(props)
  const { open } = useSnapshot(deskWindows)
  const widthClass = useWidthClass()
  useEffect(() => {
    // Layouts that were saved elsewhere, and those that only this device has yet: nothing on screen waits for it.
    import("../panels/desk/follow-layouts.ts").then(
      ({ followLayouts }) => followLayouts(),
      () => undefined,
    )
  }, [])
  if (now.columns.length === 0 && open.length === 0) return <StandardDesk {...props} />
  // What is in a window of its own is away from here until that closes.
  const whole = now.columns.length > 0 ? now.columns : standardColumns(widthClass)
  const columns = whole
    .map((column) => column.filter((panel) => !(open as readonly string[]).includes(panel)))
    .filter(({ length }) => length > 0)
  return <ArrangedDesk {...props} desk={{ ...now, columns }} />
}

function StandardDesk(props: TradeLayoutProps) {
  const widthClass = useWidthClass()
  const [isRailOpen, setIsRailOpen] = useState(false)
  const hasRail = widthClass !== "narrow"
  const sizes = SIZES[widthClass]
  const middle = (
    <Panel key="middle" id="middle" minSize="30rem" className={styles.middle}>
      <InstrumentBar
        market={props.market}
        figures={props.parts.deskFigures}
        onList={hasRail ? undefined : () => setIsRailOpen((isOpen) => !isOpen)}
      />
      <div className={styles.market}>
        <Market {...props} widthClass={widthClass} />
        {isRailOpen && !hasRail ? (
          <RailOverlay
            kind={props.market.kind}
            current={props.market.id}
            onClose={() => setIsRailOpen(false)}
          />
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
      elementRef={keepToastsWithin}
    >
      {props.parts.ticket}
    </Panel>
  )
  return (
    <div className={styles.terminal}>
      <OneClickBar market={props.market} />
      {hasRail ? (
        <DevicePanels
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
            <RailList kind={props.market.kind} current={props.market.id} />
          </Panel>
          {middle}
          {ticket}
        </DevicePanels>
      ) : (
        <DevicePanels
          key={widthClass}
          id="columns"
          widthClass={widthClass}
          orientation="horizontal"
          panelIds={["middle", "ticket"]}
        >
          {middle}
          {ticket}
        </DevicePanels>
      )}
    </div>
  )
}

/** Chart over orders, beside them the depth. */
function Market(props: TradeLayoutProps & { widthClass: WidthClass }) {
  const { market, interval, onInterval, onPick, onTicket, parts, widthClass } = props
  const sizes = SIZES[widthClass]
  const face = useDepthFace()
  const columns = ["charts", ...depthPanelIds(widthClass, face)]
  return (
    <DevicePanels id="market" widthClass={widthClass} orientation="horizontal" panelIds={columns}>
      <Panel id="charts" minSize="20rem" className={styles.column}>
        <DevicePanels
          id="charts"
          widthClass={widthClass}
          orientation="vertical"
          panelIds={["chart", "orders"]}
        >
          <Panel id="chart" minSize="14rem" className={styles.column}>
            <DeskCharts {...{ market, interval, onInterval, onTicket }} />
          </Panel>
          <Panel
            id="orders"
            defaultSize={rem(sizes.orders)}
            minSize="5rem"
            groupResizeBehavior="preserve-pixel-size"
            className={styles.column}
          >
            {parts.lists("table")}
          </Panel>
        </DevicePanels>
      </Panel>
      {DepthColumns({ market, widthClass, size: rem(sizes.book), face, onPick, onTicket })}
    </DevicePanels>
  )
}
