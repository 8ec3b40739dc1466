/** The panel of a window. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Interval } from "#core/candle/interval.ts"
import type { ContractMarket, SpotMarket } from "#core/wire/market.ts"
import type { WindowPanel } from "#core/workspace/window-panels.ts"
import { BookPanel } from "../../panels/book/book.view.tsx"
import { ChartPanel } from "../../panels/chart/chart.view.tsx"
import { OrdersPanel } from "../../panels/orders/orders.view.tsx"
import { PositionsPanel } from "../../panels/positions/positions.view.tsx"
import { TapePanel } from "../../panels/tape/tape.view.tsx"
import { session } from "../../stores/session-store.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import type { OwnDesk } from "./use-own-desk.ts"

interface WindowBodyProps {
  panel: WindowPanel
  market: SpotMarket | ContractMarket
  interval: Interval
  own: OwnDesk
}

export function WindowBody({ panel, market, interval, own }: WindowBodyProps) {
  const { t } = useTranslation("workspace")
  const isIn = useSnapshot(session).token !== null
  switch (panel) {
    case "chart":
      return <ChartPanel instrument={market.id} interval={interval} onInterval={own.setInterval} />
    case "book":
      return <BookPanel market={market} place="desk" onPick={own.pick} />
    case "tape":
      return <TapePanel market={market} place="desk" />
    default:
      if (!isIn) return <EmptyState>{t("window.login")}</EmptyState>
      return panel === "orders" ? (
        <OrdersPanel kind={market.kind} instrument={market.id} form="table" />
      ) : (
        <PositionsPanel form="table" scrolls="self" />
      )
  }
}
