/** Book and trades on a desk: two columns when it is wide, one above the other, or one behind the other. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Panel } from "react-resizable-panels"
import type { TradedMarket } from "#core/wire/market.ts"
import { BookPanel } from "../panels/book/book.view.tsx"
import { TapePanel } from "../panels/tape/tape.view.tsx"
import type { WidthClass } from "../stores/layout-store.ts"
import type { Side } from "../stores/ticket-store.ts"
import { TabPanel, Tabs } from "../ui/tabs.tsx"
import { KeptPanels } from "./kept-panels.view.tsx"
import styles from "./trade-desk.module.css"

interface DepthColumnsProps {
  market: TradedMarket
  widthClass: WidthClass
  /** Width of a column to begin with. */
  size: string
  onPick: (side: Side, price: string) => void
}

/** The panels themselves, to be put into a group: called as a function, since a group counts its children. */
export function DepthColumns({ market, widthClass, size, onPick }: DepthColumnsProps) {
  const column = {
    defaultSize: size,
    minSize: "13rem",
    maxSize: "30rem",
    groupResizeBehavior: "preserve-pixel-size",
    className: styles.column,
  } as const
  if (widthClass === "wide") {
    return [
      <Panel key="book" id="book" {...column}>
        <BookPanel market={market} place="desk" onPick={onPick} />
      </Panel>,
      <Panel key="tape" id="tape" {...column} defaultSize="16.5rem">
        <TapePanel market={market} place="desk" />
      </Panel>,
    ]
  }
  return [
    <Panel key="depth" id="depth" {...column}>
      {widthClass === "medium" ? (
        <Stacked market={market} onPick={onPick} />
      ) : (
        <Tabbed market={market} onPick={onPick} />
      )}
    </Panel>,
  ]
}

type DepthProps = Pick<DepthColumnsProps, "market" | "onPick">

function Stacked({ market, onPick }: DepthProps) {
  return (
    <KeptPanels id="depth" widthClass="medium" orientation="vertical" panelIds={["book", "tape"]}>
      <Panel id="book" minSize="14rem" className={styles.column}>
        <BookPanel market={market} place="desk" onPick={onPick} />
      </Panel>
      <Panel id="tape" defaultSize="33%" minSize="6rem" className={styles.column}>
        <TapePanel market={market} place="desk" />
      </Panel>
    </KeptPanels>
  )
}

function Tabbed({ market, onPick }: DepthProps) {
  const { t } = useTranslation("market")
  const [tab, setTab] = useState<"book" | "tape">("book")
  const tabs = (
    <Tabs
      id="depth"
      size="small"
      className={styles.depthTabs}
      label={t("book.title")}
      tabs={[
        { value: "book", label: t("book.short") },
        { value: "tape", label: t("tape.title") },
      ]}
      value={tab}
      onChange={setTab}
    />
  )
  return (
    <TabPanel id="depth" value={tab} className={styles.column}>
      {tab === "book" ? (
        <BookPanel market={market} place="desk" title={tabs} onPick={onPick} />
      ) : (
        <TapePanel market={market} place="desk" title={tabs} />
      )}
    </TabPanel>
  )
}
