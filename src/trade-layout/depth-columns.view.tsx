/** Book and trades on a desk: two columns when it is wide, one above the other, or one behind the other. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Panel } from "react-resizable-panels"
import type { TradedMarket } from "#core/wire/market.ts"
import { TapePanel } from "../panels/tape/tape.view.tsx"
import { chooseDepthFace, type DepthFace } from "../stores/ladder-store.ts"
import type { WidthClass } from "../stores/layout-store.ts"
import type { Side } from "../stores/ticket-store.ts"
import { TabPanel, Tabs } from "../ui/tabs.tsx"
import { DepthFacePanel } from "./depth-face.view.tsx"
import { DevicePanels } from "./kept-panels.view.tsx"
import styles from "./trade-desk.module.css"
import { deskPanel } from "./use-panel-drag.ts"

interface DepthColumnsProps {
  market: TradedMarket
  widthClass: WidthClass
  /** Width of a column to begin with. */
  size: string
  /** Null: the book alone, without a choice; where there is no ticket. */
  face: DepthFace | null
  onPick: (side: Side, price: string) => void
  /** Shows the ticket, which the ladder has filled. */
  onTicket?: (() => void) | undefined
}

/** The ladder has six columns: it is a wider panel of its own. */
const LADDER = { defaultSize: "21.5rem", minSize: "17rem" } as const

/** Ids of the panels that {@link DepthColumns} makes. */
export const depthPanelIds = (widthClass: WidthClass, face: DepthFace | null): readonly string[] =>
  widthClass === "wide" ? [face ?? "book", "tape"] : [face === "ladder" ? "depth-ladder" : "depth"]

/** The panels themselves, to be put into a group: called as a function, since a group counts its children. */
export function DepthColumns(props: DepthColumnsProps) {
  const { market, widthClass, size, face, onPick, onTicket } = props
  const column = {
    defaultSize: size,
    minSize: "13rem",
    maxSize: "30rem",
    groupResizeBehavior: "preserve-pixel-size",
    className: styles.column,
  } as const
  const [first = ""] = depthPanelIds(widthClass, face)
  const own = { ...column, ...(face === "ladder" ? LADDER : {}) }
  if (widthClass === "wide") {
    return [
      <Panel key={first} id={first} {...deskPanel("book")} {...own}>
        <DepthFacePanel {...{ market, face, onPick, onTicket }} />
      </Panel>,
      <Panel key="tape" id="tape" {...deskPanel("tape")} {...column} defaultSize="16.5rem">
        <TapePanel market={market} place="desk" />
      </Panel>,
    ]
  }
  return [
    // One behind the other they are taken as the book.
    <Panel key={first} id={first} {...(widthClass === "narrow" && deskPanel("book"))} {...own}>
      {widthClass === "medium" ? (
        <Stacked {...{ market, face, onPick, onTicket }} />
      ) : (
        <Tabbed {...{ market, face, onPick, onTicket }} />
      )}
    </Panel>,
  ]
}

type DepthProps = Pick<DepthColumnsProps, "market" | "face" | "onPick" | "onTicket">

function Stacked(props: DepthProps) {
  const { market, face } = props
  const first = face ?? "book"
  return (
    <DevicePanels
      key={first}
      id="depth"
      widthClass="medium"
      orientation="vertical"
      panelIds={[first, "tape"]}
    >
      <Panel id={first} {...deskPanel("book")} minSize="14rem" className={styles.column}>
        <DepthFacePanel {...props} />
      </Panel>
      <Panel
        id="tape"
        {...deskPanel("tape")}
        defaultSize={face === "ladder" ? "20%" : "33%"}
        minSize="6rem"
        className={styles.column}
      >
        <TapePanel market={market} place="desk" />
      </Panel>
    </DevicePanels>
  )
}

function Tabbed({ market, face, onPick, onTicket }: DepthProps) {
  const { t } = useTranslation("market")
  const { t: ladder } = useTranslation("ladder")
  const [isTape, setIsTape] = useState(false)
  const tab = isTape ? "tape" : (face ?? "book")
  const tabs = (
    <Tabs
      id="depth"
      size="small"
      className={styles.depthTabs}
      label={t("book.title")}
      tabs={[
        { value: "book", label: t("book.short") },
        ...(face === null ? [] : [{ value: "ladder" as const, label: ladder("short") }]),
        { value: "tape", label: t("tape.title") },
      ]}
      value={tab}
      onChange={(next) => {
        setIsTape(next === "tape")
        if (next !== "tape") chooseDepthFace(next)
      }}
    />
  )
  return (
    <TabPanel id="depth" value={tab} className={styles.column}>
      {tab === "tape" ? (
        <TapePanel market={market} place="desk" title={tabs} />
      ) : (
        <DepthFacePanel {...{ market, face, tabs, onPick, onTicket }} />
      )}
    </TabPanel>
  )
}
