/** What the figures of own orders and fills look like to the reader now: for the widths of a table's columns. */

import { useTranslation } from "react-i18next"
import { useCutAmounts } from "../../amounts/own-amount.tsx"
import { rowMoment } from "../../text/moments.ts"
import { priceFigure } from "../../text/price-figure.ts"
import type { ShownTexts } from "./column-widths.ts"
import { untilText } from "./order-rows.model.ts"

export function useShownTexts(): ShownTexts {
  const { t, i18n } = useTranslation("trade")
  const amount = useCutAmounts()
  const { language } = i18n
  return {
    amount,
    price: (text) => priceFigure(text, language),
    moment: (timeMs) => rowMoment(timeMs, Date.now(), language),
    stop: (price) => t("orders.stopAt", { price }),
    until: (timeMs) => t("orders.until", { time: untilText(timeMs, language) }),
  }
}
