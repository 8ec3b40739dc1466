/** The heads of a table's columns. Names, and where a column can be asked for something, the choice itself. */

import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { ColumnEdge, edgedHead } from "../../lists/columns/column-edge.tsx"
import { useColumns } from "../../lists/columns/use-columns.ts"
import { PeriodSheet } from "../../lists/period-sheet.tsx"
import { periodText } from "../../lists/period-words.ts"
import {
  ENDED_STATUSES,
  filterOrders,
  type OrdersFilter,
  ordersView,
} from "../../stores/orders-view-store.ts"
import { dayOf } from "../../text/days.ts"
import { marketTitle } from "../../text/market-title.ts"
import { classNames } from "../../ui/class-names.ts"
import { SmallOpener } from "../../ui/opener.tsx"
import { Select } from "../../ui/select.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { ORDER_COLUMNS, type OrdersTable, tableName } from "./order-columns.ts"

import styles from "./tables.module.css"

interface HeadRowProps {
  table: OrdersTable
  /** What stands in a head in place of the column's name: a choice, or the name with more to it. */
  heads?: Readonly<Record<string, ReactNode>>
}

/** In the order that was chosen. A head with nothing to see says its name to those who hear it. */
export function HeadRow({ table, heads = {} }: HeadRowProps) {
  const { t } = useTranslation("trade")
  const name = tableName(table)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: heads aren't controls
    // biome-ignore lint/a11y/useSemanticElements: rows of a virtual list can't be of a table element
    <div role="row" className={styles.heads} data-table={name}>
      {useColumns(name, ORDER_COLUMNS[table]).map((column) => (
        // biome-ignore lint/a11y/useFocusableInteractive: as the row
        // biome-ignore lint/a11y/useSemanticElements: as the row
        <div
          key={column.key}
          role="columnheader"
          className={classNames(edgedHead, column.className)}
          data-column={column.key}
        >
          {column.key === "actions" ? (
            <VisuallyHidden>{t(column.name)}</VisuallyHidden>
          ) : (
            (heads[column.key] ?? t(column.name))
          )}
          <ColumnEdge table={name} column={column.key} />
        </div>
      ))}
    </div>
  )
}

/** All markets, or the one on screen. `isNamed` false: no room for more than the column's name. */
export function MarketHead({ instrument }: { instrument: string }) {
  const { t } = useTranslation("trade")
  const { scope } = useSnapshot(ordersView).filter
  return (
    <Select<OrdersFilter["scope"]>
      label={t("orders.scope")}
      className={styles.headSelect}
      options={[
        { value: "all", label: t("orders.allMarkets") },
        { value: "market", label: marketTitle(instrument) },
      ]}
      face={scope === "all" ? t("orders.column.market") : marketTitle(instrument)}
      value={scope}
      onChange={(next) => filterOrders({ scope: next })}
    />
  )
}

export function SideHead() {
  const { t } = useTranslation("trade")
  const { side } = useSnapshot(ordersView).filter
  return (
    <Select<OrdersFilter["side"]>
      label={t("orders.side")}
      className={styles.headSelect}
      options={[
        { value: "all", label: t("orders.bothSides") },
        { value: "buy", label: t("orders.buy") },
        { value: "sell", label: t("orders.sell") },
      ]}
      face={side === "all" ? t("orders.side") : t(`orders.${side}`)}
      value={side}
      onChange={(next) => filterOrders({ side: next })}
    />
  )
}

export function StatusHead() {
  const { t } = useTranslation("trade")
  const { status } = useSnapshot(ordersView).filter
  return (
    <Select<OrdersFilter["status"]>
      label={t("orders.column.status")}
      className={styles.headSelect}
      options={[
        { value: "all", label: t("orders.anyStatus") },
        ...ENDED_STATUSES.map((value) => ({ value, label: t(`orders.status.${value}`) })),
      ]}
      face={status === "all" ? t("orders.column.status") : t(`orders.status.${status}`)}
      value={status}
      onChange={(next) => filterOrders({ status: next })}
    />
  )
}

/** When: by days, asked for in a sheet. In a table's head it is named as the column until something is chosen. */
export function PeriodHead({ isNamed = false }: { isNamed?: boolean }) {
  const { t, i18n } = useTranslation("moments")
  const { period } = useSnapshot(ordersView).filter
  const [isOpen, setIsOpen] = useState(false)
  const name = isNamed ? t("period.title") : t("trade:orders.column.time")
  return (
    <>
      <SmallOpener
        label={name}
        className={styles.headSelect}
        value={period.span === "all" ? name : periodText(period, t, i18n.language, dayOf(Date.now()))}
        onOpen={() => setIsOpen(true)}
      />
      {isOpen ? (
        <PeriodSheet
          period={period}
          onChange={(next) => filterOrders({ period: next })}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  )
}
