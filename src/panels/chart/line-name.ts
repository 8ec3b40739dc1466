/** What the labels of own lines on a chart say. */

import { useTranslation } from "react-i18next"
import { useOwnAmounts } from "../../amounts/own-amount.tsx"
import { openQuantity } from "../../order-news/open-quantity.ts"
import { distancePercent } from "../../text/distance-percent.ts"
import { isPositionLine, type OwnLine } from "./own-lines.model.ts"

export function useLineNames(): (line: OwnLine) => string {
  const { t, i18n } = useTranslation("trade")
  const amount = useOwnAmounts()
  return (line) => {
    if (isPositionLine(line)) {
      const { kind, position } = line
      if (kind === "liquidation") return t("positions:liquidation")
      return `${t(`positions:side.${position.side}`)} ${amount(position.quantity)}`
    }
    if (line.kind === "trail")
      return t("chart.line.trail", { distance: distancePercent(line.order.distance, i18n.language) })
    if ("order" in line) {
      const { order, kind } = line
      const quantity = amount(openQuantity(order))
      if (kind === "price") return t(`chart.line.${order.side}`, { quantity })
      if (order.price !== "") return t("chart.line.stop")
      if (order.kind === "perpetual" && order.closePosition) return t("chart.line.stopClose")
      return t(order.side === "buy" ? "chart.line.stopBuy" : "chart.line.stopSell", { quantity })
    }
    const name = t(`chart.line.${line.kind}`)
    return line.pair.quantity === "" ? name : `${name} ${amount(line.pair.quantity)}`
  }
}
