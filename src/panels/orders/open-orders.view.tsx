/** Open orders. As a table on a desk, as cards elsewhere. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { wakeMarket } from "../../feed/connect-market-worker.ts"
import { account, ownTrading } from "../../stores/account-store.ts"
import { ordersView } from "../../stores/orders-view-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ErrorState } from "../../ui/error-state.tsx"
import { useIsLate } from "../../ui/late.ts"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { amendDraft } from "./amend-draft.ts"
import { orderWidths } from "./column-widths.ts"
import { HeadRow, MarketHead, SideHead } from "./heads.view.tsx"
import { OpenCard } from "./open-card.view.tsx"
import { OpenRow } from "./open-row.view.tsx"
import { openRows } from "./order-list.model.ts"
import type { OrdersBodyProps } from "./order-rows.model.ts"
import { RowsList } from "./rows-list.view.tsx"
import { ShowAll } from "./show-all.view.tsx"
import styles from "./tables.module.css"
import { useShownTexts } from "./use-shown-texts.ts"

export function OpenOrders({ kind, instrument, isTable }: OrdersBodyProps) {
  const { t } = useTranslation("trade")
  const { isKnown } = useSnapshot(account)
  const { orders, ended } = useSnapshot(ownTrading[kind])
  const { filter } = useSnapshot(ordersView)
  const { id: amending } = useSnapshot(amendDraft)
  const shown = useShownTexts()
  const isLate = useIsLate(!isKnown)
  if (isLate && !isKnown)
    return <ErrorState title={t("orders.failedOpen")} onRetry={() => void wakeMarket()} />
  if (!isKnown) return <SkeletonRows count={3} />
  const rows = openRows(orders as readonly OwnOrder[], filter, instrument)
  return (
    <RowsList<OwnOrder>
      key={`${filter.scope} ${filter.side}`}
      label={t("orders.open")}
      table={isTable ? "open" : undefined}
      rows={rows}
      empty={
        <EmptyState className={styles.empty} action={orders.length > 0 ? <ShowAll /> : undefined}>
          {filter.scope === "market" && filter.side === "all"
            ? t("orders.noneOpenIn", { pair: marketTitle(instrument) })
            : t(orders.length > 0 ? "orders.nothingSo" : "orders.noneOpen")}
        </EmptyState>
      }
      keyOf={({ id }) => id}
      latest={(row) => (ended as readonly OwnOrder[]).find(({ id }) => id === row.id) ?? row}
      rowHeight={isTable ? 32 : 104}
      widthsOf={isTable ? (all) => orderWidths(all, shown) : undefined}
      foot={isTable && rows.length > 0 ? <p className={styles.hint}>{t("orders.dragHint")}</p> : null}
      {...(isTable ? { heads: <Heads instrument={instrument} /> } : {})}
    >
      {(order) =>
        isTable ? <OpenRow order={order} isAmending={order.id === amending} /> : <OpenCard order={order} />
      }
    </RowsList>
  )
}

function Heads({ instrument }: { instrument: string }) {
  return (
    <HeadRow table="open" heads={{ market: <MarketHead instrument={instrument} />, side: <SideHead /> }} />
  )
}
