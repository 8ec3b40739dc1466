/** What have I in the market, in one line of a phone? Open orders with the newest of them; it opens up as a sheet. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { useOwnAmounts } from "../../app/own-amount.tsx"
import { ScreenLink } from "../../app/screen-link.tsx"
import { account, openOrdersOf } from "../../stores/account-store.ts"
import { session } from "../../stores/session-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { Badge } from "../../ui/badge.tsx"
import { ChevronRight, ChevronUp, Icon, Table2 } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { LazyOrders, loadOrders } from "./orders-place.view.tsx"
import styles from "./orders-strip.module.css"

interface OrdersStripProps {
  instrument: string
}

export function OrdersStrip({ instrument }: OrdersStripProps) {
  const { t } = useTranslation("market")
  const isIn = useSnapshot(session).token !== null
  if (isIn) return <OwnStrip instrument={instrument} />
  return (
    <ScreenLink
      to="/login"
      search={{ to: `/pages/spot/trade?symbol=${instrument}` }}
      className={styles.strip}
    >
      <span className={styles.name}>{t("orders.open")}</span>
      <span className={styles.hint}>{t("ticket.loginToTrade")}</span>
      <Icon glyph={ChevronRight} size={16} />
    </ScreenLink>
  )
}

/** Where a low phone has no room it is scrolled to, but for somebody who has orders there. */
function OwnStrip({ instrument }: OrdersStripProps) {
  const { t } = useTranslation("market")
  const [isOpen, setIsOpen] = useState(false)
  const { orders, isKnown } = useSnapshot(account)
  return (
    <>
      <button
        type="button"
        className={styles.strip}
        data-quiet={orders.length === 0 || undefined}
        aria-haspopup="dialog"
        onPointerDown={() => void loadOrders()}
        onClick={() => setIsOpen(true)}
      >
        <span className={styles.name}>{t("trade:orders.open")}</span>
        {isKnown ? <Badge tone={orders.length > 0 ? "accent" : "plain"}>{orders.length}</Badge> : null}
        <Newest instrument={instrument} />
        <Icon glyph={ChevronUp} size={16} />
      </button>
      <OrdersSheet instrument={instrument} isOpen={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}

interface OrdersSheetProps extends OrdersStripProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

function OrdersSheet({ instrument, isOpen, onOpenChange }: OrdersSheetProps) {
  const { t } = useTranslation("market")
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t("trade:orders.label")}>
      <div className={styles.sheet}>
        <LazyOrders instrument={instrument} form="cards" />
      </div>
    </Sheet>
  )
}

/** A phone lying down has no line to spare: a button in the top bar opens the same sheet. */
export function OrdersButton({ instrument }: OrdersStripProps) {
  const { t } = useTranslation("market")
  const [isOpen, setIsOpen] = useState(false)
  const isIn = useSnapshot(session).token !== null
  if (!isIn) return null
  return (
    <>
      <IconButton
        glyph={Table2}
        size={16}
        label={t("trade:orders.label")}
        aria-haspopup="dialog"
        onPointerDown={() => void loadOrders()}
        onClick={() => setIsOpen(true)}
      />
      <OrdersSheet instrument={instrument} isOpen={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}

/** The newest open order of this market: `Buy 0.05 at 67,281.0`. */
function Newest({ instrument }: OrdersStripProps) {
  const { t, i18n } = useTranslation("trade")
  const amount = useOwnAmounts()
  const [order] = useSnapshot(openOrdersOf(instrument)).orders
  if (!order?.price) return <span className={styles.hint} />
  return (
    <span className={styles.hint}>
      {t(`orders.summary.${order.side}`, {
        quantity: amount(order.quantity),
        price: formatDecimal(order.price, i18n.language),
      })}
    </span>
  )
}
