/** Where do own orders stand on a desk and on a tablet? In a panel, fetched when it is first shown; a visitor is told how to see it. */

import { lazy, Suspense } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { ScreenLink } from "../../app/screen-link.tsx"
import { session } from "../../stores/session-store.ts"
import { buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Icon, LogIn } from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { TabPanel, Tabs } from "../../ui/tabs.tsx"
import styles from "./orders-strip.module.css"

const OrdersPanel = lazy(() => loadOrders().then((module) => ({ default: module.OrdersPanel })))

/** Fetches the code ahead, when a press is likely. */
export const loadOrders = () => import("../../panels/orders/orders.view.tsx")

interface LazyOrdersProps {
  instrument: string
  form: "table" | "cards"
}

export function LazyOrders(props: LazyOrdersProps) {
  return (
    <Suspense fallback={<SkeletonRows count={3} />}>
      <OrdersPanel {...props} />
    </Suspense>
  )
}

export function OrdersPlace({ instrument, form }: LazyOrdersProps) {
  const { t } = useTranslation("market")
  const isIn = useSnapshot(session).token !== null
  if (isIn) return <LazyOrders instrument={instrument} form={form} />
  return (
    <section className={styles.panel} aria-label={t("orders.open")}>
      <Tabs
        id="orders"
        size="small"
        label={t("orders.open")}
        tabs={[{ value: "open", label: t("orders.open") }]}
        value="open"
        onChange={() => undefined}
      />
      <TabPanel id="orders" value="open" className={styles.body}>
        <EmptyState
          action={
            <ScreenLink
              to="/login"
              search={{ to: `/pages/spot/trade?symbol=${instrument}` }}
              className={buttonClass({ tone: "quiet" })}
            >
              <Icon glyph={LogIn} size={16} />
              {t("ticket.login")}
            </ScreenLink>
          }
        >
          {t("orders.loginHint")}
        </EmptyState>
      </TabPanel>
    </section>
  )
}
