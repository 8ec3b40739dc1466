/** The newest open order of a market in short: `Buy 0.05 at 67,281.0`. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { useOwnAmounts } from "../amounts/own-amount.tsx"
import { openOrdersOf } from "../stores/account-store.ts"
import { formatDecimal } from "../text/numbers.ts"

export function NewestOrder({ instrument }: { instrument: string }) {
  const { t, i18n } = useTranslation("trade")
  const amount = useOwnAmounts()
  const [order] = useSnapshot(openOrdersOf(instrument)).orders
  if (!order?.price) return null
  return t(`orders.summary.${order.side}`, {
    quantity: amount(order.quantity),
    price: formatDecimal(order.price, i18n.language),
  })
}
