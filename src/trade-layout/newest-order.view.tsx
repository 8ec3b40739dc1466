/** The newest open order of a market in short: `Buy 0.05 at 67,281.0`; without one, how many orders are paused there. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { PausedRow } from "#core/wire/paused-calls.ts"
import { useOwnAmounts } from "../amounts/own-amount.tsx"
import { account, openOrdersOf } from "../stores/account-store.ts"
import { ordersIn } from "../stores/paused-orders.ts"
import { formatDecimal, formatNumber } from "../text/numbers.ts"

export function NewestOrder({ instrument }: { instrument: string }) {
  const { t, i18n } = useTranslation("trade")
  const amount = useOwnAmounts()
  const [order] = useSnapshot(openOrdersOf(instrument)).orders
  const rows = useSnapshot(account).paused as readonly PausedRow[]
  const paused = ordersIn(rows.filter((row) => row.instrument === instrument))
  if (!order && paused > 0) return t("parents.paused", { number: formatNumber(paused, i18n.language) })
  if (!order?.price) return null
  return t(`orders.summary.${order.side}`, {
    quantity: amount(order.quantity),
    price: formatDecimal(order.price, i18n.language),
  })
}
