/** A desk whose panels stand as the user put them: columns of panels, each resized by its edges. */

import { type CSSProperties, type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { Panel } from "react-resizable-panels"
import { columnName, type PanelName } from "#core/workspace/layout.ts"
import { RailList } from "../panels/market-list/rail-list.view.tsx"
import { TapePanel } from "../panels/tape/tape.view.tsx"
import { changeDesk, type Desk } from "../stores/desk-store.ts"
import { EmptyState } from "../ui/empty-state.tsx"
import { keepToastsWithin } from "../ui/toast-room.ts"
import { DepthFacePanel, useDepthFace } from "./depth-face.view.tsx"
import { DeskCharts } from "./desk-charts.view.tsx"
import { InstrumentBar } from "./instrument-bar.view.tsx"
import { KeptPanels } from "./kept-panels.view.tsx"
import { OneClickBar } from "./one-click-bar.view.tsx"
import { RailOverlay } from "./rail-overlay.view.tsx"
import styles from "./trade-desk.module.css"
import type { TradeLayoutProps } from "./trade-layout.view.tsx"
import { deskPanel } from "./use-panel-drag.ts"

/** In rem: to begin with (0: what is left), and at least; a window that has less scrolls sideways. */
const WIDTHS: Readonly<Record<PanelName, { usual: number; least: number }>> = {
  list: { usual: 15, least: 12 },
  chart: { usual: 0, least: 20 },
  orders: { usual: 0, least: 20 },
  book: { usual: 17, least: 13 },
  tape: { usual: 16.5, least: 13 },
  ticket: { usual: 18, least: 15 },
}
/** In rem: as low as it may be; own orders begin as high as they do on the standard desk. */
const HEIGHTS: Readonly<Record<PanelName, number>> = {
  list: 10,
  chart: 12,
  orders: 5,
  book: 12,
  tape: 6,
  ticket: 12,
}
const ORDERS_HEIGHT = "15rem"

interface ArrangedDeskProps extends TradeLayoutProps {
  desk: Desk
}

export function ArrangedDesk({ desk, ...props }: ArrangedDeskProps) {
  const { market, parts } = props
  const { t } = useTranslation("workspace")
  const [isRailOpen, setIsRailOpen] = useState(false)
  const { columns, widths, heights } = desk
  const hasList = columns.some((column) => column.includes("list"))
  const leastOf = (column: readonly PanelName[]) => Math.max(...column.map((panel) => WIDTHS[panel].least))
  const least = columns.reduce((sum, column) => sum + leastOf(column), 0)
  const usualOf = (column: readonly PanelName[]) =>
    column.some((panel) => WIDTHS[panel].usual === 0)
      ? undefined
      : Math.max(...column.map((panel) => WIDTHS[panel].usual))
  const names = columns.map(columnName)
  // One takes what the others leave: where neither chart nor orders are, the last.
  const filling = columns.findIndex((column) => usualOf(column) === undefined)
  return (
    <div className={styles.arranged}>
      <OneClickBar market={market} />
      <InstrumentBar
        market={market}
        figures={parts.deskFigures}
        onList={hasList ? undefined : () => setIsRailOpen((isOpen) => !isOpen)}
      />
      <div className={styles.market}>
        <div className={styles.scrolled}>
          {columns.length === 0 ? <EmptyState>{t("window.all")}</EmptyState> : null}
          <div style={{ "--least": `${least}rem` } as CSSProperties}>
            <KeptPanels
              key={names.join(" ")}
              id="arranged"
              shares={widths}
              onShares={(shares) => changeDesk({ widths: shares })}
              orientation="horizontal"
              panelIds={names}
            >
              {columns.map((column, at) => {
                const usual =
                  at === (filling < 0 ? columns.length - 1 : filling) ? undefined : usualOf(column)
                return (
                  <Panel
                    key={names[at]}
                    id={names[at] ?? ""}
                    {...(column.length === 1 && column[0] && deskPanel(column[0]))}
                    minSize={`${leastOf(column)}rem`}
                    {...(usual !== undefined && {
                      defaultSize: `${usual}rem`,
                      groupResizeBehavior: "preserve-pixel-size" as const,
                    })}
                    className={styles.column}
                  >
                    <Column {...props} column={column} heights={heights} />
                  </Panel>
                )
              })}
            </KeptPanels>
          </div>
        </div>
        {isRailOpen && !hasList ? (
          <RailOverlay kind={market.kind} current={market.id} onClose={() => setIsRailOpen(false)} />
        ) : null}
      </div>
    </div>
  )
}

interface ColumnProps extends TradeLayoutProps {
  column: readonly PanelName[]
  heights: Desk["heights"]
}

function Column({ column, heights, ...props }: ColumnProps) {
  const [only] = column
  if (column.length === 1 && only) return <>{panelOf(only, props)}</>
  const own = Object.fromEntries(column.map((panel) => [panel, heights[panel] ?? 0]))
  return (
    <KeptPanels
      id={`arranged-${columnName(column)}`}
      shares={own}
      onShares={(shares) => changeDesk({ heights: { ...heights, ...shares } })}
      orientation="vertical"
      panelIds={column}
    >
      {column.map((panel) => (
        <Panel
          key={panel}
          id={panel}
          {...deskPanel(panel)}
          minSize={`${HEIGHTS[panel]}rem`}
          {...(panel === "orders" && column.includes("chart")
            ? { defaultSize: ORDERS_HEIGHT, groupResizeBehavior: "preserve-pixel-size" as const }
            : {})}
          className={styles.column}
        >
          {panelOf(panel, props)}
        </Panel>
      ))}
    </KeptPanels>
  )
}

function BookOrLadder(props: Pick<TradeLayoutProps, "market" | "onPick" | "onTicket">) {
  return <DepthFacePanel {...props} face={useDepthFace()} />
}

function panelOf(panel: PanelName, props: TradeLayoutProps): ReactNode {
  const { market, interval, onInterval, onPick, onTicket, parts } = props
  switch (panel) {
    case "list":
      return <RailList kind={market.kind} current={market.id} />
    case "chart":
      return <DeskCharts {...{ market, interval, onInterval, onTicket }} />
    case "orders":
      return parts.lists("table")
    case "book":
      return <BookOrLadder {...{ market, onPick, onTicket }} />
    case "tape":
      return <TapePanel market={market} place="desk" />
    case "ticket":
      return (
        <div ref={keepToastsWithin} className={styles.ticket}>
          {parts.ticket}
        </div>
      )
  }
}
