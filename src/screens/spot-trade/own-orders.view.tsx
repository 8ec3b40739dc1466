/** Own orders on the spot screen: their panel, fetched when it is first shown, as lists, strip or button of the layout. */

import { lazy, Suspense } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { SpotMarket } from "#core/wire/market.ts"
import type {} from "#core/wire/private-rows.ts"
import { account, ownTrading } from "../../stores/account-store.ts"
import { showOpenOrders } from "../../stores/orders-view-store.ts"
import { session } from "../../stores/session-store.ts"
import { ListsButton, ListsStrip, VisitorLists, VisitorStrip } from "../../trade-layout/lists-strip.view.tsx"
import { NewestOrder } from "../../trade-layout/newest-order.view.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"

const OrdersPanel = lazy(() => loadOrders().then((module) => ({ default: module.OrdersPanel })))

const loadOrders = () => import("../../panels/orders/orders.view.tsx")

interface LazyOrdersProps {
  instrument: string
  form: "table" | "cards"
}

function LazyOrders(props: LazyOrdersProps) {
  return (
    <Suspense fallback={<SkeletonRows count={3} />}>
      <OrdersPanel kind="spot" {...props} />
    </Suspense>
  )
}

interface OwnOrdersProps {
  market: SpotMarket
}

/** On desk and tablet; a visitor is told how to see them. */
export function OrdersPlace({ market, form }: OwnOrdersProps & Pick<LazyOrdersProps, "form">) {
  const { t } = useTranslation("market")
  const isIn = useSnapshot(session).token !== null
  if (isIn) return <LazyOrders instrument={market.id} form={form} />
  return (
    <VisitorLists market={market} name={t("orders.open")}>
      {t("orders.loginHint")}
    </VisitorLists>
  )
}

/** On an upright phone: how many open orders there are, and the newest of this market. */
export function OrdersStrip({ market }: OwnOrdersProps) {
  const { t } = useTranslation("market")
  const isIn = useSnapshot(session).token !== null
  return isIn ? <OwnStrip market={market} /> : <VisitorStrip market={market} name={t("orders.open")} />
}

function OwnStrip({ market }: OwnOrdersProps) {
  const { t } = useTranslation("trade")
  const { isKnown } = useSnapshot(account)
  const { orders } = useSnapshot(ownTrading.spot)
  return (
    <ListsStrip
      name={t("orders.open")}
      count={isKnown ? orders.length : undefined}
      label={t("orders.label")}
      lists={<LazyOrders instrument={market.id} form="cards" />}
      onPointerDown={() => void loadOrders()}
      onOpen={showOpenOrders}
    >
      <NewestOrder instrument={market.id} />
    </ListsStrip>
  )
}

/** In the top bar of a phone lying down. */
export function OrdersButton({ market }: OwnOrdersProps) {
  const { t } = useTranslation("trade")
  const isIn = useSnapshot(session).token !== null
  if (!isIn) return null
  return (
    <ListsButton
      label={t("orders.label")}
      lists={<LazyOrders instrument={market.id} form="cards" />}
      onPointerDown={() => void loadOrders()}
    />
  )
}
