/** Own orders, as tabs. Open orders, how others ended, fills and balances, one behind the other. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { OwnOrder, TradedKind } from "#core/wire/private-rows.ts"
import { ColumnsButton } from "../../lists/columns/columns-button.tsx"
import { account, ownTrading } from "../../stores/account-store.ts"
import { market } from "../../stores/market-store.ts"
import { type OrdersTab, ordersView, showOrdersTab } from "../../stores/orders-view-store.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { TabPanel, Tabs } from "../../ui/tabs.tsx"
import { amendDraft } from "./amend-draft.ts"
import { AmendSheet } from "./amend-sheet.view.tsx"
import { Balances } from "./balances.view.tsx"
import { CancelAll } from "./cancel-all.view.tsx"
import cards from "./cards.module.css"
import { Fills } from "./fills.view.tsx"
import { MarketHead, PeriodHead, SideHead, StatusHead } from "./heads.view.tsx"
import { OrderHistory } from "./history.view.tsx"
import { OpenOrders } from "./open-orders.view.tsx"
import { ORDER_COLUMNS, type OrdersTable, tableName } from "./order-columns.ts"
import styles from "./orders.module.css"
import { ParentList } from "./parent-list.view.tsx"
import { TwapList } from "./twap-list.view.tsx"

interface OrdersPanelProps {
  kind: TradedKind
  /** The market on screen. */
  instrument: string
  /** `table`: columns, for a desk. `cards`: for a finger. */
  form: "table" | "cards"
  /** Open positions, as a list of another panel's: a tab before the orders. */
  positions?: { label: string; count: number | undefined; list: ReactNode; end?: ReactNode }
}

/** What each kind has lists of, beside positions. */
const TABS = {
  spot: ["open", "history", "fills", "balances"],
  perpetual: ["open", "history", "fills"],
} as const satisfies Record<TradedKind, readonly Exclude<OrdersTab, "positions">[]>

const BODIES = { open: OpenOrders, history: OrderHistory, fills: Fills, balances: Balances } as const

export function OrdersPanel({ kind, instrument, form, positions }: OrdersPanelProps) {
  const { t } = useTranslation("trade")
  const { isKnown } = useSnapshot(account)
  const { orders } = useSnapshot(ownTrading[kind])
  const { tab: chosen } = useSnapshot(ordersView)
  const kinds: readonly OrdersTab[] = TABS[kind]
  const isPositions = chosen === "positions" && positions !== undefined
  const tab = chosen === "positions" || !kinds.includes(chosen) ? "open" : chosen
  const { id: amending } = useSnapshot(amendDraft)
  const isTable = form === "table"
  const label = t(kind === "spot" ? "orders.label" : "perpetual:lists")
  const Body = BODIES[tab]
  const amended = (orders as readonly OwnOrder[]).find(({ id }) => id === amending)
  return (
    <section className={styles.panel} aria-label={label}>
      <Tabs<OrdersTab>
        id="orders"
        size={isTable ? "small" : "normal"}
        label={label}
        tabs={[
          ...(positions ? [positionsTab(positions)] : []),
          ...TABS[kind].map((value) => ({
            value,
            label: t(`orders.${value}`),
            ...(value === "open" && isKnown ? { count: orders.length } : {}),
          })),
        ]}
        value={isPositions ? "positions" : tab}
        onChange={showOrdersTab}
        end={
          <>
            <AccountAge />
            {isPositions ? positions.end : null}
            {isTable && tab === "open" && !isPositions ? (
              <CancelAll kind={kind} instrument={instrument} />
            ) : null}
            {isTable && !isPositions ? <OrderColumns table={tab} /> : null}
          </>
        }
      />
      {isTable || tab === "balances" || isPositions ? null : (
        <div className={cards.filters}>
          <MarketHead instrument={instrument} />
          <SideHead />
          {tab === "history" ? <StatusHead /> : null}
          {tab === "open" ? null : <PeriodHead isNamed />}
          {tab === "open" ? <CancelAll kind={kind} instrument={instrument} /> : null}
        </div>
      )}
      {tab === "open" && !isPositions ? (
        <>
          <TwapList kind={kind} instrument={instrument} />
          <ParentList kind={kind} instrument={instrument} />
        </>
      ) : null}
      <TabPanel id="orders" value={isPositions ? "positions" : tab} className={styles.body}>
        {isPositions ? positions.list : <Body kind={kind} instrument={instrument} isTable={isTable} />}
      </TabPanel>
      {!isTable && amended ? <AmendSheet order={amended} /> : null}
    </section>
  )
}

function OrderColumns({ table }: { table: OrdersTable }) {
  const { t } = useTranslation("trade")
  const columns = ORDER_COLUMNS[table].map((column) => ({ ...column, name: t(column.name) }))
  return <ColumnsButton table={tableName(table)} columns={columns} />
}

const positionsTab = ({ label, count }: NonNullable<OrdersPanelProps["positions"]>) => ({
  value: "positions" as const,
  label,
  ...(count === undefined ? {} : { count }),
})

/** Quiet while what is shown is true; else how old it is. */
function AccountAge() {
  const { state, silentSince, isKnown } = useSnapshot(account)
  const connection = useSnapshot(market).connection.state
  if (!isKnown || (state === "live" && silentSince === null)) return null
  if (silentSince === null) return <AgeMark freshness={{ state: "catching-up" }} />
  return <AgeMark freshness={{ state: connection === "open" ? "old" : "offline", since: silentSince }} />
}
