/** The user's open contract positions with live figures. As a table on a desk, as cards elsewhere. */

import { useRef } from "react"
import { useTranslation } from "react-i18next"
import { Virtuoso } from "react-virtuoso"
import { useSnapshot } from "valtio"
import type { Position } from "#core/wire/contract.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { wakeMarket } from "../../feed/connect-market-worker.ts"
import { useView } from "../../feed/view.ts"
import { useMainScroller } from "../../lists/main-scroller.ts"
import { account } from "../../stores/account-store.ts"
import { contractAccount } from "../../stores/contracts-store.ts"
import { profitBasis } from "../../stores/profit-basis.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ErrorState } from "../../ui/error-state.tsx"
import { useIsLate } from "../../ui/late.ts"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { CloseAll } from "./close-all.view.tsx"
import { CloseSheet } from "./close-sheet.view.tsx"
import { FollowLights } from "./deleveraging-light.ts"
import { LightSheet } from "./deleveraging-light.view.tsx"
import { useKeptFocus } from "./kept-focus.ts"
import { MarginAlarm } from "./margin-alarm.view.tsx"
import { MarginSheet } from "./margin-sheet.view.tsx"
import { PositionCard } from "./position-card.view.tsx"
import figures from "./position-cells.module.css"
import { positionSheet } from "./position-sheet.ts"
import { PositionTable } from "./position-table.view.tsx"
import styles from "./positions.module.css"
import { ReverseQuestion } from "./reverse-question.view.tsx"
import { PositionTableEnd } from "./table-end.view.tsx"
import { TargetsSheet } from "./targets-sheet.view.tsx"

/** Of a card, at a root of 16 px. */
const CARD_PX = 332

interface PositionsPanelProps {
  /** `table`: columns, for a desk. `cards`: for a finger. */
  form: "table" | "cards"
  /** `page`: the page scrolls under the list; `self`: the list fills its place and scrolls by itself. */
  scrolls: "page" | "self"
}

export function PositionsPanel({ form, scrolls }: PositionsPanelProps) {
  const { t } = useTranslation("positions")
  const { isKnown, positions } = useSnapshot(account)
  const isLate = useIsLate(!isKnown)
  const list = useRef<HTMLElement>(null)
  useKeptFocus(list, positions.length)
  if (isLate && !isKnown) return <ErrorState title={t("failed")} onRetry={() => void wakeMarket()} />
  if (!isKnown) return <SkeletonRows count={3} />
  const rows = positions as readonly Position[]
  return (
    <section
      ref={list}
      tabIndex={-1}
      className={scrolls === "self" ? styles.self : undefined}
      aria-label={t("title")}
    >
      <MarginAlarm />
      {rows.length === 0 ? (
        <EmptyState>{t("none")}</EmptyState>
      ) : (
        <>
          <FollowLights />
          <FollowLast instruments={rows.map(({ instrument }) => instrument)} />
          {/* A table that fills its place stands below tabs, which have this at their end. */}
          {form === "cards" || scrolls === "page" ? <Sums isTable={form === "table"} /> : null}
          <Rows rows={rows} form={form} scrolls={scrolls} />
        </>
      )}
      <OpenSheet rows={rows} />
    </section>
  )
}

/** Profit by the last price needs their tickers. */
function FollowLast({ instruments }: { instruments: readonly string[] }) {
  const { by } = useSnapshot(profitBasis)
  useView(by === "last" ? { tickers: [...new Set(instruments)] } : null)
  return null
}

/** What all of them make and need together, and the way out of all. */
function Sums({ isTable }: { isTable: boolean }) {
  return (
    <div className={styles.sums}>
      <OpenSums />
      {isTable ? <PositionTableEnd /> : <CloseAll />}
    </div>
  )
}

function OpenSums() {
  const { t } = useTranslation("positions")
  const { cells } = useSnapshot(contractAccount)
  const unrealised = cells?.unrealised ?? ""
  const sign = unrealised.startsWith("-") ? figures.down : /[1-9]/.test(unrealised) ? figures.up : undefined
  return (
    <>
      <span>
        {t("meter.unrealised")}{" "}
        <span className={sign}>
          <OwnAmount text={cells?.unrealised} unit={cells?.currency} isSigned />
        </span>
      </span>
      <span>
        {t("margin")}{" "}
        <span className={styles.figure}>
          <OwnAmount text={cells?.used} unit={cells?.currency} />
        </span>
      </span>
    </>
  )
}

function Rows({ rows, form, scrolls }: { rows: readonly Position[] } & PositionsPanelProps) {
  const { t } = useTranslation("positions")
  const main = useMainScroller()
  const scroller = scrolls === "page" ? main : undefined
  if (scroller === null) return null
  if (form === "table") return <PositionTable rows={rows} scroller={scroller} />
  return (
    <Virtuoso
      role="list"
      aria-label={t("title")}
      {...(scroller ? { customScrollParent: scroller } : { className: styles.scroller })}
      data={rows}
      defaultItemHeight={CARD_PX}
      increaseViewportBy={CARD_PX * 2}
      computeItemKey={(_, row) => row.id}
      itemContent={(_, row) => <PositionCard position={row} />}
    />
  )
}

/** A position that has ended takes its sheet along. */
function OpenSheet({ rows }: { rows: readonly Position[] }) {
  const { open } = useSnapshot(positionSheet)
  const position = rows.find(({ id }) => id === open?.id)
  if (!open || !position) return null
  switch (open.kind) {
    case "close":
      return <CloseSheet key={open.id} position={position} isOpen />
    case "margin":
      return <MarginSheet key={open.id} position={position} isOpen />
    case "targets":
      return <TargetsSheet key={open.id} position={position} />
    case "reverse":
      return <ReverseQuestion key={open.id} position={position} />
    case "light":
      return <LightSheet key={open.id} position={position} />
  }
}
