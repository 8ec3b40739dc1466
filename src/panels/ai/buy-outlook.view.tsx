/** What comes of an amount, by the formula that the exchange pays by, and when: shown before anything is bought. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { dayEnd, rewardAfter, startOf } from "#core/ai/reward.ts"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import type { AiProduct } from "#core/wire/ai.ts"
import { market } from "../../stores/market-store.ts"
import { fullMoment } from "../../text/moments.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { useEachSecond } from "../../ui/each-second.ts"
import styles from "./ai.module.css"

interface BuyOutlookProps {
  product: AiProduct
  /** In units of 1e-8; undefined: no amount that can be bought. Its lines are kept, so that nothing jumps. */
  units: Amount | undefined
}

export function BuyOutlook({ product, units }: BuyOutlookProps) {
  const { t, i18n } = useTranslation("ai")
  const { currency, days } = product
  const rate = unitsOf(product.rate)
  const written = (amount: (principal: Amount) => bigint) =>
    units === undefined
      ? "–"
      : `${formatDecimal(formatAmount(amount(units)), i18n.language)}\u00a0${currency}`
  return (
    <dl className={styles.pairs} aria-label={t("buy.outlook")}>
      <div>
        <dt>{t("buy.perDay")}</dt>
        <dd>{written((principal) => rewardAfter(principal, rate, 1))}</dd>
      </div>
      <div>
        <dt>{t("buy.inAll", { days: t("days", { count: days }) })}</dt>
        <dd className={styles.strong}>{written((principal) => rewardAfter(principal, rate, days))}</dd>
      </div>
      <div>
        <dt>{t("buy.back")}</dt>
        <dd className={styles.strong}>
          {written((principal) => principal + rewardAfter(principal, rate, days))}
        </dd>
      </div>
      <Dates days={days} />
    </dl>
  )
}

/** By the server's clock; drawn anew when the day changes, not each second. */
function Dates({ days }: { days: number }) {
  const { t, i18n } = useTranslation("ai")
  const { clockOffset } = useSnapshot(market).connection
  const starts = startOf(useEachSecond(true) + clockOffset)
  return (
    <>
      <div>
        <dt>{t("buy.starts")}</dt>
        <dd>{fullMoment(starts, i18n.language)}</dd>
      </div>
      <div>
        <dt>{t("buy.matures")}</dt>
        <dd>{fullMoment(dayEnd(starts, days), i18n.language)}</dd>
      </div>
    </>
  )
}
