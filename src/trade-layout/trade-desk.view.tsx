/** The trade screen on a desk: market list, chart over own lists, book and trades, ticket, in panels that can be resized. */

import { type ReactNode, useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { Panel } from "react-resizable-panels"
import { useSnapshot } from "valtio"
import { type PanelColumns, type PanelName, standardColumns } from "#core/workspace/layout.ts"
import { RailList } from "../panels/market-list/rail-list.view.tsx"
import { changeDesk, desk } from "../stores/desk-store.ts"
import { deskWindows } from "../stores/desk-windows.ts"
import type { WidthClass } from "../stores/layout-store.ts"
import { keepToastsWithin } from "../ui/toast-room.ts"
import { VisuallyHidden } from "../ui/visually-hidden.tsx"
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
import { deskPanel, usePanelDrag } from "./use-panel-drag.ts"
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
  // What is in a window of its own is away from here until that closes.
  const whole = now.columns.length > 0 ? now.columns : standardColumns(widthClass)
  const columns = whole
    .map((column) => column.filter((panel) => !(open as readonly string[]).includes(panel)))
    .filter(({ length }) => length > 0)
  const isStandard = now.columns.length === 0 && open.length === 0
  return (
    <MovedPanels columns={whole}>
      {isStandard ? <StandardDesk {...props} /> : <ArrangedDesk {...props} desk={{ ...now, columns }} />}
    </MovedPanels>
  )
}

/** Panels can be dragged by their heads; what came of it is told to screen readers. */
function MovedPanels({ columns, children }: { columns: PanelColumns; children: ReactNode }) {
  const { t } = useTranslation("workspace")
  const root = useRef<HTMLDivElement>(null)
  const [news, setNews] = useState("")
  const nameOf = (panel: PanelName) => t(`desk.panel.${panel}`)
  usePanelDrag(root, {
    columns: () => columns,
    nameOf,
    picked: (panel) => setNews(t("desk.picked", { panel: nameOf(panel) })),
    putBack: (panel) => setNews(t("desk.putBack", { panel: nameOf(panel) })),
    moved(panel, next) {
      changeDesk({ columns: next })
      const column = next.findIndex((each) => each.includes(panel)) + 1
      setNews(t("desk.moved", { panel: nameOf(panel), column, total: next.length }))
    },
  })
  return (
    <div ref={root} className={styles.desk}>
      {children}
      <VisuallyHidden>
        <span role="status" data-panel-news="">
          {news}
        </span>
      </VisuallyHidden>
    </div>
  )
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
      {...deskPanel("ticket")}
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
            {...deskPanel("list")}
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
          <Panel id="chart" {...deskPanel("chart")} minSize="14rem" className={styles.column}>
            <DeskCharts {...{ market, interval, onInterval, onTicket }} />
          </Panel>
          <Panel
            id="orders"
            {...deskPanel("orders")}
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
