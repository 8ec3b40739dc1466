/** What have I in the markets? Open orders, how others ended, fills and balances, one behind the other. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { SpotOrder } from "#core/wire/trading.ts"
import { account } from "../../stores/account-store.ts"
import { market } from "../../stores/market-store.ts"
import { ORDER_TABS, type OrdersTab, ordersView, showOrdersTab } from "../../stores/orders-view-store.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { TabPanel, Tabs } from "../../ui/tabs.tsx"
import { AmendSheet } from "./amend-sheet.view.tsx"
import { Balances } from "./balances.view.tsx"
import { CancelAll } from "./cancel-all.view.tsx"
import cards from "./cards.module.css"
import { Fills } from "./fills.view.tsx"
import { MarketHead, SideHead, StatusHead } from "./heads.view.tsx"
import { OrderHistory } from "./history.view.tsx"
import { OpenOrders } from "./open-orders.view.tsx"
import { amendDraft } from "./order-actions.ts"
import styles from "./orders.module.css"

interface OrdersPanelProps {
  /** The market on screen. */
  instrument: string
  /** `table`: columns, for a desk. `cards`: for a finger. */
  form: "table" | "cards"
}

const BODIES = { open: OpenOrders, history: OrderHistory, fills: Fills, balances: Balances } as const

export function OrdersPanel({ instrument, form }: OrdersPanelProps) {
  const { t } = useTranslation("trade")
  const { tab } = useSnapshot(ordersView)
  const { orders, isKnown } = useSnapshot(account)
  const { id: amending } = useSnapshot(amendDraft)
  const isTable = form === "table"
  const Body = BODIES[tab]
  const amended = (orders as readonly SpotOrder[]).find(({ id }) => id === amending)
  return (
    <section className={styles.panel} aria-label={t("orders.label")}>
      <Tabs<OrdersTab>
        id="orders"
        size={isTable ? "small" : "normal"}
        label={t("orders.label")}
        tabs={ORDER_TABS.map((value) => ({
          value,
          label: t(`orders.${value}`),
          ...(value === "open" && isKnown ? { count: orders.length } : {}),
        }))}
        value={tab}
        onChange={showOrdersTab}
        end={
          <>
            <AccountAge />
            {isTable && tab === "open" ? <CancelAll instrument={instrument} /> : null}
          </>
        }
      />
      {isTable || tab === "balances" ? null : (
        <div className={cards.filters}>
          <MarketHead instrument={instrument} />
          <SideHead />
          {tab === "history" ? <StatusHead /> : null}
          {tab === "open" ? <CancelAll instrument={instrument} /> : null}
        </div>
      )}
      <TabPanel id="orders" value={tab} className={styles.body}>
        <Body instrument={instrument} isTable={isTable} />
      </TabPanel>
      {!isTable && amended ? <AmendSheet order={amended} /> : null}
    </section>
  )
}

/** Quiet while what is shown is true; else how old it is. */
function AccountAge() {
  const { state, silentSince, isKnown } = useSnapshot(account)
  const connection = useSnapshot(market).connection.state
  if (!isKnown || (state === "live" && silentSince === null)) return null
  if (silentSince === null) return <AgeMark freshness={{ state: "catching-up" }} />
  return <AgeMark freshness={{ state: connection === "open" ? "old" : "offline", since: silentSince }} />
}
