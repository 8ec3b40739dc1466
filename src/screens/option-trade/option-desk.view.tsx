/** The screen of second contracts on a desk: market list, chart over what runs and has ended, the form, in panels that can be resized. */

import { useState } from "react"
import { Panel } from "react-resizable-panels"
import { RailList } from "../../panels/market-list/rail-list.view.tsx"
import { SecondFigures } from "../../panels/price-head/second-head.view.tsx"
import { LastResult } from "../../panels/second-running/result.view.tsx"
import { SecondTicketPanel } from "../../panels/second-ticket/second-ticket.view.tsx"
import { InstrumentBar } from "../../trade-layout/instrument-bar.view.tsx"
import { DevicePanels } from "../../trade-layout/kept-panels.view.tsx"
import { LazyChart } from "../../trade-layout/lazy-chart.view.tsx"
import { RailOverlay } from "../../trade-layout/rail-overlay.view.tsx"
import layout from "../../trade-layout/trade-desk.module.css"
import { useWidthClass } from "../../trade-layout/width-class.ts"
import { keepToastsWithin } from "../../ui/toast-room.ts"
import styles from "./option-desk.module.css"
import { OptionLists } from "./option-lists.view.tsx"
import type { OptionTradeProps } from "./option-props.ts"

/** Default widths and heights, as on the other trade screens. */
const RAIL = { narrow: "0", medium: "14rem", wide: "16.5rem" } as const
const TICKET = { narrow: "18rem", medium: "20rem", wide: "22rem" } as const

export function OptionDesk(props: OptionTradeProps) {
  const { market } = props
  const widthClass = useWidthClass()
  const [isRailOpen, setIsRailOpen] = useState(false)
  const hasRail = widthClass !== "narrow"
  const middle = (
    <Panel key="middle" id="middle" minSize="30rem" className={layout.middle}>
      <InstrumentBar
        market={market}
        figures={<SecondFigures market={market} />}
        onList={hasRail ? undefined : () => setIsRailOpen((isOpen) => !isOpen)}
      />
      <div className={layout.market}>
        <Charts {...props} />
        {isRailOpen && !hasRail ? (
          <RailOverlay kind="second" current={market.id} onClose={() => setIsRailOpen(false)} />
        ) : null}
      </div>
    </Panel>
  )
  const ticket = (
    <Panel
      key="ticket"
      id="ticket"
      defaultSize={TICKET[widthClass]}
      minSize="17rem"
      maxSize="30rem"
      groupResizeBehavior="preserve-pixel-size"
      className={layout.ticket}
      elementRef={keepToastsWithin}
    >
      <div className={styles.ticket}>
        <div className={styles.result}>
          <LastResult />
        </div>
        <SecondTicketPanel />
      </div>
    </Panel>
  )
  const rail = (
    <Panel
      key="rail"
      id="rail"
      defaultSize={RAIL[widthClass]}
      minSize="12rem"
      maxSize="26rem"
      groupResizeBehavior="preserve-pixel-size"
      className={layout.column}
    >
      <RailList kind="second" current={market.id} />
    </Panel>
  )
  return (
    <div className={layout.terminal}>
      <DevicePanels
        key={widthClass}
        id="second-columns"
        widthClass={widthClass}
        orientation="horizontal"
        panelIds={hasRail ? ["rail", "middle", "ticket"] : ["middle", "ticket"]}
      >
        {hasRail ? [rail, middle, ticket] : [middle, ticket]}
      </DevicePanels>
    </div>
  )
}

function Charts({ market, interval, onInterval }: OptionTradeProps) {
  return (
    <DevicePanels
      id="second-charts"
      widthClass={useWidthClass()}
      orientation="vertical"
      panelIds={["chart", "lists"]}
    >
      <Panel id="chart" minSize="14rem" className={layout.column}>
        <LazyChart instrument={market.id} interval={interval} onInterval={onInterval} />
      </Panel>
      <Panel
        id="lists"
        defaultSize="14.75rem"
        minSize="5rem"
        groupResizeBehavior="preserve-pixel-size"
        className={layout.column}
      >
        <OptionLists form="table" />
      </Panel>
    </DevicePanels>
  )
}
