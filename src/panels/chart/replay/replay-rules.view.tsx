/** The rules of a replay, on the screen where it is played. */

import { useTranslation } from "react-i18next"
import type { FeeRates } from "#core/instrument/fee-levels.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { formatDecimal } from "../../../text/numbers.ts"
import styles from "./replay-stage.module.css"

interface ReplayRulesProps {
  market: TradedMarket
  fees: FeeRates
  isOpen: boolean
}

const RULES = ["bars", "market", "limit", "stop", "path"] as const

export function ReplayRules({ market, fees, isOpen }: ReplayRulesProps) {
  const { t, i18n } = useTranslation("replay")
  const percent = (rate: bigint) => formatDecimal(formatAmount(rate * 100n), i18n.language)
  return (
    <details className={styles.rules} open={isOpen}>
      <summary>{t("rules.title")}</summary>
      <ul>
        {RULES.map((rule) => (
          <li key={rule}>{t(`rules.${rule}`)}</li>
        ))}
        <li>
          {t("rules.fees", { maker: percent(fees.maker), taker: percent(fees.taker), quote: market.quote })}
        </li>
        {market.kind === "perpetual" ? <li>{t("rules.contract")}</li> : null}
        <li>{t("rules.kept")}</li>
      </ul>
    </details>
  )
}
