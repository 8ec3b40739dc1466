/** The user's open contract positions with live figures. As a table on a desk, as cards elsewhere. */

import { useTranslation } from "react-i18next"
import { Virtuoso } from "react-virtuoso"
import { useSnapshot } from "valtio"
import type { Position } from "#core/wire/contract.ts"
import { wakeMarket } from "../../feed/connect-market-worker.ts"
import { useMainScroller } from "../../lists/main-scroller.ts"
import { account } from "../../stores/account-store.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ErrorState } from "../../ui/error-state.tsx"
import { useIsLate } from "../../ui/late.ts"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { CloseSheet } from "./close-sheet.view.tsx"
import { MarginAlarm } from "./margin-alarm.view.tsx"
import { MarginSheet } from "./margin-sheet.view.tsx"
import { PositionCard } from "./position-card.view.tsx"
import { positionSheet } from "./position-sheet.ts"
import { PositionTable } from "./position-table.view.tsx"
import styles from "./positions.module.css"
import { ReverseQuestion } from "./reverse-question.view.tsx"
import { TargetsSheet } from "./targets-sheet.view.tsx"

/** Of a card, at a root of 16 px. */
const CARD_PX = 296

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
  if (isLate && !isKnown) return <ErrorState title={t("failed")} onRetry={() => void wakeMarket()} />
  if (!isKnown) return <SkeletonRows count={3} />
  const rows = positions as readonly Position[]
  return (
    <section className={scrolls === "self" ? styles.self : undefined} aria-label={t("title")}>
      <MarginAlarm />
      {rows.length === 0 ? (
        <EmptyState>{t("none")}</EmptyState>
      ) : (
        <Rows rows={rows} form={form} scrolls={scrolls} />
      )}
      <OpenSheet rows={rows} />
    </section>
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
  }
}
