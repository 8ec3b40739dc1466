/** Own positions and orders on a contract's screen: their panels, fetched when it is first shown, as lists, strip or button of the layout. */

import { lazy, Suspense } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { ContractMarket } from "#core/wire/market.ts"
import { account, ownTrading } from "../../stores/account-store.ts"
import { showOpenOrders, showOrdersTab } from "../../stores/orders-view-store.ts"
import { ListsButton, ListsStrip } from "../../trade-layout/lists-strip.view.tsx"
import { NewestOrder } from "../../trade-layout/newest-order.view.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"

const OrdersPanel = lazy(() => loadOrders().then((module) => ({ default: module.OrdersPanel })))

const PositionsPanel = lazy(() => loadPositions().then((module) => ({ default: module.PositionsPanel })))

const PositionTableEnd = lazy(() =>
  import("../../panels/positions/table-end.view.tsx").then((module) => ({
    default: module.PositionTableEnd,
  })),
)

const loadOrders = () => import("../../panels/orders/orders.view.tsx")

const loadPositions = () => import("../../panels/positions/positions.view.tsx")

interface ContractOrdersProps {
  market: ContractMarket
}

/** On desk and tablet. */
export function ContractOrdersPlace({ market, form }: ContractOrdersProps & { form: "table" | "cards" }) {
  const { t } = useTranslation("positions")
  const { isKnown, positions } = useSnapshot(account)
  return (
    <Suspense fallback={<SkeletonRows count={3} />}>
      <OrdersPanel
        kind="perpetual"
        instrument={market.id}
        form={form}
        positions={{
          label: t("title"),
          count: isKnown ? positions.length : undefined,
          list: <PositionsPanel form={form} scrolls="self" />,
          // Cards have it in a line of their own, above them.
          end: form === "table" ? <PositionTableEnd /> : null,
        }}
      />
    </Suspense>
  )
}

/** On an upright phone: how many positions there are. */
export function PositionsStrip({ market }: ContractOrdersProps) {
  const { t } = useTranslation("positions")
  const { isKnown, positions } = useSnapshot(account)
  return (
    <ListsStrip
      name={t("title")}
      count={isKnown ? positions.length : undefined}
      label={t("title")}
      lists={<ContractOrdersPlace market={market} form="cards" />}
      onPointerDown={() => void loadPositions()}
      onOpen={() => showOrdersTab("positions")}
    >
      {null}
    </ListsStrip>
  )
}

/** On an upright phone: how many open orders there are, and the newest of this market. */
export function ContractOrdersStrip({ market }: ContractOrdersProps) {
  const { t } = useTranslation("trade")
  const { isKnown } = useSnapshot(account)
  const { orders } = useSnapshot(ownTrading.perpetual)
  return (
    <ListsStrip
      name={t("orders.open")}
      count={isKnown ? orders.length : undefined}
      label={t("perpetual:lists")}
      lists={<ContractOrdersPlace market={market} form="cards" />}
      onPointerDown={() => void loadOrders()}
      onOpen={showOpenOrders}
    >
      <NewestOrder instrument={market.id} />
    </ListsStrip>
  )
}

/** In the top bar of a phone lying down. */
export function ContractOrdersButton({ market }: ContractOrdersProps) {
  const { t } = useTranslation("perpetual")
  return (
    <ListsButton
      label={t("lists")}
      lists={<ContractOrdersPlace market={market} form="cards" />}
      onPointerDown={() => void loadOrders()}
    />
  )
}
