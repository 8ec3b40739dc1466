/** Order history. Read page after page as one scrolls; what ends meanwhile appears on top by itself. */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { ORDER_CALLS } from "../../api/order-calls.ts"
import { usePages } from "../../api/query.ts"
import { Moment } from "../../lists/moment.tsx"
import { ownTrading } from "../../stores/account-store.ts"
import { market } from "../../stores/market-store.ts"
import { ordersView } from "../../stores/orders-view-store.ts"
import { timesOf } from "../../stores/period.ts"
import { AskedRows } from "./asked-rows.view.tsx"
import cards from "./cards.module.css"
import { Filled, OrderKind, OrderNumber, Pair, Price, SideName, StatusName } from "./cells.view.tsx"
import { orderWidths } from "./column-widths.ts"
import { HeadRow, MarketHead, PeriodHead, SideHead, StatusHead } from "./heads.view.tsx"
import { historyRows } from "./order-list.model.ts"
import { averagePrice, currenciesOf, decimalsOf, type OrdersBodyProps } from "./order-rows.model.ts"
import { TableRow } from "./table-row.view.tsx"
import { useShownTexts } from "./use-shown-texts.ts"

export function OrderHistory({ kind, instrument, isTable }: OrdersBodyProps) {
  const { t } = useTranslation("trade")
  const { filter } = useSnapshot(ordersView)
  const { ended } = useSnapshot(ownTrading[kind])
  const { scope, side, status, period } = filter
  const { catalogue } = useSnapshot(market)
  const shown = useShownTexts()
  const average = (order: OwnOrder) =>
    averagePrice(order, decimalsOf(catalogue?.byId.get(order.instrument)?.tick))
  const within = timesOf(period, Date.now())
  const query = {
    ...(scope === "market" ? { instrument } : {}),
    ...(side === "all" ? {} : { side }),
    ...(status === "all" ? {} : { status }),
    ...within,
  }
  const asked = usePages(ORDER_CALLS[kind].history, query)
  return (
    <AskedRows<OwnOrder>
      label={t("orders.history")}
      failed={t("orders.failedHistory")}
      none={t("orders.noneEnded")}
      asked={asked}
      rowsOf={(read) =>
        historyRows(read, ended as readonly OwnOrder[], filter, {
          instrument,
          within,
          hasMore: asked.hasMore,
        })
      }
      query={query}
      keyOf={({ id }) => id}
      heads={isTable ? <Heads instrument={instrument} /> : undefined}
      table="history"
      widthsOf={(rows) => orderWidths(rows, shown, average)}
    >
      {(order) => (isTable ? <HistoryRow order={order} /> : <HistoryCard order={order} />)}
    </AskedRows>
  )
}

function Heads({ instrument }: { instrument: string }) {
  return (
    <HeadRow
      table="history"
      heads={{
        time: <PeriodHead />,
        market: <MarketHead instrument={instrument} />,
        side: <SideHead />,
        status: <StatusHead />,
      }}
    />
  )
}

const useAverage = (order: OwnOrder) => {
  const tick = useSnapshot(market).catalogue?.byId.get(order.instrument)?.tick
  return averagePrice(order, decimalsOf(tick))
}

const HistoryRow = memo(function HistoryRow({ order }: { order: OwnOrder }) {
  const average = useAverage(order)
  const contents = {
    time: <Moment time={order.updated} />,
    market: <Pair of={order} />,
    side: <SideName side={order.side} />,
    type: <OrderKind order={order} />,
    price: <Price text={order.price} />,
    average: <Price text={average} />,
    filled: <Filled order={order} />,
    status: <StatusName order={order} />,
    order: <OrderNumber id={order.id} />,
  }
  return <TableRow table="history" contents={contents} id={order.id} />
})

const HistoryCard = memo(function HistoryCard({ order }: { order: OwnOrder }) {
  const average = useAverage(order)
  const { quote } = currenciesOf(order.instrument)
  return (
    // biome-ignore lint/a11y/useSemanticElements: items of a virtual list can't be of a list element
    <div role="listitem" className={cards.item} data-order={order.id}>
      <div className={cards.card}>
        <div className={cards.lines}>
          <p className={cards.head}>
            <SideName side={order.side} />
            <Pair of={order} />
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
