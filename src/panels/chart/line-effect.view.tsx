/** What moving a line to a price would mean: in money, and how far from the market it is. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { unitsOf } from "#core/money/steps.ts"
import { type Amount, NO_AMOUNT } from "#core/money/units.ts"
import type { Position } from "#core/wire/contract.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { useOwnAmounts } from "../../amounts/own-amount.tsx"
import { realisedAt } from "../../amounts/realised-at.ts"
import { account } from "../../stores/account-store.ts"
import { tickerOf } from "../../stores/market-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import type { ChartText } from "./chart-text.ts"
import styles from "./own-line.module.css"
import { closingPart, distanceShare, type MovableLine, openValue } from "./own-lines.model.ts"

interface LineEffectProps {
  line: MovableLine
  /** Wire text: where it would be. */
  price: string
  text: ChartText
  market: TradedMarket
}

export function LineEffect({ line, price, text, market }: LineEffectProps) {
  const { t, i18n } = useTranslation("trade")
  const amount = useOwnAmounts()
  const { lastValue } = useSnapshot(tickerOf(market.id))
  const positions = useSnapshot(account).positions as readonly Position[]
  const value = "order" in line ? openValue(line.order, price) : undefined
  const realised = realisedBy(line, price, positions)
  const share = lastValue ? distanceShare(price, Number(lastValue)) : undefined
  return (
    <p className="num">
      <strong>{formatDecimal(price, i18n.language)}</strong>
      {value === undefined || unitsOf(value) === NO_AMOUNT ? null : (
        <span>{t("chart.value", { value: amount(value, market.quote) })}</span>
      )}
      {realised === undefined ? null : (
        <span className={realised.startsWith("-") ? styles.loss : styles.gain}>
          {t("chart.realises", { amount: amount(realised, market.quote) })}
        </span>
      )}
      {share === undefined ? null : (
        <span>
          {t(share < 0 ? "chart.below" : "chart.above", {
            percent: text.percent(Math.abs(share)).replace(/^\+/, ""),
          })}
        </span>
      )}
    </p>
  )
}

/** What it would realise there of a position; undefined where it closes none. */
function realisedBy(line: MovableLine, price: string, positions: readonly Position[]): string | undefined {
  if ("position" in line) {
    const { position, pair } = line
    const held = unitsOf(position.quantity)
    const part = pair.quantity === "" ? held : unitsOf(pair.quantity)
    return realisedAt(position, part < held ? part : held, price)
  }
  for (const position of positions) {
    const part = closingPart(line.order, position)
    if (part > 0n) return realisedAt(position, part as Amount, price)
  }
  return undefined
}
