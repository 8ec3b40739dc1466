/** How did own orders end? Read page after page as one scrolls; what ends meanwhile appears on top by itself. */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { spotOrderHistory } from "#core/wire/spot-calls.ts"
import type { SpotOrder } from "#core/wire/trading.ts"
import { usePages } from "../../api/query.ts"
import { OwnAmount } from "../../app/own-amount.tsx"
import { account } from "../../stores/account-store.ts"
import { market } from "../../stores/market-store.ts"
import { ordersView } from "../../stores/orders-view-store.ts"
import { AskedRows } from "./asked-rows.view.tsx"
import cards from "./cards.module.css"
import { Filled, Moment, OrderKind, OrderNumber, Pair, Price, SideName, StatusName } from "./cells.view.tsx"
import { HeadRow, MarketHead, SideHead, StatusHead } from "./heads.view.tsx"
import { historyRows } from "./order-list.model.ts"
import { averagePrice, currenciesOf, decimalsOf } from "./order-rows.model.ts"
import { TableRow } from "./table-row.view.tsx"
import styles from "./tables.module.css"

interface HistoryProps {
  instrument: string
  isTable: boolean
}

export function OrderHistory({ instrument, isTable }: HistoryProps) {
  const { t } = useTranslation("trade")
  const { filter } = useSnapshot(ordersView)
  const { ended } = useSnapshot(account)
  const { scope, side, status } = filter
  const asked = usePages(spotOrderHistory, {
    ...(scope === "market" ? { instrument } : {}),
    ...(side === "all" ? {} : { side }),
    ...(status === "all" ? {} : { status }),
  })
  return (
    <AskedRows<SpotOrder>
      label={t("orders.history")}
      failed={t("orders.failedHistory")}
      none={t("orders.noneEnded")}
      asked={asked}
      rowsOf={(read) =>
        historyRows(read, ended as readonly SpotOrder[], filter, { instrument, hasMore: asked.hasMore })
      }
      filter={{ scope, side, status }}
      keyOf={({ id }) => id}
      heads={isTable ? <Heads instrument={instrument} /> : undefined}
      className={styles.history}
    >
      {(order) => (isTable ? <HistoryRow order={order} /> : <HistoryCard order={order} />)}
    </AskedRows>
  )
}

function Heads({ instrument }: { instrument: string }) {
  const { t } = useTranslation("trade")
  return (
    <HeadRow
      heads={[
        { key: "time", children: t("orders.column.time") },
        { key: "market", children: <MarketHead instrument={instrument} /> },
        { key: "side", children: <SideHead /> },
        { key: "type", children: t("orders.column.type"), className: styles.kind },
        { key: "price", children: t("orders.column.price"), className: `${styles.figure} ${styles.price}` },
        { key: "average", children: t("orders.column.average"), className: styles.figure },
        { key: "filled", children: t("orders.column.filled"), className: styles.figure },
        { key: "status", children: <StatusHead /> },
        { key: "order", children: t("orders.column.order"), className: styles.number },
      ]}
    />
  )
}

const useAverage = (order: SpotOrder) => {
  const tick = useSnapshot(market).catalogue?.byId.get(order.instrument)?.tick
  return averagePrice(order, decimalsOf(tick))
}

const HistoryRow = memo(function HistoryRow({ order }: { order: SpotOrder }) {
  const average = useAverage(order)
  const cells = [
    { key: "time", content: <Moment time={order.updated} />, className: styles.time },
    { key: "market", content: <Pair instrument={order.instrument} /> },
    { key: "side", content: <SideName side={order.side} /> },
    { key: "type", content: <OrderKind order={order} />, className: styles.kind },
    { key: "price", content: <Price text={order.price} />, className: `${styles.figure} ${styles.price}` },
    { key: "average", content: <Price text={average} />, className: styles.figure },
    { key: "filled", content: <Filled order={order} />, className: styles.figure },
    { key: "status", content: <StatusName order={order} /> },
    { key: "order", content: <OrderNumber id={order.id} />, className: styles.number },
  ]
  return <TableRow cells={cells} id={order.id} />
})

const HistoryCard = memo(function HistoryCard({ order }: { order: SpotOrder }) {
  const average = useAverage(order)
  const { quote } = currenciesOf(order.instrument)
  return (
    // biome-ignore lint/a11y/useSemanticElements: items of a virtual list can't be of a list element
    <div role="listitem" className={cards.item} data-order={order.id}>
      <div className={cards.card}>
        <div className={cards.lines}>
          <p className={cards.head}>
            <SideName side={order.side} />
            <Pair instrument={order.instrument} />
            <OrderKind order={order} />
          </p>
          <p className={cards.figures}>
            <span>
              <Price text={average ?? order.price} />
            </span>
            <Filled order={order} />
          </p>
          <p className={cards.small}>
            <span>
              <Moment time={order.updated} />
            </span>
            <OrderNumber id={order.id} />
          </p>
        </div>
        <div className={cards.end}>
          <StatusName order={order} />
          <span className={cards.small}>
            <span>
              <OwnAmount text={order.executedQuote} unit={quote} />
            </span>
          </span>
        </div>
      </div>
    </div>
  )
})
