/** Own fills. Read page after page; new fills appear on top by themselves. */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { OwnFill } from "#core/wire/private-rows.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { ORDER_CALLS } from "../../api/order-calls.ts"
import { usePages } from "../../api/query.ts"
import { Moment } from "../../lists/moment.tsx"
import { ownTrading } from "../../stores/account-store.ts"
import { ordersView } from "../../stores/orders-view-store.ts"
import { timesOf } from "../../stores/period.ts"
import { AskedRows } from "./asked-rows.view.tsx"
import cards from "./cards.module.css"
import { OrderNumber, Pair, Price, SideName } from "./cells.view.tsx"
import { fillWidths } from "./column-widths.ts"
import { HeadRow, MarketHead, PeriodHead, SideHead } from "./heads.view.tsx"
import { fillKey, fillRows } from "./order-list.model.ts"
import { currenciesOf, type OrdersBodyProps } from "./order-rows.model.ts"
import { TableRow } from "./table-row.view.tsx"
import { useShownTexts } from "./use-shown-texts.ts"

export function Fills({ kind, instrument, isTable }: OrdersBodyProps) {
  const { t } = useTranslation("trade")
  const { filter } = useSnapshot(ordersView)
  const { fills } = useSnapshot(ownTrading[kind])
  const { scope, side, period } = filter
  const shown = useShownTexts()
  const within = timesOf(period, Date.now())
  const query = {
    ...(scope === "market" ? { instrument } : {}),
    ...(side === "all" ? {} : { side }),
    ...within,
  }
  const asked = usePages(ORDER_CALLS[kind].fills, query)
  return (
    <AskedRows<OwnFill>
      label={t("orders.fills")}
      failed={t("orders.failedFills")}
      none={t("orders.noFills")}
      asked={asked}
      rowsOf={(read) =>
        fillRows(read, fills as readonly OwnFill[], filter, { instrument, within, hasMore: asked.hasMore })
      }
      query={query}
      keyOf={fillKey}
      heads={isTable ? <Heads instrument={instrument} /> : undefined}
      table="fills"
      widthsOf={(rows) => fillWidths(rows, shown)}
    >
      {(fill) => (isTable ? <FillRow fill={fill} /> : <FillCard fill={fill} />)}
    </AskedRows>
  )
}

function Heads({ instrument }: { instrument: string }) {
  return (
    <HeadRow
      table="fills"
      heads={{ time: <PeriodHead />, market: <MarketHead instrument={instrument} />, side: <SideHead /> }}
    />
  )
}

const FillRow = memo(function FillRow({ fill }: { fill: OwnFill }) {
  const { t } = useTranslation("trade")
  const { base, quote } = currenciesOf(fill.instrument)
  const contents = {
    time: <Moment time={fill.time} />,
    market: <Pair of={fill} />,
    side: <SideName side={fill.side} />,
    price: <Price text={fill.price} />,
    amount: <OwnAmount text={fill.quantity} currency={base} />,
    total: <OwnAmount text={fill.turnover} currency={quote} />,
    fee: <OwnAmount text={fill.fee} unit={fill.feeCurrency} isCost />,
    role: t(`orders.${fill.liquidity}`),
    order: <OrderNumber id={fill.order} />,
  }
  return <TableRow table="fills" contents={contents} id={fill.order} />
})

const FillCard = memo(function FillCard({ fill }: { fill: OwnFill }) {
  const { t } = useTranslation("trade")
  const { base, quote } = currenciesOf(fill.instrument)
  return (
    // biome-ignore lint/a11y/useSemanticElements: items of a virtual list can't be of a list element
    <div role="listitem" className={cards.item}>
      <div className={cards.card}>
        <div className={cards.lines}>
          <p className={cards.head}>
            <SideName side={fill.side} />
            <Pair of={fill} />
            <span className={cards.small}>{t(`orders.${fill.liquidity}`)}</span>
          </p>
          <p className={cards.figures}>
            <span>
              <Price text={fill.price} />
            </span>
            <span>
              <OwnAmount text={fill.quantity} unit={base} />
            </span>
          </p>
          <p className={cards.small}>
            <span>
              <Moment time={fill.time} />
            </span>
            <OrderNumber id={fill.order} />
          </p>
        </div>
        <div className={cards.end}>
          <OwnAmount text={fill.turnover} unit={quote} />
          <span className={cards.small}>
            {t("orders.column.fee")} <OwnAmount text={fill.fee} unit={fill.feeCurrency} isCost />
          </span>
        </div>
      </div>
    </div>
  )
})
