/** The heads of a table's columns. Names, and where a column can be asked for something, the choice itself. */

import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { PeriodSheet } from "../../lists/period-sheet.tsx"
import { periodText } from "../../lists/period-words.ts"
import {
  ENDED_STATUSES,
  filterOrders,
  type OrdersFilter,
  ordersView,
} from "../../stores/orders-view-store.ts"
import { dayOf } from "../../text/days.ts"
import { SmallOpener } from "../../ui/opener.tsx"
import { Select } from "../../ui/select.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { pairName } from "./order-rows.model.ts"
import styles from "./tables.module.css"

interface Head {
  key: string
  children: ReactNode
  /** Said where nothing is shown. */
  label?: string
  className?: string | undefined
}

export function HeadRow({ heads }: { heads: readonly Head[] }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: heads aren't controls
    // biome-ignore lint/a11y/useSemanticElements: rows of a virtual list can't be of a table element
    <div role="row" className={styles.heads}>
      {heads.map(({ key, children, label, className }) => (
        // biome-ignore lint/a11y/useFocusableInteractive: as the row
        // biome-ignore lint/a11y/useSemanticElements: as the row
        <div key={key} role="columnheader" className={className}>
          {children}
          {label ? <VisuallyHidden>{label}</VisuallyHidden> : null}
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
        { value: "market", label: pairName(instrument) },
      ]}
      face={scope === "all" ? t("orders.column.market") : pairName(instrument)}
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
